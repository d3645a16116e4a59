import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { freshEnvironment } from "../portals.ts";
import { askServer } from "./postgres.ts";

/** The environment of a portal whose role on PostgreSQL is no superuser, as at operators' sites: only for such a role limits hold. */
export async function withOwnRole() {
  const { DATABASE_URL = "", ...environment } = await freshEnvironment("postgres");
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  const ask = (query: string) => askServer(DATABASE_URL, query);
  await ask(
    `create role ${role} login in role pg_read_all_data, pg_write_all_data; grant create on schema public to ${role}`,
  );
  onTestFinished(async () => {
    await ask(`drop owned by ${role}`);
    await askServer(inject("postgresUrl"), `drop role ${role}`);
  });
  const url = Object.assign(new URL(DATABASE_URL), { username: role }).href;
  return { environment: { ...environment, DATABASE_URL: url }, role, ask };
}
