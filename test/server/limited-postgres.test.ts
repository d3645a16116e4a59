import { beforeAll, describe, expect, inject, test } from "vitest";
import { attestry } from "../support/command.ts";
import { freshEnvironment, whenFileEnds } from "../support/portals.ts";
import { askServer, createDatabase, forgetful, startPostgres } from "../support/processes/postgres.ts";

/** `database` names a place that the test makes, and so does `{…}`. */
type Row = [what: string, command: string, database: string, sentence: RegExp];

const places: Record<string, string> = {};

/** Databases and roles as somebody may have made them who does not know what a site needs. */
async function makePlaces(server: string): Promise<void> {
  const ask = (query: string) => askServer(server, query);
  const as = (role: string, url: string) => Object.assign(new URL(url), { username: role }).href;
  const [latin, readOnly, crowded] = await Promise.all(Array.from({ length: 3 }, () => createDatabase(server)));
  const nameOf = (url = "") => new URL(url).pathname.slice(1);
  await ask(`drop database ${nameOf(latin)}`);
  await ask(`create database ${nameOf(latin)} encoding 'LATIN1' locale 'C' template template0`);
  await ask(`alter database ${nameOf(readOnly)} set default_transaction_read_only = on`);
  await ask(`alter database ${nameOf(crowded)} connection limit 0`);
  await ask("create role reads login; alter role reads set default_transaction_read_only = on");
  await ask("create role crowd login connection limit 0; create role alone login");
  whenFileEnds(async () => void (await ask("drop role reads; drop role crowd; drop role alone")));
  const standby = await startPostgres(undefined, forgetful, { isStandby: true });
  whenFileEnds(() => standby.stop());
  Object.assign(places, { latin, readOnly, standby: standby.url });
  Object.assign(places, { reads: as("reads", server), crowd: as("crowd", server), alone: as("alone", crowded ?? "") });
}

const rows: Row[] = [
  [
    "another encoding",
    "start",
    "latin",
    /"test_\w+" has the encoding LATIN1, .* encoding 'UTF8' template template0\. .* attestry move/,
  ],
  ["another encoding for a command", "verify", "latin", /has the encoding LATIN1, .*template0/],
  ["another encoding at the end of a move", "move --to {latin}", "site", /has the encoding LATIN1, .*template0/],
  ["a standby", "start", "standby", /is a standby, .* address of the server that takes them/],
  [
    "a read-only database",
    "start",
    "readOnly",
    /takes no changes, .* alter database "test_\w+" reset default_transaction_read_only\./,
  ],
  ["a read-only role", "start", "reads", /alter role "reads" reset default_transaction_read_only\./],
  [
    "a role without connections",
    "start",
    "crowd",
    /too many connections for role "crowd"\. Raise .* alter role … connection limit -1/,
  ],
  [
    "a database without connections",
    "start",
    "alone",
    /too many connections for database .* Raise .* alter database … connection limit -1/,
  ],
];

describe.skipIf(inject("postgresUrl") === "")(
  "a PostgreSQL in which no site can be stops a command with what is wrong and what to do",
  () => {
    let DATA_DIR = "";

    beforeAll(async () => {
      const environment = await freshEnvironment("sqlite", whenFileEnds);
      DATA_DIR = environment["DATA_DIR"] ?? "";
      await makePlaces(inject("postgresUrl"));
    });

    test.each(rows)("%s: %s", async (_, command, database, sentence) => {
      const words = command.replace(/\{(\w+)\}/, (_place, name: string) => places[name] ?? "").split(" ");
      const { code, err } = await attestry({ DATA_DIR, DATABASE_URL: places[database] ?? "" }, words);
      const lines = err.trimEnd().split("\n");
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(sentence)] });
    });

    test("doctor names a database in another encoding", async () => {
      const { out } = await attestry({ DATA_DIR, DATABASE_URL: places["latin"] ?? "" }, ["doctor", "--json"]);
      const lines = JSON.parse(out) as { name: string; level: string; found: string }[];
      expect(lines.find(({ name }) => name === "Database")).toMatchObject({
        level: "wrong",
        found: expect.stringMatching(/encoding LATIN1, .*template0/),
      });
    });
  },
);
