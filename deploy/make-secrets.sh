#!/bin/sh
# Makes the password for deploy/compose.yaml, once, in deploy/secrets. Keep a copy of that folder with the notes about
# your backups: the database accepts no other password.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "deploy/secrets exists already and may be in use. Move it away first." >&2
  exit 1
fi
mkdir -m 0700 secrets

password=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
printf '%s' "$password" >secrets/postgres_password
printf 'postgres://attestry:%s@postgres/postgres' "$password" >secrets/database_url
# Users of the containers must be able to read the files. Other users of this machine cannot open the folder.
chmod 0444 secrets/*
