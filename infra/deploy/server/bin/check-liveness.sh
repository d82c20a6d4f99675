#!/bin/bash
# check-liveness.sh PROCESSES COUNTS: asks each process that runs whether it is alive (/health/live), and kills one that did not
# answer four checks in a row; systemd starts it again. PROCESSES has a file with the port of each, COUNTS remembers what was missed.
set -euo pipefail
processes=$1
counts=$2
failures=4
timeout_seconds=5

check() { # PROCESS
  local unit=naughty-list-web@$1 port missed=0
  [ "$1" = "${1%-worker}" ] || unit=naughty-list-worker@${1%-worker}
  # Its private port: clients can exhaust the limits of the public one.
  port=$(sed -n 's/^METRICS_PORT=//p' "$processes/$1.env")
  # One that is stopped, or is being started or stopped, is left alone.
  if ! systemctl is-active --quiet "$unit" ||
    curl --silent --fail --output /dev/null --max-time "$timeout_seconds" "http://127.0.0.1:$port/health/live"; then
    rm -f "$counts/$1"
    return
  fi
  [ ! -f "$counts/$1" ] || missed=$(<"$counts/$1")
  missed=$((missed + 1))
  echo "$missed" >"$counts/$1"
  [ "$missed" -ge "$failures" ] || return 0
  echo "$unit did not answer $failures times in a row, killing it"
  # A hung process does not stop when it is asked to.
  systemctl kill --signal=KILL "$unit"
  rm -f "$counts/$1"
}

for file in "$processes"/*.env; do
  # All at once: those that hang are waited for together.
  check "$(basename "$file" .env)" &
done
wait
