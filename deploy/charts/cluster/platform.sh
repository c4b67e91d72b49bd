# The whole platform on the node: one release for each service, in the order in which they need each other. Sourced by drill.sh.

run_platform() {
  prepare_mounts
  make_pause_image
  start_controllers
  step 'containerd and the images' start_containerd
  step 'a node is ready' start_kubelet
  start_names
  step 'secrets, as the guide draws them' draw_secrets
  step 'PostgreSQL and S3, and the databases of the guide' start_data
  step 'four releases' install_services
  step 'each program finds what it needs, and a sign-in begins' ask_doctors
  step 'no policy is enforced: everybody reaches everything' each_way reaches
  step 'a network that keeps to policies' start_policies
  step 'what they forbid is out of reach' each_way is_kept_from
  step 'each program still finds what it needs' ask_doctors
  step 'a rolling restart' load restart iam
  step 'an upgrade of bpm alone' load install_one bpm --set bpm.replicas=3
  step 'its rollback' load helm rollback bpm 1 --namespace countersign --wait
  step 'a namespace of its own for iam' namespace identity
  step 'iam moves there' load move_apart
  step 'each program finds what it needs across namespaces' ask_doctors identity
  forbidden_ways=("${apart_ways[@]}")
  step 'what policies forbid between them is out of reach' each_way is_kept_from
}

# As docs/operations/kubernetes.md tells it, steps 2 to 4.
draw_secrets() {
  local public
  printf %s "$(openssl rand -hex 16)" >"$work/postgres_password"
  printf %s "$(openssl rand -hex 10)" >"$work/storage_access_key"
  printf %s "$(openssl rand -hex 20)" >"$work/storage_secret_key"
  S3_ACCESS_KEY=$(<"$work/storage_access_key") S3_SECRET_KEY=$(<"$work/storage_secret_key") \
    "$charts/secrets.sh" "$work/drawn" postgres.data:5432
  public=$(sed -n 's/^publicUrl: //p' "$charts/cluster/values.yaml")
  sed -i "s#https://approvals.example.org#$public#" "$work/drawn/seed.json"
  kubectl --namespace countersign apply -f "$work/drawn/secrets.yaml"
  kubectl --namespace countersign create secret generic countersign-iam-seed --from-file="$work/drawn/seed.json"
}

start_data() {
  local name files=()
  for name in postgres_password storage_access_key storage_secret_key; do files+=("--from-file=$work/$name"); done
  kubectl create namespace data
  kubectl --namespace data create secret generic servers "${files[@]}"
  sed "s#STRANGER_IMAGE#countersign/gateway:${TAG:-local}#" "$charts/cluster/data.yaml" | kubectl apply -f -
  tell_names
  kubectl --namespace data wait --for=condition=Ready pod --all --timeout=150s
  # shellcheck disable=SC2016 # the pod's own file
  kubectl --namespace data exec --stdin postgres -- sh -c \
    'PGPASSWORD=$(cat /run/secrets/postgres_password) psql -h 127.0.0.1 -U postgres -v ON_ERROR_STOP=1' <"$work/drawn/databases.sql"
}

install_services() {
  local name
  for name in iam bpm dms gateway; do install_one "$name"; done
}

install_one() { install_in countersign "$@"; }

# install_in NAMESPACE NAME [FLAG…]: waits until its pods are ready; names are told once its Service is there.
install_in() {
  local where=$1 name=$2 helm_pid tag=${TAG:-local}
  shift 2
  helm upgrade --install "$name" "$chart" --namespace "$where" --values "$charts/cluster/values.yaml" \
    --set "$name.enabled=true" --set "image.tag=$tag" "$@" --wait --timeout 10m &
  helm_pid=$!
  until_done 300 kubectl --namespace "$where" get "service/countersign-$name"
  tell_names
  wait "$helm_pid"
}

# As docs/operations/kubernetes.md tells it of services in namespaces of their own: two of iam, then the others go to the new one.
move_apart() {
  local name
  kubectl --namespace identity apply -f "$work/drawn/secrets.yaml"
  kubectl --namespace identity create secret generic countersign-iam-seed --from-file="$work/drawn/seed.json"
  install_in identity iam --set-json "networkPolicies.neighbours={\"bpm\":$(peers countersign),\"dms\":$(peers countersign),\"gateway\":$(peers countersign)}"
  for name in bpm dms gateway; do
    install_one "$name" --set addresses.iam=http://countersign-iam.identity:8081 \
      --set-json "networkPolicies.neighbours.iam=$(peers identity)"
  done
  helm uninstall iam --namespace countersign --wait
}

peers() { printf '[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"%s"}}}]' "$1"; }

# What each program says of itself and its neighbours; that of the gateway begins a sign-in. Where iam is: $1.
ask_doctors() {
  local name
  kubectl --namespace "${1:-countersign}" exec deployment/countersign-iam -- node dist/cli.js doctor
  for name in bpm dms gateway; do
    kubectl --namespace countersign exec "deployment/countersign-$name" -- node dist/cli.js doctor
  done
}

# Ways that no policy of the chart allows, each a pod that runs Node and an address.
forbidden_ways=(
  'countersign deployment/countersign-iam countersign-bpm.countersign 8082'
  'countersign deployment/countersign-iam countersign-dms.countersign 8083'
  'countersign deployment/countersign-iam storage.data 7070'
  'countersign deployment/countersign-bpm storage.data 7070'
  'countersign deployment/countersign-gateway postgres.data 5432'
  'countersign deployment/countersign-gateway storage.data 7070'
  'countersign deployment/countersign-dms countersign-gateway.countersign 8080'
  'data pod/stranger countersign-iam.countersign 8081'
  'data pod/stranger countersign-bpm.countersign 8082'
  'data pod/stranger countersign-dms.countersign 8083'
  'data pod/stranger countersign-gateway.countersign 8090'
)

# Once iam is in a namespace of its own; who may come to it comes from the other.
apart_ways=(
  'identity deployment/countersign-iam countersign-bpm.countersign 8082'
  'identity deployment/countersign-iam countersign-dms.countersign 8083'
  'identity deployment/countersign-iam countersign-gateway.countersign 8080'
  'countersign deployment/countersign-gateway countersign-iam.identity 9090'
  'data pod/stranger countersign-iam.identity 8081'
)

# each_way COMMAND: called with each way.
each_way() {
  local way
  for way in "${forbidden_ways[@]}"; do
    # shellcheck disable=SC2086
    "$1" $way || { echo "$way: not so"; return 1; }
  done
  say "$1: ${#forbidden_ways[@]} ways"
}

# reaches NAMESPACE FROM HOST PORT: a connection is made within three seconds.
reaches() {
  kubectl --namespace "$1" exec "$2" -- node -e '
    const socket = require("node:net").connect({ host: process.argv[1], port: process.argv[2] })
    const end = (status) => () => process.exit(status)
    socket.on("connect", end(0)).on("error", end(3)).setTimeout(3000, end(3))' "$3" "$4"
}

# By the way itself, not because nobody could be asked.
is_kept_from() {
  local result=0
  reaches "$@" || result=$?
  ((result == 3))
}

# load COMMAND…: asks for the keys of iam through the gateway, and for bpm, while COMMAND runs.
load() {
  local address
  address=$(kubectl --namespace countersign get service/countersign-gateway -o 'jsonpath={.spec.clusterIP}'):8080
  "$@" &
  local pid=$!
  : >"$work/answers"
  while kill -0 "$pid" 2>/dev/null; do
    curl -s -o /dev/null -m 10 -w '%{http_code}\n' "http://$address/oauth2/jwks" >>"$work/answers" || true
    curl -s -o /dev/null -m 10 -w '%{http_code}\n' "http://$address/api/bpm/v1/event-keys" >>"$work/answers" || true
  done
  wait "$pid"
  say "$(sort "$work/answers" | uniq -c | tr -s ' ' | tr '\n' ';') while $*"
  ! grep -qv 200 "$work/answers"
}

restart() {
  local namespaced=(kubectl --namespace countersign)
  "${namespaced[@]}" rollout restart "deployment/countersign-$1"
  "${namespaced[@]}" rollout status "deployment/countersign-$1" --timeout=300s
}
