#!/bin/sh
# A cluster for POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB at the first start, as the image of that name makes one.
set -e
data=/var/lib/postgresql/data
programs=$(echo /usr/lib/postgresql/*/bin)
ln -sf "$programs"/* /usr/local/bin/
chown postgres "$data"
as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
    echo "$POSTGRES_PASSWORD" > /tmp/password && chmod 644 /tmp/password
    as initdb -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile /tmp/password -E UTF8 --locale=C
    rm /tmp/password
    echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"
    as pg_ctl -D "$data" -o "-c listen_addresses='' -k /tmp" -w start
    export PGPASSWORD="$POSTGRES_PASSWORD"
    as createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
    as pg_ctl -D "$data" -w stop
    unset PGPASSWORD
fi
install -d -o postgres /var/run/postgresql
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D "$data" -c listen_addresses='*'
