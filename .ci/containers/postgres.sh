#!/bin/sh
# The entry point of the stand-in for the image postgres:18, as far as docker-compose.yml uses it:
# POSTGRES_PASSWORD_FILE, POSTGRES_INITDB_ARGS and /docker-entrypoint-initdb.d, on a volume above $PGDATA.
set -eu
export PGDATA=/var/lib/postgresql/18/docker
as_postgres() { su -s /bin/sh postgres -c "$*"; }

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown -R postgres /var/lib/postgresql
  as_postgres initdb -U postgres --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-local=trust --auth-host=scram-sha-256 "${POSTGRES_INITDB_ARGS:-}"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # On a socket alone, as the image does: nobody comes in before the roles are there.
  as_postgres pg_ctl --wait -o "-c\ listen_addresses=" start
  for file in /docker-entrypoint-initdb.d/*.sql; do
    [ -e "$file" ] || continue
    as_postgres psql -v ON_ERROR_STOP=1 -U postgres -h /tmp -f "$file"
  done
  as_postgres pg_ctl --wait -m fast stop
fi
exec su -s /bin/sh postgres -c "exec postgres -c listen_addresses='*'"
