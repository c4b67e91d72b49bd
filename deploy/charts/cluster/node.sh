# One node: containerd, kubelet, kube-proxy, names. Sourced by drill.sh.

pause_image=countersign/pause:drill

# What containerd and kubelet write outside of $work is on file systems of this mount namespace alone.
prepare_mounts() {
  mount --make-rshared /
  mount -t tmpfs tmpfs /run
  mkdir -p "$work/var-log" "$work/etc"
  mount --bind "$work/var-log" /var/log
  # In memory: thousands of files are unpacked, and gone with the namespace.
  mkdir -p "$work/containerd"
  mount -t tmpfs tmpfs "$work/containerd"
  printf 'nameserver %s\n' "$node_address" >"$work/etc/resolv.conf"
  # cgroup v1: a group of our own in each hierarchy, removed at the end.
  local hierarchy
  for hierarchy in /sys/fs/cgroup/*/; do
    mkdir -p "$hierarchy/drill" 2>/dev/null || continue
    if [[ -e $hierarchy/drill/cpuset.cpus ]]; then
      cat "$hierarchy/cpuset.cpus" >"$hierarchy/drill/cpuset.cpus"
      cat "$hierarchy/cpuset.mems" >"$hierarchy/drill/cpuset.mems"
    fi
  done
}

# The image that holds a pod's namespaces, as an archive that containerd imports.
make_pause_image() {
  local folder=$work/pause layer config
  mkdir -p "$folder"
  printf 'package main\n\nimport ("os"; "os/signal"; "syscall")\n\nfunc main() { c := make(chan os.Signal, 1); signal.Notify(c, syscall.SIGTERM, syscall.SIGINT); <-c }\n' >"$folder/main.go"
  (cd "$folder" && CGO_ENABLED=0 GO111MODULE=off go build -ldflags '-s -w' -o pause main.go && tar -cf layer.tar pause)
  layer=$(sha256sum "$folder/layer.tar" | cut -d' ' -f1)
  printf '{"architecture":"amd64","os":"linux","config":{"Entrypoint":["/pause"]},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' "$layer" >"$folder/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]' "$pause_image" >"$folder/manifest.json"
  tar -C "$folder" -cf "$work/pause.tar" manifest.json config.json layer.tar
}

start_containerd() {
  cat >"$work/containerd.toml" <<TOML
version = 2
root = "$work/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/$pause_image"
  # A machine without CAP_SYS_RESOURCE may not make a process less likely to be killed.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$work/cni"
[plugins."io.containerd.internal.v1.opt"]
  path = "$work/opt"
TOML
  mkdir -p "$work/cni"
  # Routed, not bridged: so answers of a Service come back by the address that was asked.
  cat >"$work/cni/10-pods.conflist" <<'JSON'
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "ptp", "ipMasq": false, "ipam": { "type": "host-local", "ranges": [[{ "subnet": "10.244.0.0/24" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
  { "type": "portmap", "capabilities": { "portMappings": true } } ] }
JSON
  echo 1 >/proc/sys/net/ipv4/ip_forward
  containerd --config "$work/containerd.toml" >"$work/containerd.log" 2>&1 &
  until_done 30 ctr -a /run/containerd.sock version
  ctr -a /run/containerd.sock -n k8s.io images import "$work/pause.tar"
  ctr -a /run/containerd.sock -n k8s.io images import "$IMAGES"
}

start_kubelet() {
  cat >"$work/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: { anonymous: { enabled: true }, webhook: { enabled: false } }
authorization: { mode: AlwaysAllow }
cgroupDriver: cgroupfs
cgroupRoot: /drill
# This machine has cgroup v1, which Kubernetes is about to leave.
failCgroupV1: false
failSwapOn: false
clusterDNS: ['$node_address']
clusterDomain: cluster.local
resolvConf: $work/etc/resolv.conf
containerRuntimeEndpoint: unix:///run/containerd.sock
evictionHard: { memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1% }
YAML
  kubelet --config="$work/kubelet.yaml" --kubeconfig="$work/kubelet.kubeconfig" --root-dir="$work/kubelet" \
    --hostname-override=drill --node-ip="$node_address" >"$work/kubelet.log" 2>&1 &
  cat >"$work/proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: { kubeconfig: $work/proxy.kubeconfig }
mode: iptables
clusterCIDR: 10.244.0.0/16
hostnameOverride: drill
conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
YAML
  kube-proxy --config="$work/proxy.yaml" >"$work/kube-proxy.log" 2>&1 &
  until_done 120 kubectl wait --for=condition=Ready node/drill --timeout=5s
}

# Names of Services, as a cluster's DNS has them: told anew after each installation.
start_names() {
  mkdir -p "$work/hosts"
  tell_names
  dnsmasq --keep-in-foreground --no-resolv --no-hosts --local=/#/ --hostsdir="$work/hosts" --listen-address="$node_address" \
    --bind-interfaces --pid-file= --user=root >"$work/dnsmasq.log" 2>&1 &
}

tell_names() {
  kubectl get services --all-namespaces -o 'jsonpath={range .items[*]}{.spec.clusterIP} {.metadata.name}.{.metadata.namespace}.svc.cluster.local{"\n"}{end}' |
    grep -v None >"$work/names"
  mv "$work/names" "$work/hosts/services.$RANDOM"
}

# What keeps to NetworkPolicies: the firewall of kube-router alone, beside kube-proxy.
start_policies() {
  kube-router --kubeconfig="$KUBECONFIG" --hostname-override=drill --run-firewall=true --run-router=false \
    --run-service-proxy=false --service-cluster-ip-range="$service_range" >"$work/kube-router.log" 2>&1 &
  until_done 60 curl -sf http://127.0.0.1:20244/healthz
}
