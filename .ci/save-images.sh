#!/usr/bin/env bash
# Builds the images of this tree by a Docker engine of its own, and writes them with PostgreSQL and the S3 server they
# are proven on as `docker save` does: save-images.sh FILE. For Debian as root, on a machine on which .ci/run has run.
set -euo pipefail

file=$(realpath "$1")
cd "$(dirname "$0")/.."
# shellcheck disable=SC2034 # check_compose takes it
pnpm=(npx -y pnpm@12.21.0)
work=$(mktemp -d)
say() { printf '== %s\n' "$*"; }
# shellcheck source=work.sh
source .ci/work.sh
# shellcheck source=s3.sh
source .ci/s3.sh
# shellcheck source=oldest.sh
source .ci/oldest.sh
# shellcheck source=containers.sh
source .ci/containers.sh
finish() {
  stop_docker
  rm -rf "$work"
}
trap finish EXIT

find_go || { say 'Go 1.26 or newer is not here'; exit 1; }
build_compose
start_docker
{ make_base_images && check_compose BUILD_ONLY=1; } || { show_containers; exit 1; }
docker save --output "$file" countersign/{iam,bpm,dms,gateway}:check "$(image_named postgres)" "$(image_named versity/versitygw)"
