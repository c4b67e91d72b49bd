# The whole platform on the node: one release for each service, in the order in which they need each other. Sourced by drill.sh.

run_platform() {
  prepare_mounts
  make_pause_image
  start_controllers
  step 'containerd and the images' start_containerd
  step 'a node is ready' start_kubelet
  start_names
  step 'secrets' make_secrets
  step 'PostgreSQL and S3' start_data
  step 'four releases' install_services
  step 'each program finds what it needs, and a sign-in begins' ask_doctors
  step 'no policy is enforced: everybody reaches everything' each_way reaches
  step 'a network that keeps to policies' start_policies
  step 'what they forbid is out of reach' each_way is_kept_from
  step 'each program still finds what it needs' ask_doctors
  step 'a rolling restart' load restart iam
  step 'an upgrade of bpm alone' load install_one bpm --set bpm.replicas=3
  step 'its rollback' load helm rollback bpm 1 --namespace countersign --wait
}

# secret NAME KEY=FILE…: of the secrets that `compose:secrets` draws.
secret() {
  local name=$1 pair
  local files=()
  shift
  for pair in "$@"; do files+=("--from-file=${pair%%=*}=$work/secrets/${pair#*=}"); done
  kubectl --namespace countersign create secret generic "$name" "${files[@]}"
}

make_secrets() {
  sed -i 's/@postgres:/@postgres.data:/' "$work"/secrets/*_url
  secret countersign-iam DATABASE_URL=iam_database_url KEY_ENCRYPTION_KEY=iam_key_encryption_key COOKIE_KEYS=iam_cookie_keys
  secret countersign-bpm DATABASE_URL=bpm_database_url KEY_ENCRYPTION_KEY=bpm_key_encryption_key BPM_CLIENT_SECRET=workflow_client_secret
  secret countersign-dms DATABASE_URL=dms_database_url DMS_CLIENT_SECRET=document_client_secret ADDRESS_SIGNING_KEY=dms_address_signing_key
  secret countersign-dms-storage ACCESS_KEY=storage_access_key SECRET_KEY=storage_secret_key
  secret countersign-gateway GATEWAY_CLIENT_SECRET=gateway_client_secret
  secret countersign-iam-seed seed.json=iam_seed
  local name
  for name in iam bpm dms; do secret "countersign-$name-owner" "DATABASE_URL=${name}_owner_url"; done
}

start_data() {
  kubectl create namespace data
  kubectl --namespace data create secret generic compose --from-file="$work/secrets"
  kubectl --namespace data create configmap databases --from-file="10-databases.sql=$charts/../images/databases.sql"
  sed "s#STRANGER_IMAGE#countersign/gateway:${TAG:-local}#" "$charts/cluster/data.yaml" | kubectl apply -f -
  tell_names
  kubectl --namespace data wait --for=condition=Ready pod --all --timeout=150s
}

install_services() {
  local name
  for name in iam bpm dms gateway; do install_one "$name"; done
}

# install_one NAME [FLAG…]: waits until its pods are ready; names are told once its Service is there.
install_one() {
  local name=$1 helm_pid tag=${TAG:-local}
  shift
  helm upgrade --install "$name" "$chart" --namespace countersign --values "$charts/cluster/values.yaml" \
    --set "$name.enabled=true" --set "image.tag=$tag" "$@" --wait --timeout 10m &
  helm_pid=$!
  until_done 300 kubectl --namespace countersign get "service/countersign-$name"
  tell_names
  wait "$helm_pid"
}

# What each program says of itself and its neighbours; that of the gateway begins a sign-in.
ask_doctors() {
  local name
  for name in iam bpm dms gateway; do
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
