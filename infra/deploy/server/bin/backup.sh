#!/bin/sh
# backup.sh FOLDER: writes one file with the whole database into a folder and keeps the newest 14 there; KEEP is another number. A file
# gets its name when it is whole and can be read. BACKUP_COMMAND then takes it elsewhere: a shell command, with the file as $FILE. When
# that is done, the database notes the time, by which metrics, the doctor and the alert BackupOld tell its age.
# To be run with the right to read every table: as the user postgres, or with PGHOST, PGUSER and PGPASSWORD.
set -eu
cd "$1"
database=${PGDATABASE:-naughty_list}
made=$(date --utc +%Y%m%dT%H%M%SZ)
file=naughty-list-$made.dump
pg_dump --format=custom --file="$file.part" "$database"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
# Names sort by age. By number and not by age: when backups fail for a month, the last good ones stay.
find . -maxdepth 1 -name 'naughty-list-*.dump' | sort | head --lines="-${KEEP:-14}" | xargs --no-run-if-empty rm --
[ -z "${BACKUP_COMMAND:-}" ] || FILE=$PWD/$file sh -c "$BACKUP_COMMAND"
psql --quiet --set=ON_ERROR_STOP=1 --dbname="$database" --command="do 'begin if to_regclass(''gateway.backups'') is not null then insert into gateway.backups values (''$made''); end if; end'"
echo "Wrote $PWD/$file ($(stat --format=%s "$file") bytes)"
