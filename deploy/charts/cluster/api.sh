# What needs an API server and no node: definitions, strict validation, admission, and Helm's own upgrades. Sourced.

apply_definitions() {
  local file
  for file in "${definitions[@]}"; do kubectl apply --server-side -f "$file"; done
  until_done 60 kubectl wait --for=condition=Established crd --all --timeout=30s
}

# namespace NAME: with the restricted profile and our admission policy enforced.
namespace() {
  kubectl create namespace "$1"
  kubectl label namespace "$1" drill=countersign pod-security.kubernetes.io/enforce=restricted \
    pod-security.kubernetes.io/warn=restricted
  # Made by a controller in a real cluster; a pod is refused without.
  kubectl --namespace "$1" create serviceaccount default --save-config=false 2>/dev/null || true
}

# Each object of each example, as the server takes it; a warning is a fault.
take_examples() {
  local values
  for values in "$charts"/examples/*.yaml; do
    helm template countersign "$chart" --namespace countersign --kube-version "$kubernetes_version" --values "$values" |
      kubectl apply --server-side --dry-run=server --validate=strict --warnings-as-errors -f -
  done
}

# The pods of workloads are made by controllers; here each template is asked for as a pod. A pod of root is refused.
take_pods() {
  local values count=0 refused=0
  helm template countersign "$chart" --namespace pods --kube-version "$kubernetes_version" \
    --values "$charts/examples/existing.yaml" >"$work/existing.yaml"
  for values in iam bpm dms gateway; do kubectl --namespace pods create serviceaccount "countersign-$values"; done
  kubectl create --dry-run=client --validate=false -o json -f "$work/existing.yaml" | python3 "$charts/cluster/pods.py" "$work/pods"
  for values in "$work"/pods/good-*.json; do
    kubectl create --dry-run=server -f "$values" && count=$((count + 1))
  done
  for values in "$work"/pods/bad-*.json; do
    # A new policy takes a moment until the server keeps it.
    until_done 10 refused "$values" || return 1
    cat "$work/refusal"
    refused=$((refused + 1))
  done
  say "$count pods admitted as restricted, $refused planted ones refused"
}

# refused POD: by the profile or by our policy, not for any other reason.
refused() {
  ! kubectl create --dry-run=server -f "$1" 2>"$work/refusal" &&
    grep -qE 'violates PodSecurity "restricted|ValidatingAdmissionPolicy .countersign-drill. .* denied request' "$work/refusal"
}

generation() { kubectl --namespace releases get "deployment/countersign-$1" -o 'jsonpath={.metadata.generation}'; }

# One release for each service: one is upgraded and rolled back, and nothing of the others moves.
upgrade_alone() {
  local name before
  local common=(--namespace releases --no-hooks --values "$charts/cluster/values.yaml" --set image.tag=0.1.0)
  for name in iam bpm dms gateway; do
    helm install "$name" "$chart" "${common[@]}" --set "$name.enabled=true" >/dev/null
  done
  before="$(generation iam) $(generation dms) $(generation gateway)"
  helm upgrade bpm "$chart" "${common[@]}" --set bpm.enabled=true --set bpm.image.tag=0.2.0 >/dev/null
  [[ $(image_of bpm) == countersign/bpm:0.2.0 ]]
  helm rollback bpm 1 >/dev/null --namespace releases --no-hooks
  [[ $(image_of bpm) == countersign/bpm:0.1.0 ]]
  [[ "$(generation iam) $(generation dms) $(generation gateway)" == "$before" ]]
  say 'four releases beside each other: bpm upgraded and rolled back, nothing else moved'
}

image_of() {
  kubectl --namespace releases get "deployment/countersign-$1" -o 'jsonpath={.spec.template.spec.containers[0].image}'
}
