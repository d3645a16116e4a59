import { sql } from "kysely";
import { processesOf } from "#config";
import type { Database } from "#storage/database/database.ts";
import { countLivingProcesses } from "#storage/database/lookups/processes.ts";
import type { SiteParts } from "./finding.ts";

type Limits = {
  role: string;
  database: string;
  ofRole: number;
  ofDatabase: number;
  ofServer: number;
  settings: string[];
};

/** -1 is no limit. Those of roles and databases do not hold for superusers. */
const limits = sql<Limits>`
  select rolname as role, datname as database,
    case when rolsuper then -1 else rolconnlimit end as "ofRole",
    case when rolsuper then -1 else datconnlimit end as "ofDatabase",
    cast(current_setting('max_connections') as integer) as "ofServer",
    array(select unnest(setconfig) from pg_db_role_setting
      where setrole in (pg_roles.oid, 0) and setdatabase in (pg_database.oid, 0)) as settings
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

/** For commands, and what PostgreSQL keeps for superusers. */
const spareConnections = 5;

const timeout = /^((?:statement|lock|transaction|idle_session|idle_in_transaction_session)_timeout)=(?!0$)/;

/** What somebody has limited for the role of the site or its database, and what to do about it. Null if nothing disturbs. */
export async function postgresLimits(
  database: Database,
  { config }: Pick<SiteParts, "config">,
): Promise<{ found: string; todo: string } | null> {
  const { connectionsOfProcess } = await import("#storage/database/postgres/connections.ts");
  const [{ rows }, living] = await Promise.all([limits.execute(database.read), countLivingProcesses(database.lookups)]);
  const [found] = rows;
  if (!found) return null;
  const wanted = Math.max(living, processesOf(config)) * connectionsOfProcess + spareConnections;
  const tooFew = (
    [
      [found.ofRole, `the role ${found.role}`, `Run: alter role "${found.role}" connection limit -1.`],
      [
        found.ofDatabase,
        `the database ${found.database}`,
        `Run: alter database "${found.database}" connection limit -1.`,
      ],
      [found.ofServer, "the server", `Set max_connections to ${wanted} or more.`],
    ] as const
  ).find(([limit]) => limit >= 0 && limit < wanted);
  if (tooFew) {
    const [limit, what, todo] = tooFew;
    return { found: `${what} may have ${limit} connections, and this site wants up to ${wanted}`, todo };
  }
  const [, name] = found.settings.map((setting) => timeout.exec(setting)).find((match) => match !== null) ?? [];
  if (name === undefined) return null;
  return {
    found: `${name} is set for its role or database, and may end backups and checks`,
    todo: `Run: alter role "${found.role}" reset ${name}, or alter database "${found.database}" reset ${name}.`,
  };
}
