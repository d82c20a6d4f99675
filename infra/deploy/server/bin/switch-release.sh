#!/bin/bash
# switch-release.sh: brings the schemas up to date, then restarts the processes one by one on the release that it lies in, each
# when the one before it is ready. The release of before is called `previous` from then on. To be run as root.
set -euo pipefail
release=$(realpath "$(dirname "$0")/..")
home=/opt/naughty-list

point() { # NAME RELEASE
  ln -sfn "$2" "$home/$1.part" && mv -T "$home/$1.part" "$home/$1"
}

await_ready() { # PROCESS
  local port
  port=$(sed -n 's/^METRICS_PORT=//p' "$release/processes/$1.env")
  for _ in {1..120}; do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/ready" && return
    sleep 0.5
  done
  echo "$1 is not ready: journalctl --unit 'naughty-list-*' --since -2min" >&2
  exit 1
}

point next "$release"
for service in reports membership analytics chain-verifier gateway; do
  systemctl start "naughty-list-migration@$service"
  echo "$service: schema up to date"
done
running=$(realpath "$home/current")
[ ! -d "$running" ] || [ "$running" = "$release" ] || point previous "$running"
point current "$release"
for service in chain-verifier reports membership analytics; do
  systemctl restart "naughty-list-web@$service"
  await_ready "$service"
  systemctl restart "naughty-list-worker@$service"
  await_ready "$service-worker"
  echo "$service and its worker: ready"
done
systemctl restart naughty-list-web@gateway
await_ready gateway
echo "gateway: ready"
