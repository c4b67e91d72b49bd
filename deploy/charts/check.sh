#!/usr/bin/env bash
# Looks at the chart without a cluster: lint, the committed examples, schemas, order of hooks, network policies, rules, good practice, README,
# settings.
#   deploy/charts/check.sh          fails at the first difference
#   deploy/charts/check.sh --write  writes the rendered examples and the README
# Needs Go (1.26), Python with venv, and installed node_modules; tools are built once, below ~/.cache/countersign.
set -euo pipefail

cd "$(dirname "$0")/../.."
root=$PWD
charts=$root/deploy/charts
chart=$charts/countersign
cache=${XDG_CACHE_HOME:-$HOME/.cache}/countersign
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tools.sh
source "$charts/tools.sh"

schemas_version=1.37.0
# The oldest that the chart takes, and the newest that there are schemas of.
kubernetes_versions=(1.30.0 1.37.0)

# JSON Schemas of Kubernetes, of each version, with a parser of YAML.
schemas() {
  python=$cache/kubernetes-validate-$schemas_version
  if [[ ! -e $python/done ]]; then
    say "installing schemas of Kubernetes $schemas_version"
    rm -rf "$python"
    python3 -m venv "$python"
    "$python/bin/pip" install -q --disable-pip-version-check "kubernetes-validate==$schemas_version"
    touch "$python/done"
  fi
  local bundle
  bundle=$("$python/bin/python" -c 'import kubernetes_validate, pathlib
print(pathlib.Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema")')
  "$python/bin/python" "$charts/checks/schemas.py" "$work/schemas" "$bundle" "${kubernetes_versions[0]},${kubernetes_versions[1]}" \
    "${definitions[@]}"
}

# An example says at its top which namespace it is for, where that matters.
render() {
  local namespace
  namespace=$(sed -n 's/^# namespace: //p' "$1")
  helm template countersign "$chart" --namespace "${namespace:-countersign}" --kube-version 1.35 --values "$1"
}

examples() {
  local values name
  mkdir "$work/rendered"
  for values in "$charts"/examples/*.yaml; do
    name=$(basename "$values")
    helm lint --strict --quiet "$chart" --values "$values"
    render "$values" >"$work/rendered/$name"
  done
  if ((write)); then rm -rf "$charts/examples/rendered" && cp -r "$work/rendered" "$charts/examples/rendered"; fi
  diff -ru "$charts/examples/rendered" "$work/rendered"
  "$python/bin/python" "$charts/checks/used.py" "$chart/values.schema.json" "$charts"/examples/*.yaml
}

hooks() { "$python/bin/python" "$charts/checks/hooks.py" "$work"/rendered/*.yaml; }

ways() { "$python/bin/python" "$charts/checks/ways.py" "$work"/rendered/*.yaml; }

validate() {
  local version
  for version in "${kubernetes_versions[@]}"; do
    kubeconform -summary \
      -schema-location "$work/schemas/$version/{{.ResourceKind}}{{.KindSuffix}}.json" \
      -schema-location "$work/schemas/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json" \
      "$work"/rendered/*.yaml
  done
}

# A release for each service, beside each other, has each rule once, and Prometheus takes them all.
rules() {
  local service
  mkdir "$work/alone"
  for service in iam bpm dms gateway; do
    helm template "$service" "$chart" --kube-version 1.35 --set publicUrl=https://approvals.example.org \
      --set "$service.enabled=true,dms.settings.STORAGE_S3_ENDPOINT=https://s3.example.org" \
      --set monitoring.rules.enabled=true >"$work/alone/$service.yaml"
  done
  "$python/bin/python" "$charts/checks/rules.py" "$work/rules" "$work"/alone/*.yaml
  if command -v promtool >/dev/null; then
    promtool check rules --lint-fatal "$work"/rules/*.yaml >"$work/promtool" || { cat "$work/promtool"; return 1; }
  else
    say 'promtool is not here: nobody has read the expressions of the rules'
  fi
}

# Left out, each for a reason: images are named by version or digest, which never changes (pull policy); the user
# of the images is 1000 (user id); processes of one thread are bound by requests, and a limit would only stall them
# (CPU limit); pods are spread by topologySpreadConstraints (anti-affinity); the gateway's readiness is that of all
# services (identical probes).
policies() {
  local file
  for file in "$work"/rendered/*.yaml; do
    kube-score score --kubernetes-version v1.35 --output-format ci --ignore-container-cpu-limit \
      --ignore-test container-image-pull-policy --ignore-test container-security-context-user-group-id \
      --ignore-test deployment-has-host-podantiaffinity --ignore-test pod-probes-identical \
      --exit-one-on-warning "$file" >"$work/score" || {
      grep -vE '^\[(OK|SKIPPED)\]' "$work/score"
      return 1
    }
  done
}

readme() {
  cp -r "$chart" "$work/chart"
  helm-docs --chart-search-root "$work/chart" --template-files README.md.gotmpl --sort-values-order file --log-level error
  if ((write)); then cp "$work/chart/README.md" "$chart/README.md"; fi
  diff -u "$chart/README.md" "$work/chart/README.md"
}

# Values that must not be taken: by the schema, or by templates/checks.yaml.
refusals() {
  local values
  while read -r values; do
    # shellcheck disable=SC2086
    if helm template countersign "$chart" --kube-version 1.35 --values "$charts/examples/iam-alone.yaml" $values >"$work/out" 2>&1; then
      say "took $values"
      return 1
    fi
  done <<'VALUES'
--set iam.enabled=false
--set publicUrl=
--set publicUrl=https://a.example/path
--set iam.secrets.COOKIE_KEYS=plain
--set iam.settings.COOKIE_KEYS=plain
--set iam.settings.SESSION_IDLE_MINUTE=30
--set iam.settings.PORT=80
--set iam.replica=2
--set iam.replicas=0
--set iam.drainSeconds=90
--set dms.enabled=true
--set trustedAuthorities.configMap=Ours
--set trustedAuthorities.configMap=ours,trustedAuthorities.secret=ours
--set routes.enabled=true
--set gateway.enabled=true,routes.enabled=true
--set monitoring.rules.runbookBase=wiki
--set networkPolicies.neighbours.expense[0].ipBlock.cidr=10.0.0.0/8
--set postgresql.cloudNativePg.enabled=true,postgresql.cloudNativePg.instances=1
VALUES
}

write=0
if [[ ${1:-} == --write ]]; then write=1; fi
tool helm helm.sh/helm/v3/cmd/helm "$helm_version"
tool kubeconform github.com/yannh/kubeconform/cmd/kubeconform "$kubeconform_version"
tool kube-score github.com/zegl/kube-score/cmd/kube-score "$kube_score_version"
tool helm-docs github.com/norwoodj/helm-docs/cmd/helm-docs "$helm_docs_version"
find_definitions
schemas
for step in examples validate hooks ways rules policies readme refusals; do
  "$step" || { say "$step failed"; exit 1; }
done
"$python/bin/python" "$charts/checks/config_check.py" "$root" "$work"/rendered/*.yaml
say "$(ls "$work/rendered" | wc -l) examples on Kubernetes ${kubernetes_versions[*]}, in $SECONDS s"
