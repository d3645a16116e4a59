import type pg from "pg";
import { StartRefused } from "#core/errors.ts";

type Found = {
  database: string;
  role: string;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  from: string;
};

const facts = `select current_database() as database, current_user as role,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
  setting = 'on' as "isReadOnly", source as "from" from pg_settings where name = 'default_transaction_read_only'`;

/** Refuses a database in which no site can be, before anything is made there. */
export async function refuseUnsuited(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Found>(facts);
  for (const found of rows) {
    const problem = problemOf(found);
    if (problem !== null) throw new StartRefused(problem);
  }
}

function problemOf(found: Found): string | null {
  const { database, encoding } = found;
  if (encoding !== "UTF8")
    return `PostgreSQL's database "${database}" has the encoding ${encoding}, which lacks letters of names. Create another one with: create database attestry encoding 'UTF8' template template0. Records that are in this one come there by attestry move.`;
  if (found.isStandby)
    return "This PostgreSQL is a standby, which takes no changes. Use the address of the server that takes them.";
  if (!found.isReadOnly) return null;
  return `PostgreSQL takes no changes, because default_transaction_read_only is on. ${wayOff(found)} Some services turn it on while their disk is full.`;
}

/** Where the setting comes from decides who can turn it off, and how. */
function wayOff({ from, role, database }: Found): string {
  if (from === "user") return `Run: alter role "${role}" reset default_transaction_read_only.`;
  if (from === "database") return `Run: alter database "${database}" reset default_transaction_read_only.`;
  if (from === "database user")
    return `Run: alter role "${role}" in database "${database}" reset default_transaction_read_only.`;
  if (from === "client") return "Take it out of the options of the address.";
  return "Turn it off in the configuration of the server.";
}
