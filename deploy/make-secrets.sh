#!/bin/sh
# Makes the passwords for deploy/compose.yaml, once, in deploy/secrets. Keep a copy of that folder with the notes about
# your backups: the databases accept no other passwords.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "deploy/secrets exists already and may be in use. Move it away first." >&2
  exit 1
fi
mkdir -m 0700 secrets

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
password=$(random)
key=$(random)
secret=$(random)

printf '%s' "$password" >secrets/postgres_password
printf 'postgres://attestry:%s@postgres/attestry' "$password" >secrets/database_url
printf '{"identities":[{"name":"attestry","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin"]}]}' \
  "$key" "$secret" >secrets/s3_keys
printf 's3://%s:%s@store:8333/attestry?tls=off' "$key" "$secret" >secrets/blob_url
# Users of the containers must be able to read the files. Other users of this machine cannot open the folder.
chmod 0444 secrets/*
