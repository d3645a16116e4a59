import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, inject } from "vitest";
import { parseLogPath } from "#verify/log-path.ts";
import { placeInLog, type SavedProof } from "#verify/saved-proof.ts";
import { searchLog } from "#verify/search-log.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { compareLog } from "#operations/upkeep/compare-log.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { logFiles } from "#operations/log/export-log.ts";
import { newLogState } from "#operations/portal/log-state.ts";
import { LogBroken } from "#operations/log/log-fault.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { readLogFile, readLogPage, readLogs } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { revokeLogKey } from "#operations/proofs/replace-signing-key.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { readStatement } from "#operations/records/read-statement.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { findRepairs, repair } from "#operations/upkeep/repair.ts";
import type { Writer } from "#storage/database/database.ts";
import type { StatementRow } from "#storage/database/proofs/statements.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { python } from "../support/processes/python.ts";
import { addTestRecord } from "../support/records.ts";
import { doesStand } from "../support/statements.ts";
import { changeRows } from "../support/change-rows.ts";

async function published(portal: Portal): Promise<{ id: string; proof: SavedProof; grant: ImageGrant }> {
  const { id, passportNumber } = await addTestRecord(portal);
  const seen = await lookUpRecord(portal, { by: "passport", number: passportNumber });
  if (!seen) throw new Error("it is not shown");
  const grant = seen.imageGrant;
  return { id, grant, ...(await saveProof(portal, { record: id, grant })) };
}

/** What docs/check_proof.py says of a saved proof and the whole log, exported as files. */
async function checkerSays(portal: Portal, proof: SavedProof): Promise<string> {
  const folder = path.join(inject("scratch"), `withdrawals-${randomBytes(4).toString("hex")}`);
  for await (const { path: name, content } of logFiles(portal)) {
    await mkdir(path.dirname(folder + name), { recursive: true });
    await writeFile(folder + name, content);
  }
  const file = path.join(folder, "proof.json");
  await writeFile(file, JSON.stringify(proof));
  const { stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "log", folder, file, "--without-witnesses"]);
  return (stderr.toString() || stdout.toString()).trim().replaceAll(`${folder}/`, "").split("\n").at(-1) ?? "";
}

/** What the page /check finds in the log that the site serves. */
async function pageFinds(portal: Portal, proof: SavedProof) {
  const { keys, revoked_keys } = await publicKeys(portal, portal.database.read, "log");
  const known = { keys: [...keys, ...revoked_keys] };
  const place = await placeInLog(proof, known);
  if (typeof place !== "object") throw new Error("it is not in the log");
  const read = async (name: string) => {
    if (name === "/log/logs.json") return new TextEncoder().encode(JSON.stringify({ logs: await readLogs(portal) }));
    const at = parseLogPath(name);
    const content = at && (await readLogFile(portal, at.generation, at.file));
    return content instanceof Uint8Array ? new Uint8Array(content) : null;
  };
  return searchLog(proof, { place, read, ...known });
}

async function problems(portal: Portal): Promise<string[]> {
  const found: string[] = [];
  await verifyStatements(portal, { onBroken: (problem) => void found.push(problem) });
  return found;
}

/** Makes a withdrawn statement stand again, as whoever may write to the database can. */
const undo = ({ database }: Portal, { id }: { id: string }) =>
  database.write((writer) => {
    const stands = { ended_at: null, withdrawn_tree: null, withdrawn_leaf: null };
    const undone = writer.updateTable("statement").set(stands).where("record_id", "=", id);
    return undone.returningAll().executeTakeFirstOrThrow();
  });

type Row = StatementRow & { record_id: string };

const statementRow = ({ database }: Portal, id: string) =>
  database.read
    .selectFrom("statement")
    .selectAll()
    .where("record_id", "=", id)
    .executeTakeFirstOrThrow() as Promise<Row>;

const recordRow = ({ database }: Portal, id: string) =>
  database.read.selectFrom("candidate").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function putBack(writer: Writer, { id, sealed, hidden, version, changed_at }: RecordRow) {
  await writer.updateTable("candidate").set({ sealed, hidden, version, changed_at }).where("id", "=", id).execute();
  await noteNoEnds(writer);
}

const noteNoEnds = (writer: Writer) => writer.updateTable("status_list").set({ ended: 0 }).execute();

/** What somebody who can write to the database does, so that a withdrawal counts no more. `before`: the rows of that time. */
type Attack = (portal: Portal, before: { record: RecordRow; row: Row; other: Row }) => Promise<unknown>;

const attacks: Record<string, { attack: Attack; says: string }> = {
  "columns that are set back": {
    attack: (portal, { record }) => undo(portal, record),
    says: "stands, although the public log has its withdrawal",
  },
  "an old copy of its row and of the record": {
    attack: (portal, { record, row: { seq, ...row } }) =>
      portal.database.write(async (writer) => {
        await writer.deleteFrom("statement").where("seq", "=", seq).execute();
        await writer.insertInto("statement").values(row).execute();
        await putBack(writer, record);
      }),
    says: "stands, although the public log has its withdrawal",
  },
  "the places of two statements, swapped": {
    attack: async (portal, { row, other }) => {
      const { database } = portal;
      const put = (writer: Writer, seq: number, { place, published_leaf }: Pick<Row, "place" | "published_leaf">) =>
        writer.updateTable("statement").set({ place, published_leaf }).where("seq", "=", seq).execute();
      await database.write(async (writer) => {
        await put(writer, row.seq, { place: -1, published_leaf: -1 });
        await put(writer, other.seq, row);
        await put(writer, row.seq, other);
      });
    },
    says: "cannot be opened",
  },
  "the row of another statement in its place": {
    attack: async (portal, { row, other }) => {
      await portal.database.write(async (writer) => {
        await writer.deleteFrom("statement").where("seq", "=", row.seq).execute();
        const { place } = row;
        await writer.updateTable("statement").set({ place }).where("seq", "=", other.seq).execute();
      });
    },
    says: "cannot be opened",
  },
  "its row, its list and a copy of the log in another registry": {
    attack: async (portal, { record }) => {
      await undo(portal, record);
      await portal.database.write(async (writer) => {
        await putBack(writer, record);
        await sql`insert into log_tree (id, registry, generation, origin, size, begun_at, ended_at)
          select 'evil/1', 'evil', 1, 'evil', size, begun_at, 1 from log_tree`.execute(writer);
        const leaves = await writer.selectFrom("log_leaf").selectAll().execute();
        const copies = leaves.map((leaf) => ({ ...leaf, tree_id: "evil/1", entry: leaf.entry.subarray(1) }));
        await writer.insertInto("log_leaf").values(copies).execute();
        await writer.updateTable("status_list").set({ tree_id: "evil/1" }).execute();
        await writer.updateTable("statement").set({ registry: "evil" }).execute();
      });
    },
    says: "cannot be opened",
  },
  "its line taken out of the log": {
    attack: async (portal, { record }) => {
      const { withdrawn_leaf } = await statementRow(portal, record.id);
      await undo(portal, record);
      const line = withdrawn_leaf ?? -1;
      await portal.database.write((writer) => writer.deleteFrom("log_leaf").where("position", "=", line).execute());
    },
    says: "stands, although its record is not shown",
  },
};

describe.for(engines)("on %s, a withdrawal stays one", (engine) => {
  const test = testOn(engine);
  test.for(Object.keys(attacks))("against %s", async (name, { portal }) => {
    const { attack, says } = attacks[name] ?? { attack: async () => undefined, says: "" };
    await freshAccount(portal, "admin");
    const [{ proof, grant, ...record }, another] = [await published(portal), await published(portal)];
    const before = { row: await statementRow(portal, record.id), other: await statementRow(portal, another.id) };
    const row = await recordRow(portal, record.id);
    await hideRecord(portal, admin, record);
    await signCheckpoint(portal);
    await compareLog(portal, never);
    expect(await told(portal)).toEqual(nothing);
    await attack(portal, { ...before, record: row });
    expect(await doesStand(portal, proof.statement)).toBe(false);
    await expect(saveProof(portal, { record: record.id, grant })).rejects.toMatchObject({
      id: expect.stringMatching(/^(not-found|unavailable)$/),
    });
    expect(await problems(portal)).toContainEqual(expect.stringContaining(says));
    for (const _again of [1, 2]) await expect(compareLog(portal, never)).rejects.toThrow(LogBroken);
    expect(await told(portal)).toEqual({ ready: "differs", metric: true, isOnProofPage: true, mails: 1 });
  });

  test("if its row was deleted, and verify names the difference", async ({ portal }) => {
    const { proof, ...record } = await published(portal);
    await hideRecord(portal, admin, record);
    await portal.database.write((writer) => writer.deleteFrom("statement").execute());
    expect(await doesStand(portal, proof.statement)).toBe(false);
    expect(await problems(portal)).toContain(
      "The statements name more or fewer lines of localhost:3000/log than it has.",
    );
  });

  test("or the comparison finds its list in another tree of the log", async ({ portal }) => {
    const { proof: _, ...record } = await published(portal);
    const row = await statementRow(portal, record.id);
    await hideRecord(portal, admin, record);
    const moved = { ...portal, publicOrigin: "https://moved.example", logState: newLogState() };
    await signCheckpoint(moved);
    for (const _more of [1, 2]) await addTestRecord(moved);
    await signCheckpoint(moved);
    await compareLog(moved, never);
    await portal.database.write(async (writer) => {
      const stands = { ended_at: null, withdrawn_tree: null, withdrawn_leaf: null, published_tree: 2 };
      await writer.updateTable("statement").set(stands).where("seq", "=", row.seq).execute();
      await sql`update status_list set tree_id = (select id from log_tree where generation = 2), ended = 0
        where id = ${row.list_id}`.execute(writer);
    });
    await expect(compareLog(moved, never)).rejects.toThrow("cannot be opened");
  });

  test("and a repair ends its row again, as the log says", async ({ portal }) => {
    const { proof: _, ...record } = await published(portal);
    await hideRecord(portal, admin, record);
    await signCheckpoint(portal);
    const ended = await statementRow(portal, record.id);
    await undo(portal, record);
    await portal.database.write(noteNoEnds);
    expect((await readStatement(portal, admin, record.id))?.withdrawn).toEqual({ generation: 1, position: 1 });
    await expect(compareLog(portal, never)).rejects.toThrow(LogBroken);
    const repairs = await findRepairs(portal, { records: [], images: [], orphans: [], database: null });
    expect(repairs.undone).toEqual([ended.seq]);
    await repair(portal, repairs, (what) => expect.unreachable(what));
    expect(await problems(portal)).toEqual([]);
    await compareLog(portal, never);
    expect(await told(portal)).toEqual(nothing);
    const ending = { ...ended, ended_at: expect.any(Number) };
    expect(await statementRow(portal, record.id)).toEqual(ending);
  });
});

const never = new AbortController().signal;

/** What admins and visitors are told of the log, everywhere. */
async function told(portal: Portal) {
  const mails = await portal.database.read.selectFrom("mail").select("id").execute();
  using metrics = openMetrics(portal, "");
  return {
    ready: (await readinessChecks(portal).everything()).log,
    metric: (await metrics.read()).includes("attestry_log_differs 1\n"),
    isOnProofPage: (await readLogPage(portal)).alarms.some(({ kind }) => kind === "differs"),
    mails: mails.length,
  };
}
const nothing = { ready: undefined, metric: false, isOnProofPage: false, mails: 0 };

// One engine is enough: these queries are the same on both.
const test = testOn("sqlite");

describe("a withdrawal that somebody undid in the database", () => {
  test.skipIf(python === "")("is found by both checkers of a saved proof in the log", async ({ portal }) => {
    const [{ proof, ...record }, other] = [await published(portal), await published(portal)];
    const origin = "localhost:3000/log";
    expect(await pageFinds(portal, proof)).toMatchObject({ kind: "not-withdrawn", line: 2, origin });
    expect(await checkerSays(portal, proof)).toBe(
      `no withdrawal of proof.json up to line 2 of ${origin}; the signature of proof.json was not checked here: "statement" does that; not witnessed by anybody`,
    );
    await hideRecord(portal, admin, record);
    await signCheckpoint(portal);
    expect(await doesStand(portal, proof.statement)).toBe(false);
    await undo(portal, record);
    await portal.database.write(noteNoEnds);
    expect(await pageFinds(portal, proof)).toMatchObject({ kind: "withdrawn", line: 3, origin });
    expect(await checkerSays(portal, proof)).toBe(`WRONG: proof.json was withdrawn at line 3 of ${origin}`);
    expect(await pageFinds(portal, other.proof)).toMatchObject({ kind: "not-withdrawn", line: 3 });
  });

  test("is named by verify, also if another row takes its line and its count", async ({ portal }) => {
    const { proof, ...record } = await published(portal);
    await hideRecord(portal, admin, record);
    expect(await problems(portal)).toEqual([]);
    const { seq, place, ...row } = await undo(portal, record);
    const withdrawn = { published_leaf: 1, ended_at: 1, record_id: null, sealed: null };
    const decoy = { ...row, ...withdrawn, place: (place + 1) % 65_536, published_tree: 1 };
    await portal.database.write((writer) => writer.insertInto("statement").values(decoy).execute());
    expect(await doesStand(portal, proof.statement)).toBe(false);
    expect(seq).toBeGreaterThan(0);
    expect(await problems(portal)).toEqual([
      `What was signed of record ${record.id} stands, although the public log has its withdrawal.`,
      "The statement 2 of a deleted record is not as the deletion left it.",
    ]);
  });

  test("is named by verify also if its line was taken away before it was signed", async ({ portal }) => {
    const { proof: _, ...record } = await published(portal);
    await hideRecord(portal, admin, record);
    await undo(portal, record);
    await portal.database.write(async (writer) => {
      await noteNoEnds(writer);
      await writer.deleteFrom("log_leaf").where("position", "=", 1).execute();
      await writer.updateTable("log_tree").set({ size: 1 }).execute();
    });
    expect(await problems(portal)).toEqual([
      `What was signed of record ${record.id} stands, although its record is not shown.`,
    ]);
  });

  test("is named by verify also if the checkpoint is gone, and nothing more is signed", async ({ portal }) => {
    const { proof: _, ...record } = await published(portal);
    await hideRecord(portal, admin, record);
    await signCheckpoint(portal);
    await undo(portal, record);
    await portal.database.write(async (writer) => {
      await noteNoEnds(writer);
      await writer.deleteFrom("log_checkpoint").execute();
    });
    const named = `What was signed of record ${record.id} stands, although the public log has its withdrawal.`;
    expect(await problems(portal)).toContain(named);
    const ofLog: string[] = [];
    await verifyLog(portal, { onBroken: (problem) => void ofLog.push(problem) });
    expect(ofLog).toEqual(["The newest checkpoint of localhost:3000/log is missing."]);
    await expect(signCheckpoint(portal)).rejects.toThrow(LogBroken);
  });

  test("is not replaced by another list: verify names one without a statement", async ({ portal }) => {
    await published(portal);
    const list = await portal.database.read.selectFrom("status_list").selectAll().executeTakeFirstOrThrow();
    const added = { ...list, id: 7, block: 1, issuer: "https://another.example" };
    await portal.database.write((writer) => writer.insertInto("status_list").values(added).execute());
    expect(await problems(portal)).toEqual(["The status list 7 has no statement: somebody added it."]);
  });

  test("is not hidden by a change of the list: verify names the statement", async ({ portal }) => {
    const { id } = await published(portal);
    const lists = await portal.database.read.selectFrom("status_list").selectAll().execute();
    const [{ block, issuer, seed } = expect.unreachable("no list")] = lists;
    for (const changed of [{ block: 1 }, { issuer: "https://another.example" }, { seed: Buffer.alloc(16) }]) {
      await changeRows(portal, "status_list", { block, issuer, seed, ...changed });
      expect(await problems(portal)).toContain(
        `What was signed of record ${id} is not in its place of its status list.`,
      );
    }
  });

  test("of a deleted record does not stand, and is named by verify", async ({ portal }) => {
    const { id, proof } = await published(portal);
    const { seq } = await statementRow(portal, id);
    await deleteRecord(portal, admin, { id });
    await changeRows(portal, "statement", { ended_at: null }, { seq });
    expect(await doesStand(portal, proof.statement)).toBe(false);
    expect(await problems(portal)).toContain("The statement 1 of a deleted record is not as the deletion left it.");
  });
});

test("a statement that cannot be opened is withdrawn in the log as well, and nothing is left to name after the deletion", async ({
  portal,
}) => {
  const { id, proof } = await published(portal);
  const damaged = { sealed: Buffer.alloc(64) };
  await portal.database.write((writer) => writer.updateTable("statement").set(damaged).execute());
  await hideRecord(portal, admin, { id });
  await signCheckpoint(portal);
  expect(await pageFinds(portal, proof)).toMatchObject({ kind: "withdrawn", line: 2 });
  expect(await problems(portal)).toEqual([`What was signed of record ${id} cannot be opened.`]);
  await deleteRecord(portal, admin, { id });
  expect(await problems(portal)).toEqual([]);
});

test("a statement that somebody ended as that of a deleted record is named by verify", async ({ portal }) => {
  const { id } = await published(portal);
  await portal.database.write(async (writer) => {
    const gone = { record_id: null, sealed: null, ended_at: 1 };
    await writer.updateTable("statement").set(gone).where("record_id", "=", id).execute();
    await writer.updateTable("status_list").set({ ended: 1 }).execute();
  });
  expect(await problems(portal)).toEqual(["The statement 1 of a deleted record is not as the deletion left it."]);
});

describe("the search for a withdrawal", () => {
  test("goes on in the next tree of the log, and verify finds nothing wrong there", async ({ portal }) => {
    const { proof, ...record } = await published(portal);
    await revokeLogKey(portal, commandLine, (await currentSigningKey(portal, "log")).kid);
    await hideRecord(portal, admin, record);
    await signCheckpoint(portal);
    expect(await pageFinds(portal, proof)).toMatchObject({
      kind: "withdrawn",
      line: 2,
      origin: "localhost:3000/log/2",
    });
    expect(await problems(portal)).toEqual([]);
  });
});
