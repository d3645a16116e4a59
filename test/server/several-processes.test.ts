import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { listRecords } from "#operations/records/list-records.ts";
import { sentRecord } from "../support/api.ts";
import { admin } from "../support/accounts/people.ts";
import { asJson, signedIn } from "../support/accounts/signed-in.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";

test("nothing is lost or doubled when one process is killed during a write and another is outdated", async () => {
  const environment = await freshEnvironment("postgres");
  const portal = await openForTest(environment);
  const [killed, other] = await Promise.all([startServer(environment), startServer(environment)]);
  for (const server of [killed, other]) onTestFinished(() => server[Symbol.asyncDispose]());
  const { cookie } = await signedIn(portal, other.url, "admin");
  const sent = asJson("POST", sentRecord(), { cookie, "idempotency-key": "key-1" });
  // The request waits for the lock on the end of the audit chain, and its process is killed there.
  const holding = new pg.Client({ connectionString: environment["DATABASE_URL"] });
  await holding.connect();
  await holding.query("begin; select 1 from audit_head for update");
  const lost = fetch(`${killed.url}/cofees`, sent).catch(() => "lost");
  const waiting = sql`select 1 from pg_locks where not granted`;
  await expect.poll(async () => (await waiting.execute(portal.database.read)).rows.length).toBe(1);
  await killed.stop("SIGKILL");
  expect(await lost).toBe("lost");
  await holding.end();

  const answer = await fetch(`${other.url}/cofees`, sent);
  expect(answer.status).toBe(201);
  expect(await (await fetch(`${other.url}/cofees`, sent)).json()).toEqual(await answer.json());
  expect((await listRecords(portal, admin, { limit: 10 })).records).toHaveLength(1);

  await portal.database.write((writer) =>
    sql`insert into schema_step (name, checksum, additive, at) values ('tomorrow', '', 0, 0)`.execute(writer),
  );
  await expect.poll(() => other.child.exitCode, { timeout: 8000 }).toBe(0);
  const told = expect.objectContaining({ msg: expect.stringContaining('migration "tomorrow"') });
  await expect.poll(() => other.log).toContainEqual(told);
}, 40_000);
