# A few files that failed run once more, alone: what passes then is unsteady, not broken, and one of thousands of tests
# does not hide what the others say. Each is named in the output, and is a fault of its own until somebody mended it.
# Sourced by run, which has say.

# run_again <prefix> <command that takes test files>
# Reads what vitest.config.ts wrote to FAILED_FILES from <prefix>.failed; corrects the line in <prefix>.closing. Fails
# when one fails again, when more than five had failed, and when what failed belongs to no file.
run_again() {
  local prefix=$1 files passed failed skipped rest
  shift
  mapfile -t files < <(cut -f 1 "$prefix.failed" 2>/dev/null)
  if ((${#files[@]} == 0 || ${#files[@]} > 5)); then return 1; fi
  say "once more, alone: ${files[*]}"
  "$@" "${files[@]}" >"$prefix.again" 2>&1 || {
    cat "$prefix.again"
    return 1
  }
  sed 's/^/== unsteady: /; s/\t/\n==   /g' "$prefix.failed"
  read -r passed rest failed rest skipped rest < <(tr -d ',' <"$prefix.closing" | tail -n 1)
  printf '%s passed, 0 failed, %s skipped\n' "$((passed + failed))" "$skipped" >"$prefix.closing"
}
