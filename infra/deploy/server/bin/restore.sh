#!/bin/sh
# restore.sh FILE DATABASE: makes a new database out of a backup, for the owner naughty_list, in which no number of a report is given
# a second time. All of it or nothing: when anything fails, the database is dropped again. To be run as the user postgres.
set -eu
here=$(realpath "$(dirname "$0")")
file=$1
database=$2
createdb --owner=naughty_list "$database"
if ! pg_restore --exit-on-error --no-owner --role=naughty_list --dbname="$database" "$file" ||
  ! psql --quiet --set=ON_ERROR_STOP=1 --dbname="$database" --file="$here/skip-lost-numbers.sql"; then
  dropdb "$database"
  exit 1
fi
psql --quiet --dbname="$database" --command=analyze
echo "$database is what $file was"
