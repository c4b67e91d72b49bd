# Work beside other work, and what is left of a run. Sourced by run, which has $work, say and what stops the servers.

# What is started here carries it in its environment.
export COUNTERSIGN_RUN=$work
declare -A lanes=()

# beside <name> <function>: runs it in the background, with servers of its own; join shows what it said.
beside() {
  (
    trap "stop_oldest; stop_docker" EXIT
    "$2" || exit
  ) >"$work/$1.lane" 2>&1 &
  lanes[$1]=$!
}

# Waits for what runs beside, and ends as it ended.
join() {
  local result=0
  wait "${lanes[$1]}" || result=$?
  unset "lanes[$1]"
  cat "$work/$1.lane"
  return "$result"
}

# Runs in the background what takes long: a signal is heard at once, not when it has ended.
heed() {
  "$@" &
  wait "$!"
}

# The processes that this run has started and that have not ended; of this shell itself the environment says nothing.
left_behind() {
  local file
  for file in $(grep -lzsxF "COUNTERSIGN_RUN=$work" /proc/[0-9]*/environ); do
    if [[ -e $file ]]; then cut -d / -f 3 <<<"$file"; fi
  done
}

# After a run that was interrupted that is everything; after one that came to its end, nothing should be.
end_left_behind() {
  local pids pid
  if ((${#lanes[@]})); then kill "${lanes[@]}" 2>/dev/null; fi
  mapfile -t pids < <(left_behind)
  for pid in "${pids[@]}"; do say "still running: $(tr '\0' ' ' <"/proc/$pid/cmdline" | cut -c 1-200)"; done
  if ((${#pids[@]})); then kill "${pids[@]}" 2>/dev/null; fi
  for _ in $(seq 200); do
    mapfile -t pids < <(left_behind)
    if ((${#pids[@]} == 0)); then break; fi
    sleep 0.1
  done
  if ((${#pids[@]})); then kill -KILL "${pids[@]}" 2>/dev/null; fi
  wait
}
