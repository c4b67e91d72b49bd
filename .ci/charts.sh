# The Helm chart without a cluster: lint, committed examples, schemas, policies, README, settings. Sourced by run,
# which has $work, say and find_go.

run_charts() {
  local result=0
  say 'the chart'
  if ! find_go; then
    say 'the chart is not looked at: its tools are built with Go, which is not here'
    return 0
  fi
  deploy/charts/check.sh >"$work/charts.log" 2>&1 || result=1
  if ((result != 0)); then cat "$work/charts.log"; fi
  say "the chart: $(tail -n 1 "$work/charts.log")"
  return "$result"
}
