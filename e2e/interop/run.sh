#!/usr/bin/env bash
# Builds a foreign client, where there is something to build, and runs its test; or all of them.
set -euo pipefail

cd "$(dirname "$0")"
case ${1:-} in
  '') ./build.sh ;;
  authlib | go-oidc | spring) ./build.sh "$1" ;;
esac
cd ../..
npx -y pnpm@12.21.0 exec vitest run --project e2e "e2e/interop/${1:-}"
