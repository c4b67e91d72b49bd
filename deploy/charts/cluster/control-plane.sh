# etcd, the API server, and on demand what moves pods. Sourced by drill.sh, in a network namespace of its own: ports
# are the usual ones, and nobody else's.

node_address=192.0.2.1
service_range=10.96.0.0/16
export KUBECONFIG=$work/admin.kubeconfig

# account NAME USER GROUP: a kubeconfig and its line in the file of tokens.
account() {
  local token
  token=$(openssl rand -hex 16)
  printf '%s,%s,%s,"%s"\n' "$token" "$2" "$1" "$3" >>"$work/tokens"
  cat >"$work/$1.kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{ name: drill, cluster: { server: 'https://$node_address:6443', insecure-skip-tls-verify: true } }]
users: [{ name: $1, user: { token: $token } }]
contexts: [{ name: drill, context: { cluster: drill, user: $1 } }]
current-context: drill
YAML
}

# until SECONDS COMMAND…: tries again until it succeeds.
until_done() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >"$work/last" 2>&1; do
    if ((SECONDS > end)); then cat "$work/last"; return 1; fi
    sleep 0.5
  done
}

start_api() {
  ip link set lo up
  ip link add node type bridge
  ip address add "$node_address/24" dev node
  ip link set node up
  # A bridge without a port is down; the API server takes its address from a link that is up.
  ip link add node-port type veth peer name node-end
  ip link set node-port master node up
  ip link set node-end up
  ip route add default via "$node_address" dev node
  account admin admin system:masters
  account controllers system:kube-controller-manager ''
  account scheduler system:kube-scheduler ''
  account proxy system:kube-proxy ''
  account kubelet system:node:drill system:nodes
  openssl genrsa -out "$work/accounts.key" 2048 2>/dev/null
  # What is thrown away afterwards need not last.
  etcd --data-dir "$work/etcd" --unsafe-no-fsync --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 >"$work/etcd.log" 2>&1 &
  kube-apiserver --etcd-servers=http://127.0.0.1:2379 --cert-dir="$work/api" --advertise-address="$node_address" \
    --service-cluster-ip-range="$service_range" --token-auth-file="$work/tokens" --authorization-mode=Node,RBAC \
    --service-account-issuer=https://drill --service-account-key-file="$work/accounts.key" \
    --service-account-signing-key-file="$work/accounts.key" --allow-privileged=true \
    --kubelet-preferred-address-types=InternalIP >"$work/kube-apiserver.log" 2>&1 &
  until_done 120 kubectl get --raw /readyz
}

start_controllers() {
  kube-controller-manager --kubeconfig="$work/controllers.kubeconfig" --leader-elect=false --use-service-account-credentials=true \
    --service-account-private-key-file="$work/accounts.key" --cluster-cidr=10.244.0.0/16 --allocate-node-cidrs=false \
    >"$work/kube-controller-manager.log" 2>&1 &
  kube-scheduler --kubeconfig="$work/scheduler.kubeconfig" --leader-elect=false >"$work/kube-scheduler.log" 2>&1 &
}
