# The README's test command as a newcomer has it: in a fresh clone, with an empty home, none of the
# optional tools, no root where that can be had, and Node 20. Of the files that hold tests for each of
# these tools it runs one: there they are skipped and counted, the others pass; and the main job. Sourced by run,
# which has $work, $pnpm and say.

# Succeeds when nothing failed and something was skipped.
run_bare() {
  local folder=$work/bare files line result=0
  say 'tests as on a bare machine'
  mkdir "$folder"
  git clone -q . "$folder/countersign" || return 1
  mapfile -t files < <(one_file_for_each_tool; echo e2e/main-job.test.ts)
  mkdir "$folder/home"
  local as=()
  if ((EUID == 0)) && has setpriv; then
    chmod 711 "$work"
    chown -R 65534:65534 "$folder"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  fi
  (
    cd "$folder/countersign" || exit 1
    "${as[@]}" env -u TEST_REQUIRE -u XDG_CACHE_HOME HOME="$folder/home" TMPDIR=/tmp \
      PATH="$(path_with_node_20)" TEST_TOOLS=none \
      "${pnpm[@]}" test "${files[@]}" >"$work/bare.log" 2>&1
  ) || result=1
  line=$(grep -E "$closing_line" "$work/bare.log" | tail -n 1)
  if [[ -z $line || $line == *' 0 skipped' ]]; then result=1; fi
  if ((result != 0)); then cat "$work/bare.log"; fi
  say "bare machine: ${line:-no closing line}"
  return "$result"
}

# Each tool is looked for in one place for all files. Not those that start a service anew at each of its steps.
one_file_for_each_tool() {
  git grep -oE "(@module-tag |tags: ')[a-z0-9-]+" -- {services,deploy,e2e}/'*.test.ts' |
    grep -vE '/(crash-steps|faults)\.test\.ts:' | sed -E "s/:(@module-tag |tags: ')/ /" | sort -k 2 -u | cut -d ' ' -f 1 | sort -u
}

path_with_node_20() {
  local path=/usr/bin:/bin
  path=$(dirname "$(command -v npx)"):$path
  if [[ $(node --version) != v20.* ]]; then
    npm install --silent --no-save --prefix "$work/node20" node@20.20.2 >&2
    path=$work/node20/node_modules/node/bin:$path
  fi
  printf '%s\n' "$path"
}
