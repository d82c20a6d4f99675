#!/bin/bash
# make-release.sh RELEASES: makes a release out of the repository it lies in and prints its folder, RELEASES/<time>-<commit>.
# By the lines of infra/deploy/containers/Dockerfile: pruned, production dependencies only. Needs Node 20 or newer.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
export CI=true TURBO_TELEMETRY_DISABLED=1
release=$1/$(git log -1 --date=format:%Y%m%d-%H%M --format=%cd-%h)
[ ! -e "$release" ] || { echo "$release" && exit; }
draft=$release.part
rm -rf "$draft"
mkdir -p "$draft"
{
  npx --yes "pnpm@$(node -p 'require("./package.json").devDependencies.pnpm')" install --frozen-lockfile
  export PATH=$PWD/node_modules/.bin:$PATH
  turbo run build --filter=@naughty-list/web
  turbo prune @naughty-list/gateway @naughty-list/reports @naughty-list/membership @naughty-list/analytics @naughty-list/chain-verifier --docker --out-dir "$draft/pruned"
  cp -R "$draft/pruned/json/." "$draft/"
  (cd "$draft" && pnpm install --prod --frozen-lockfile --filter-prod "{./services/*}...")
  cp -R "$draft/pruned/full/packages" "$draft/pruned/full/services" "$draft/"
  rm -rf "$draft/pruned" "$draft"/*/*/test
  cp -R apps/web/dist "$draft/web"
  cp -R infra/deploy/server/bin infra/deploy/server/processes "$draft/"
  # Its own Node: the one that it was tested with, also when it is gone back to.
  cp "$(node -p process.execPath)" "$draft/bin/node"
} >&2
chmod -R a+rX "$draft"
mv "$draft" "$release"
echo "$release"
