import { DatabaseSync } from "node:sqlite";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { sealJson } from "#sealing/sealed-json.ts";
import { draftsOfWindows } from "#storage/database/migrations/0012-drafts-of-windows.ts";
import { steps, versionTable } from "#storage/database/migrations/steps.ts";
import { emptyEnvironment, engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { actorOf } from "../support/staff.ts";

const person = "person-1";
const typed = { form: "form-0001", particulars: { name: "Rahim" }, images: {}, unsorted: [] };
const personRow = `insert into person (id, email, name, email_confirmed, added_at, changed_at)
  values ('${person}', 'rahim@agency.example', 'Rahim', 1, 1, 1)`;
const draftColumns = "candidate_draft (person_id, form, saved_at, key_set, wrapped_key, sealed)";

const before = steps.slice(0, steps.indexOf(draftsOfWindows));

async function oldDatabase(environment: Record<string, string>, draft: unknown[]): Promise<void> {
  const url = environment["DATABASE_URL"];
  if (url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const text of [versionTable, ...before.map((step) => step.postgres), personRow]) await client.query(text);
    await client.query("insert into schema_version values ($1)", [before.length]);
    await client.query(`insert into ${draftColumns} values ($1, $2, $3, $4, $5, $6)`, draft);
    await client.end();
    return;
  }
  const folder = environment["DATA_DIR"] ?? "";
  await mkdir(folder, { recursive: true });
  const file = new DatabaseSync(path.join(folder, "attestry.db"));
  for (const text of [versionTable, ...before.map((step) => step.sqlite), personRow]) file.exec(text);
  file.prepare("insert into schema_version values (?)").run(before.length);
  file.prepare(`insert into ${draftColumns} values (?, ?, ?, ?, ?, ?)`).run(...(draft as string[]));
  file.close();
}

describe.each(engines)("a draft from when each person had one, on %s", (engine) => {
  test("is read as before, and goes on under its name", async () => {
    const SECRET = "x".repeat(40);
    const { keyring } = await openForTest({ ...(await freshEnvironment(engine)), SECRET });
    const { key, wrapped } = newDataKey(keyring, person);
    const sealed = sealJson(key, `draft/${person}`, typed);
    const environment = { ...(await emptyEnvironment(engine)), SECRET };
    await oldDatabase(environment, [person, typed.form, Date.now(), keyring.current.id, wrapped, sealed]);
    const portal = await openForTest(environment);
    const { draft, begun } = await readDrafts(portal, actorOf(person, "moderator"));
    expect(draft).toMatchObject({ form: typed.form, version: 1, particulars: { name: "Rahim" } });
    expect(begun).toHaveLength(1);
  });
});
