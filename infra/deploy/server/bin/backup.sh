#!/bin/sh
# backup.sh FOLDER [METRICS]: writes one file with the whole database into a folder and keeps the newest 14 there; KEEP is another
# number. A file gets its name when it is whole and can be read. METRICS is the folder of Prometheus' node exporter, which tells
# the alert BackupOld when that was. To be run as the user postgres.
set -eu
cd "$1"
file="naughty-list-$(date --utc +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$file.part" naughty_list
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
# Names sort by age. By number and not by age: when backups fail for a month, the last good ones stay.
find . -maxdepth 1 -name 'naughty-list-*.dump' | sort | head --lines="-${KEEP:-14}" | xargs --no-run-if-empty rm --
echo "Wrote $PWD/$file ($(stat --format=%s "$file") bytes)"
[ -n "${2:-}" ] || exit 0
cd "$2"
echo "naughty_list_backup_time_seconds $(date +%s)" >naughty-list-backup.part
chmod 644 naughty-list-backup.part
mv naughty-list-backup.part naughty-list-backup.prom
