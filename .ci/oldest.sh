# The services' features on the oldest PostgreSQL that Debian gives (15 on bookworm, the oldest that
# is supported), behind PgBouncer in transaction mode. Sourced by run, which has $work, $pnpm and say.

oldest_folder() { find /usr/lib/postgresql -mindepth 1 -maxdepth 1 2>/dev/null | sort -V | head -n 1; }

free_tcp_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
    console.log(s.address().port); s.close() })'
}

# Runs a program as an account that both servers take: neither runs as root.
as_postgres() { (exec_as_postgres "$@"); }

# Becomes the program, so that the number of the process in the background is the program's own.
exec_as_postgres() {
  if ((EUID == 0)); then exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else exec "$@"; fi
}

start_oldest() {
  local bin=$1 home=$2 server pooler
  server=$(free_tcp_port)
  mkdir -p "$home"
  if ((EUID == 0)); then chmod 711 "$work" && chown postgres "$home"; fi
  as_postgres "$bin/initdb" -D "$home/data" -U postgres --auth=trust --encoding=UTF8 \
    --locale=C.UTF-8 --no-sync >"$home.servers"
  # What is thrown away afterwards need not last.
  { exec_as_postgres "$bin/postgres" -D "$home/data" -p "$server" -k "$home" -c listen_addresses=127.0.0.1 \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 \
    -c timezone=UTC >>"$home.servers" 2>&1; } &
  oldest_pids+=("$!")
  pooler=$(free_tcp_port)
  # Every role of the server may come, each as itself: the pooler asks the server which there are.
  echo '"postgres" ""' >"$home.users"
  cat >"$home.ini" <<INI
[databases]
* = host=127.0.0.1 port=$server
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = trust
auth_file = $home.users
auth_user = postgres
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
server_idle_timeout = 5
INI
  { exec_as_postgres pgbouncer -q "$home.ini" >>"$home.servers" 2>&1; } &
  oldest_pids+=("$!")
  oldest_url="postgresql://postgres@127.0.0.1:$pooler/postgres?prepared_statements=false"
  for _ in $(seq 100); do
    as_postgres "$bin/pg_isready" -q -h 127.0.0.1 -p "$server" && return
    sleep 0.1
  done
  return 1
}

# PostgreSQL ends at once by SIGINT, for SIGTERM it would wait for its clients; PgBouncer the other way round.
stop_oldest() {
  if ((${#oldest_pids[@]} == 0)); then return; fi
  kill "${oldest_pids[1]:-}" 2>/dev/null || true
  kill -INT "${oldest_pids[0]}" 2>/dev/null || true
  wait "${oldest_pids[@]}" 2>/dev/null || true
  oldest_pids=()
}

# Has it plan each statement that the services sent when their tests ran before, which takes seconds: what a version
# does not know, it refuses.
plan_statements() {
  node_modules/.bin/node --conditions=source packages/repo-checks/src/statements/planned.ts "$work/statements" "$oldest_url"
}

# Files of the features that together ask most of the statements that all of them asked when they ran before: what PostgreSQL
# has no say in is tested once. Left out is what is about processes that die and neighbours that fail. And that of
# deliveries ends connections by the name of whoever opened them, which a pooler lends to others, too.
covering_files() {
  git ls-files services/{iam,bpm,dms}/src/features services/iam/src/{authority,oidc} services/bpm/src/runtime \
    deploy/expense/src/app.test.ts |
    grep -E '\.test\.ts$' | grep -vE '/(faults|crash|kills|outage|storage-killed)\.test\.ts$' |
    node_modules/.bin/node --conditions=source packages/repo-checks/src/statements/covering.ts "$work/statements"
}

run_oldest() {
  local folder files result=0 tests
  folder=$(oldest_folder)
  say "tests on PostgreSQL ${folder##*/} behind PgBouncer"
  covering_files >"$work/oldest.files" || result=1
  mapfile -t files <"$work/oldest.files"
  files+=(packages/test-kit/src/databases.test.ts)
  start_oldest "$folder/bin" "$work/oldest" || result=1
  plan_statements || result=1
  if ((result == 0)); then
    tests=(env -u TEST_REQUIRE TEST_TOOLS=none DATABASE_URL="$oldest_url" "${pnpm[@]}" test)
    FAILED_FILES=$work/oldest.failed "${tests[@]}" "${files[@]}" >>"$work/oldest.log" 2>&1 || result=1
    grep -E "$closing_line" "$work/oldest.log" | tail -n 1 >"$work/oldest.closing"
    if ((result != 0)); then
      cat "$work/oldest.log"
      if run_again "$work/oldest" "${tests[@]}"; then result=0; fi
    fi
  fi
  stop_oldest
  say "PostgreSQL ${folder##*/} behind PgBouncer: $(cat "$work/oldest.closing" || echo 'no closing line')"
  return "$result"
}

oldest_pids=()
oldest_url=
