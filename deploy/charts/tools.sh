# Versions of the tools and where they come from: Go modules, built once below ~/.cache/countersign. Sourced with
# $cache, $charts and $work.

helm_version=v3.22.0
kubeconform_version=v0.8.0
kube_score_version=v1.20.0
helm_docs_version=v1.14.2
kube_router_version=v2.1.0
gateway_api_version=v1.4.1
prometheus_operator_version=v0.85.0

say() { printf 'charts: %s\n' "$*"; }

# tool NAME PACKAGE VERSION: builds a program once and puts it on the path.
tool() {
  local folder=$cache/$1-$3
  if [[ ! -x $folder/$1 ]]; then
    say "building $1 $3"
    GOBIN=$folder GOFLAGS='-mod=mod -trimpath' go install "$2@$3" >"$work/go.log" 2>&1 || {
      tail -n 20 "$work/go.log"
      return 1
    }
  fi
  PATH=$folder:$PATH
}

# module PATH VERSION: where the files of a Go module are.
module() { go mod download -json "$1@$2" | python3 -c 'import json, sys; print(json.load(sys.stdin)["Dir"])'; }

# The definitions of custom resources that the chart makes, from the modules of those who define them.
find_definitions() {
  local gateway operator
  gateway=$(cd "$work" && module sigs.k8s.io/gateway-api "$gateway_api_version")/config/crd/standard
  operator=$(cd "$work" && module github.com/prometheus-operator/prometheus-operator "$prometheus_operator_version")
  operator=$operator/example/prometheus-operator-crd
  definitions=(
    "$gateway/gateway.networking.k8s.io_httproutes.yaml"
    "$operator"/monitoring.coreos.com_{servicemonitors,prometheusrules}.yaml
    "$charts/schemas/cloudnative-pg-clusters.json"
  )
}

if ! command -v go >/dev/null; then PATH=$PATH:/usr/local/go/bin; fi
