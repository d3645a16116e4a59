import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject } from "vitest";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { writeLookups } from "#operations/lookups/flush-lookups.ts";
import { moveDocuments } from "#operations/moves/move-documents.ts";
import { moveRecords } from "#operations/moves/move-records.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { everyTable, type Snapshot } from "#storage/database/tables/copied-tables.ts";
import type { Database, Engine } from "#storage/database/database.ts";
import { databaseLocation, openDatabase } from "#storage/database/open-database.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAdmin, freshEmail, openSession } from "../support/accounts/fresh-accounts.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { uploaded } from "../support/documents.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { engines, openForTest, testOn, whenFileEnds } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { createDatabase } from "../support/processes/postgres.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

type Environment = Record<string, string>;

const numberOf = (record: { passportNumber: string }) => ({ by: "either", number: record.passportNumber }) as const;
const isUnavailable = { id: "unavailable" };
const isMoved = (place: string) => ({
  id: "moved",
  status: 503,
  message: expect.stringMatching(new RegExp(`^The (records|documents) were moved to ${RegExp.escape(place)}, `)),
});
const addWithDocument = async (portal: Portal) =>
  addTestRecord(portal, admin, {
    images: { workPermit: await uploaded(portal, admin) },
    lastDays: { workPermit: "2026-03-31" },
  });

const placeOf = ({ DATABASE_URL = "", DATA_DIR = "" }: Environment) => ({ url: DATABASE_URL, dataDir: DATA_DIR });

const emptyPlace = async (engine: Engine, { DATA_DIR = "" }: Environment) =>
  engine === "postgres"
    ? createDatabase(inject("postgresUrl"))
    : pathToFileURL(path.join(DATA_DIR, "elsewhere", "moved.db")).href;

async function everyRow(database: Pick<Database, "snapshot">): Promise<Record<string, unknown[]>> {
  await using snapshot: Snapshot = await database.snapshot();
  const rows: Record<string, unknown[]> = {};
  for (const table of everyTable) {
    const columns = await snapshot.columns(table);
    rows[table] = (await Array.fromAsync(snapshot.rows(table, columns))).flat().map((row) => row.map(plain));
  }
  return rows;
}

const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);

describe.each(engines)("records on %s", (engine) => {
  const other: Engine = engine === "sqlite" ? "postgres" : "sqlite";
  const moveTest = testOn(engine).extend("to", async ({ environment }) => {
    if (other === "sqlite") await mkdir(path.join(environment["DATA_DIR"] ?? "", "elsewhere"), { recursive: true });
    return emptyPlace(other, environment);
  });

  moveTest(
    "move to the other engine, can be read during the move, and can then be changed only in the new place",
    async ({ portal, environment, to }) => {
      const record = await addWithDocument(portal);
      const staff = await freshAdmin(portal);
      await openSession(portal, staff.id);
      await invitePerson(portal, staff, { email: freshEmail(), role: "moderator" });
      const form = { form: randomUUID(), opening: randomUUID(), particulars: { name: "Half" } };
      await saveDraft(portal, staff, { ...form, unsorted: [await uploaded(portal, staff)] });
      await lookUpRecord(portal, numberOf(record));
      await writeLookups(portal);
      const before = await everyRow(portal.database);
      expect(
        ["session", "mail", "form_draft_image", "image", "candidate"].filter((name) => !before[name]?.[0]),
      ).toEqual([]);

      let refused: Promise<unknown> | undefined;
      const moved = await moveRecords(placeOf(environment), to, {
        onRows: async () => {
          refused ??= addTestRecord(portal).catch((error: unknown) => error);
          expect(await lookUpRecord(portal, numberOf(record))).not.toBeNull();
        },
      });
      expect(moved).toBe(Object.values(before).flat().length);
      expect(await refused).toMatchObject({ id: expect.stringMatching(/^(unavailable|moved)$/) });

      // A process that still uses the old place cannot write and says so, and a new process does not start with it.
      const movedThere = isMoved(databaseLocation(to, ""));
      await expect(deleteRecord(portal, admin, { id: record.id })).rejects.toMatchObject(movedThere);
      await expect(readinessChecks(portal).everything()).rejects.toMatchObject(movedThere);
      const lookups = portal.database.lookups.write((writer) => sql`delete from lookup_end`.execute(writer));
      await expect(lookups).rejects.toMatchObject(movedThere);
      expect(await lookUpRecord(portal, numberOf(record))).not.toBeNull();
      await expect(openForTest(environment)).rejects.toThrow(/^The records were moved to .*\. Set DATABASE_URL/);

      const place = await openDatabase(to, "", "refused");
      expect(await everyRow(place)).toEqual(before);
      await place[Symbol.asyncDispose]();
      const there = await openForTest({ ...environment, DATABASE_URL: to });
      await expectIntact(there);
      await addWithDocument(there);
      await deleteRecord(there, admin, { id: record.id });
      await expectIntact(there);
      await expect(
        moveRecords(
          placeOf({ ...environment, DATABASE_URL: to }),
          environment["DATABASE_URL"] ?? pathToFileURL(path.join(environment["DATA_DIR"] ?? "", "attestry.db")).href,
        ),
      ).rejects.toThrow(/not overwritten/);
    },
  );

  moveTest(
    "stay in the old place if the move is stopped, and move when it is run again",
    async ({ portal, environment, to }) => {
      const stop = () => {
        throw new Error("stopped");
      };
      await expect(moveRecords(placeOf(environment), to, { onRows: stop })).rejects.toThrow("stopped");
      const record = await addTestRecord(portal);
      expect(await moveRecords(placeOf(environment), to)).toBeGreaterThan(0);
      const there = await openForTest({ ...environment, DATABASE_URL: to });
      expect(await lookUpRecord(there, numberOf(record))).not.toBeNull();
    },
  );
});

/** Makes PostgreSQL append a letter to each name that is stored. */
const spoilingNames = `
  create function spoil() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$;
  create function spoil_next() returns event_trigger language plpgsql as $$ begin
    if to_regclass('candidate') is not null and not exists (select from pg_trigger where tgname = 'spoil') then
      create trigger spoil before insert on candidate for each row execute function spoil();
    end if;
  end $$;
  create event trigger spoil_next on ddl_command_end when tag in ('CREATE TABLE') execute function spoil_next()`;

describe("records that are moved", () => {
  const toPostgres = testOn("sqlite").extend("to", async () => createDatabase(inject("postgresUrl")));

  toPostgres("stay in the old place if the process is killed", async ({ portal, environment, to }) => {
    const target = new pg.Client({ connectionString: to });
    await target.connect();
    try {
      // This lock makes the process wait in the new place, after it has begun.
      await target.query("select pg_advisory_lock(7263817001)");
      const record = await addTestRecord(portal);
      const child = spawn(process.execPath, ["src/main.ts", "move", "--to", to], {
        env: { PATH: process.env["PATH"], ...environment },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const exited = once(child, "exit");
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toMatch(/^Copying the records to postgres:\/\/127/);
      expect(await lookUpRecord(portal, numberOf(record))).not.toBeNull();
      using writer = new DatabaseSync(path.join(environment["DATA_DIR"] ?? "", "attestry.db"));
      expect(() => writer.exec("begin immediate")).toThrow(/locked/);
      child.kill("SIGKILL");
      await exited;
      await addTestRecord(portal);
    } finally {
      await target.end();
    }
    expect(await moveRecords(placeOf(environment), to)).toBeGreaterThan(0);
    await expectIntact(await openForTest({ ...environment, DATABASE_URL: to }));
  });

  toPostgres("stay in the old place if one of them arrives changed", async ({ portal, environment, to }) => {
    const target = new pg.Client({ connectionString: to });
    await target.connect();
    await target.query(spoilingNames);
    await target.end();
    await addTestRecord(portal);
    await expect(moveRecords(placeOf(environment), to)).rejects.toThrow(/^The copied rows of candidate differ/);
    await addTestRecord(portal);
  });

  toPostgres("let no process start there before the move is finished", async ({ portal, environment, to }) => {
    using obstacle = openDatabaseFile(environment);
    obstacle.exec("create trigger moved_report_delete before delete on report begin select 1; end");
    await expect(moveRecords(placeOf(environment), to)).rejects.toThrow(/already exists/);
    const started = openForTest({ ...environment, DATABASE_URL: to });
    await expect(started).rejects.toThrow(/^The move of the records from .* is not finished/);
    obstacle.exec("drop trigger moved_report_delete");
    const record = await addTestRecord(portal);
    await moveRecords(placeOf(environment), to);
    const there = await openForTest({ ...environment, DATABASE_URL: to });
    expect(await lookUpRecord(there, numberOf(record))).not.toBeNull();
  });

  testOn("postgres")(
    "get their final name in the new place by a second run if the first was stopped before",
    async ({ portal, environment }) => {
      const folder = path.join(environment["DATA_DIR"] ?? "", "elsewhere");
      const obstacle = path.join(folder, "moved-lookups.db");
      const to = await emptyPlace("sqlite", environment);
      await addTestRecord(portal);
      const onBegin = () => mkdirSync(path.join(obstacle, "inside"), { recursive: true });
      await expect(moveRecords(placeOf(environment), to, { onBegin })).rejects.toThrow(/was created meanwhile/);
      await expect(addTestRecord(portal)).rejects.toMatchObject(isMoved(databaseLocation(to, "")));
      await rm(obstacle, { recursive: true });
      expect(await moveRecords(placeOf(environment), to)).toBeNull();
      await expectIntact(await openForTest({ ...environment, DATABASE_URL: to }));
    },
  );
});

const s3 = await new S3Server().start();
whenFileEnds(() => s3[Symbol.asyncDispose]());

const storeAt = async (url: string) => ({ blobs: await openBlobs(url), location: blobLocation(url) });

describe.each(engines)("documents of a site on %s", (engine) => {
  testOn(engine)(
    "move from a folder to S3 and back, can be read during the move, and can then be changed only in the new place",
    async ({ portal, environment }) => {
      const [kept, meanwhile, later] = [
        await addWithDocument(portal),
        await addWithDocument(portal),
        await addWithDocument(portal),
      ];
      const folderUrl = pathToFileURL(path.join(environment["DATA_DIR"] ?? "", "blobs")).href;
      const s3Url = s3.url({ prefix: `/${engine}` });
      const [folder, bucket] = [await storeAt(folderUrl), await storeAt(s3Url)];
      const move = { source: folder, target: bucket };

      // The move is stopped half way: no server starts in the new place.
      let stored = 0;
      s3.mood = (request) => (request.startsWith("PUT") && (stored += 1) > 4 ? "refuses" : "serves");
      await expect(moveDocuments(portal.database, move)).rejects.toMatchObject(isUnavailable);
      s3.mood = "serves";
      const unfinished = openForTest({ ...environment, BLOB_URL: s3Url });
      await expect(unfinished).rejects.toThrow(/^The move of the documents from .* is not finished/);

      // The move runs again while the site works. A file that was half written is written again.
      const copied = (await Array.fromAsync(bucket.blobs.names())).filter((name) => name !== "move-mark");
      for (const half of copied.slice(0, 1)) await bucket.blobs.write(half, Buffer.from("half"));
      s3.requests.length = 0;
      let during: Promise<void> | undefined;
      const change = async () => {
        await addWithDocument(portal);
        await deleteRecord(portal, admin, { id: meanwhile.id });
      };
      // Nine files are copied while the site works. Then the images are locked.
      let copies = 0;
      const files = await moveDocuments(portal.database, {
        ...move,
        onFiles: async () => {
          await (during ??= change());
          if ((copies += 1) === 10 && engine === "postgres")
            await expect(uploaded(portal, admin)).rejects.toMatchObject(isUnavailable);
        },
      });
      expect(copies).toBe(12);
      expect(files).toBe(9);
      // 9 old files and 3 new ones, without those that were already copied, and the move mark.
      const puts = s3.requests.filter((request) => request.startsWith("PUT"));
      expect(puts).toHaveLength(12 - (copied.length - 1) + 1);

      // A process that still uses the old place cannot write and says so, and a new process does not start with it.
      await expect(uploaded(portal, admin)).rejects.toMatchObject(isMoved(bucket.location));
      await expect(readinessChecks(portal).everything()).rejects.toMatchObject(isMoved(bucket.location));
      await deleteRecord(portal, admin, { id: later.id });
      await expect(openForTest(environment)).rejects.toThrow(
        /^The documents were moved to s3:\/\/127[^@]*\. Set BLOB_URL/,
      );

      const there = await openForTest({ ...environment, BLOB_URL: s3Url });
      await sweepAllImages(there);
      await expectIntact(there);
      await addWithDocument(there);
      await moveDocuments(there.database, { source: bucket, target: folder });
      await expect(uploaded(there, admin)).rejects.toMatchObject(isMoved(folder.location));
      const again = await openForTest(environment);
      await sweepAllImages(again);
      await expectIntact(again);
      const found = await lookUpRecord(again, numberOf(kept));
      const [page] = found?.documents.workPermit ?? [];
      using image = await openImage(again, { page: page?.image ?? "", size: "list", viewer: { actor: admin } });
      expect(image.bytes.subarray(0, 4).toString()).toBe("RIFF");
    },
  );
});

testOn("sqlite")(
  "attestry move prints the setting to change and no key, and can be undone",
  async ({ portal, environment }) => {
    await addWithDocument(portal);
    const to = await emptyPlace("sqlite", environment);
    const s3Url = s3.url({ prefix: "/command" });
    const documents = await attestry(environment, ["move", "--to", "-"], `${s3Url}\n`);
    expect(documents).toMatchObject({ code: 0, out: expect.stringMatching(/3 files .* Now set BLOB_URL/) });
    const records = await attestry({ ...environment, BLOB_URL: s3Url }, ["move", "--to", to]);
    expect(records).toMatchObject({ code: 0, out: expect.stringMatching(/rows were copied .* Now set DATABASE_URL/) });
    const there = { ...environment, BLOB_URL: s3Url, DATABASE_URL: to };
    expect(await attestry(there, ["verify"])).toMatchObject({ code: 0, err: "" });
    const start = await attestry(environment, ["start"]);
    expect(start).toMatchObject({ code: 1, err: expect.stringMatching(/^The records were moved to [^\n]*\n$/) });
    expect(JSON.stringify([documents, records, start])).not.toMatch(/s\/e\+c|s%2Fe/);
    expect(await attestry(environment, ["move", "--undo"])).toMatchObject({ code: 0 });
    await addWithDocument(await openForTest(environment));
    const unclear = await attestry(environment, ["move", "--to", "file:///srv/place"]);
    expect(unclear).toMatchObject({ code: 2, err: expect.stringMatching(/^--to needs an address: /) });
  },
);
