# An S3 server on the loopback interface for the storage tests: start_s3 sets TEST_S3_*, stop_s3
# ends it. Versity Gateway where Go is present (TEST_S3_SERVER is its program), else Debian's
# radosgw. A server named by TEST_S3_ENDPOINT is used as it is. Needs $work, a folder that the caller
# removes.

versitygw_version=v1.8.0
s3_pids=()

start_s3() {
  if [[ -n ${TEST_S3_ENDPOINT:-} ]]; then return; fi
  local port
  port=$(free_port)
  export TEST_S3_ENDPOINT="http://127.0.0.1:$port"
  export TEST_S3_REGION=us-east-1
  TEST_S3_ACCESS_KEY=$(random_hex 10)
  TEST_S3_SECRET_KEY=$(random_hex 20)
  export TEST_S3_ACCESS_KEY TEST_S3_SECRET_KEY
  if find_go; then
    start_versitygw "$port"
  else
    # shellcheck source=radosgw.sh
    source .ci/radosgw.sh
    start_radosgw "$port"
  fi
  wait_for_s3
}

stop_s3() {
  if ((${#s3_pids[@]} == 0)); then return; fi
  kill "${s3_pids[@]}" 2>/dev/null || true
  wait "${s3_pids[@]}" 2>/dev/null || true
  s3_pids=()
}

find_go() {
  if command -v go >/dev/null; then return; fi
  if [[ ! -x /usr/local/go/bin/go ]]; then return 1; fi
  PATH=$PATH:/usr/local/go/bin
}

start_versitygw() {
  local port=$1 folder=${XDG_CACHE_HOME:-$HOME/.cache}/countersign/versitygw-$versitygw_version
  if [[ ! -x $folder/versitygw ]]; then
    say "building Versity Gateway $versitygw_version"
    GOBIN=$folder GOFLAGS='-mod=mod -trimpath' \
      go install "github.com/versity/versitygw/cmd/versitygw@$versitygw_version" \
      >"$work/go.log" 2>&1 || {
      tail -n 20 "$work/go.log"
      return 1
    }
  fi
  mkdir -p "$work/s3/objects" "$work/s3/attributes"
  # For tests that freeze and kill a server of their own.
  export TEST_S3_SERVER=$folder/versitygw
  # Attributes beside the objects: not every file system of a container has extended ones.
  ROOT_ACCESS_KEY=$TEST_S3_ACCESS_KEY ROOT_SECRET_KEY=$TEST_S3_SECRET_KEY \
    "$folder/versitygw" --quiet --keep-alive --port "127.0.0.1:$port" --region "$TEST_S3_REGION" \
    posix --sidecar "$work/s3/attributes" "$work/s3/objects" >"$work/s3.log" 2>&1 &
  s3_pids+=("$!")
}

# Any HTTP answer will do: without a signature it is a refusal.
wait_for_s3() {
  local attempt
  for ((attempt = 0; attempt < 600; attempt++)); do
    if node -e 'fetch(process.argv[1]).catch(() => process.exit(1))' "$TEST_S3_ENDPOINT/"; then
      say "S3 server on $TEST_S3_ENDPOINT"
      return
    fi
    if ! kill -0 "${s3_pids[-1]}" 2>/dev/null; then break; fi
    sleep 0.1
  done
  say 'the S3 server did not start'
  tail -n 40 "$work/s3.log"
  return 1
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
    console.log(s.address().port); s.close() })'
}

random_hex() {
  node -e 'console.log(require("crypto").randomBytes(Number(process.argv[1])).toString("hex"))' "$1"
}
