#!/usr/bin/env bash
# Runs the chart on a real cluster of this machine, in namespaces of its own (network, processes, mounts): it leaves
# nothing behind.
#   deploy/charts/cluster/drill.sh          an API server alone: what it takes and refuses, upgrades of one service
#   deploy/charts/cluster/drill.sh node     a node, and the platform on it, of this tree's images; or of those in
#                                           IMAGES=images.tar TAG=local, which `docker save` wrote of iam, bpm,
#                                           dms, gateway, postgres:18 and versity/versitygw
# Needs root, Go (1.26), openssl, iproute2; a node: containerd, runc, the CNI plugins, iptables, ipset, conntrack,
# dnsmasq; images of this tree: what .ci/save-images.sh says.
# The first run builds Kubernetes.
set -euo pipefail

charts=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
chart=$charts/countersign
cache=${XDG_CACHE_HOME:-$HOME/.cache}/countersign
part=${1:-api}
say() { printf 'cluster: %s (%s s)\n' "$*" "$SECONDS"; }

# Outside: what needs the network of the machine.
if [[ -z ${DRILL_WORK:-} ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # shellcheck source=../tools.sh
  source "$charts/tools.sh"
  # shellcheck source=programs.sh
  source "$charts/cluster/programs.sh"
  tool helm helm.sh/helm/v3/cmd/helm "$helm_version"
  build etcd kube-apiserver kubectl
  if [[ $part == node ]]; then
    build kube-controller-manager kube-scheduler kube-proxy kubelet
    tool kube-router github.com/cloudnativelabs/kube-router/v2/cmd/kube-router "$kube_router_version"
    if [[ -z ${IMAGES:-} ]]; then
      export IMAGES=$work/images.tar TAG=check
      "$charts/../../.ci/save-images.sh" "$IMAGES"
    fi
  fi
  find_definitions
  printf '%s\n' "${definitions[@]}" >"$work/definitions"
  export PATH DRILL_WORK=$work
  result=0
  unshare --net --mount --pid --fork --mount-proc --kill-child "$0" "$part" || result=$?
  find /sys/fs/cgroup/*/drill -depth -type d -exec rmdir {} + 2>/dev/null || true
  exit "$result"
fi

work=$DRILL_WORK
mapfile -t definitions <"$work/definitions"
# shellcheck source=programs.sh
source "$charts/cluster/programs.sh"
# shellcheck source=control-plane.sh
source "$charts/cluster/control-plane.sh"
# shellcheck source=api.sh
source "$charts/cluster/api.sh"

# step WHAT COMMAND…: prints what a failed one said.
step() {
  local what=$1
  shift
  "$@" >"$work/step.log" 2>&1 || {
    cat "$work/step.log"
    kubectl get events,pods --all-namespaces | tail -n 30
    say "$what: failed"
    exit 1
  }
  grep '^cluster: ' "$work/step.log" || say "$what"
  if [[ -n ${VERBOSE:-} ]]; then cat "$work/step.log"; fi
}

start_api
say "Kubernetes $kubernetes_version answers"
step 'definitions of custom resources' apply_definitions
step 'admission policy' kubectl apply -f "$charts/cluster/admission.yaml"
step 'namespaces with the restricted profile' eval 'namespace countersign && namespace pods && namespace releases'
case $part in
  api)
    step 'every object of every example, without a warning' take_examples
    step 'pods' take_pods
    step 'releases' upgrade_alone
    ;;
  node)
    # shellcheck source=node.sh
    source "$charts/cluster/node.sh"
    # shellcheck source=platform.sh
    source "$charts/cluster/platform.sh"
    run_platform
    ;;
esac
say 'done'
