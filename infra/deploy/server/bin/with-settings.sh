#!/bin/sh
# with-settings.sh COMMAND…: runs a command in this folder with the settings of the processes, as their user. To be run as root.
set -eu
home=/opt/naughty-list/current
set -- "--property=EnvironmentFile=$home/processes/gateway.env" "$@"
for name in common reports membership analytics chain-verifier gateway; do
  set -- "--property=EnvironmentFile=/etc/naughty-list/$name.env" "$@"
done
exec systemd-run --quiet --pipe --wait --collect --uid=naughty-list --working-directory="$PWD" \
  --setenv="PATH=$home/bin:$PATH" "$@"
