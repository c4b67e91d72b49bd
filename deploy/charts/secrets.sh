#!/usr/bin/env bash
# Draws the secrets of a first installation into a new folder, for a secret store or for kubectl as they are:
#   S3_ACCESS_KEY=… S3_SECRET_KEY=… deploy/charts/secrets.sh FOLDER db.example.org[:5432][?sslmode=verify-full]
# writes databases.sql (roles and databases), seed.json (a tenant, its administrator, the platform's clients) and
# secrets.yaml (the Secrets that the chart's values name). IAM_DATABASE, BPM_DATABASE, DMS_DATABASE name other servers.
# ANCHORS_ACCESS_KEY, ANCHORS_SECRET_KEY are those of the bucket of audit heads, when it is not the documents' account.
# Needs openssl.
set -euo pipefail
umask 077

folder=$1 server=$2
charts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${S3_ACCESS_KEY:?}" "${S3_SECRET_KEY:?}"
mkdir "$folder"

# 32 bytes in base64url; 32 characters for clients.
key() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '='; }
client() { openssl rand -hex 16; }

# No arrays by name: macOS has bash 3.2.
for role in {iam,bpm,dms}{,_owner}; do printf -v "password_$role" '%s' "$(key)"; done
password() { local name=password_$1 && printf '%s' "${!name}"; }

# url ROLE DATABASE: what follows the server, such as ?sslmode=…, comes after the database.
url() {
  local name
  name=$(tr '[:lower:]' '[:upper:]' <<<"$2")_DATABASE
  local at=${!name:-$server}
  local query=${at#"${at%%\?*}"}
  printf 'postgresql://%s:%s@%s/%s%s' "$1" "$(password "$1")" "${at%%\?*}" "$2" "$query"
}

# secret NAME KEY VALUE…
secret() {
  printf 'apiVersion: v1\nkind: Secret\nmetadata: { name: countersign-%s }\nstringData:\n' "$1"
  shift
  while (($#)); do printf '  %s: "%s"\n' "$1" "$2" && shift 2; done
  echo '---'
}

{
  sed -n 's/^\\set \([a-z_]*\) .*/\1/p' "$charts/../images/databases.sql" | grep -v expense |
    while read -r role; do printf "\\\\set %s '%s'\n" "$role" "$(password "$role")"; done
  sed '/^--/d; /^\\set/d; /expense/d; /template1/d' "$charts/../images/databases.sql"
} >"$folder/databases.sql"

workflow=$(client) documents=$(client) gateway=$(client) admin=$(client)
sed "s/WORKFLOW_SECRET/$workflow/; s/DOCUMENT_SECRET/$documents/; s/GATEWAY_SECRET/$gateway/; s/ADMIN_PASSWORD/$admin/" \
  "$charts/examples/seed.json" >"$folder/seed.json"

{
  secret iam DATABASE_URL "$(url iam iam)" KEY_ENCRYPTION_KEY "$(key)" COOKIE_KEYS "$(key)" AUDIT_SIGNING_KEY "$(key)"
  secret bpm DATABASE_URL "$(url bpm bpm)" KEY_ENCRYPTION_KEY "$(key)" VAPID_KEYS "$(key)" BPM_CLIENT_SECRET "$workflow" AUDIT_SIGNING_KEY "$(key)"
  secret dms DATABASE_URL "$(url dms dms)" ADDRESS_SIGNING_KEY "$(key)" DMS_CLIENT_SECRET "$documents" AUDIT_SIGNING_KEY "$(key)"
  secret dms-storage ACCESS_KEY "$S3_ACCESS_KEY" SECRET_KEY "$S3_SECRET_KEY"
  secret anchors ACCESS_KEY "${ANCHORS_ACCESS_KEY:-$S3_ACCESS_KEY}" SECRET_KEY "${ANCHORS_SECRET_KEY:-$S3_SECRET_KEY}"
  secret gateway GATEWAY_CLIENT_SECRET "$gateway"
  for name in iam bpm dms; do secret "$name-owner" DATABASE_URL "$(url "${name}_owner" "$name")"; done
} >"$folder/secrets.yaml"

echo "$folder: databases.sql, seed.json, secrets.yaml; admin signs in with $admin, once"
