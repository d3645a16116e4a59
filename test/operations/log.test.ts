import { hash } from "node:crypto";
import { rm } from "node:fs/promises";
import { describe, expect } from "vitest";
import { parseCheckpoint } from "#verify/signed-note.ts";
import { appendLeaf, appendLeaves } from "../support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { compareLog } from "#operations/upkeep/compare-log.ts";
import { LogBroken, logFaults } from "#operations/log/log-fault.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { newLogState } from "#operations/portal/log-state.ts";
import { readCopies } from "#operations/log/outside-copies.ts";
import { proveInclusion } from "#operations/log/prove-inclusion.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { tilesOf } from "#operations/log/tiles.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readLogPage, readLogs } from "#operations/log/read-log.ts";
import { revokeLogKey } from "#operations/proofs/replace-signing-key.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { consistencyPath, leafHash, rootOver } from "#sealing/merkle.ts";
import { provesConsistency, provesInclusion } from "../support/proofs/tree-proofs.ts";
import { logVerifier, signaturesOf, verifierKey } from "#sealing/note-signatures.ts";
import { checkpointBlob } from "#storage/blobs/blob-store.ts";
import { leavesFrom, logTrees, replaceCheckpoint } from "#storage/database/proofs/log.ts";
import type { Writer } from "#storage/database/database.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { readOverview } from "#operations/overview/read-overview.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { findRepairs, repair } from "#operations/upkeep/repair.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { addTestRecord } from "../support/records.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";

const entry = (name: string) => ({ kind: "published", commitment: hash("sha256", name, "buffer") }) as const;

/** Appends `count` publications. */
const grow = (portal: Portal, count: number, name = "") =>
  portal.database.write((writer) =>
    appendLeaves(
      portal,
      writer,
      Array.from({ length: count }, (_, at) => entry(`${name}${at}`)),
    ),
  );

async function newest(portal: Portal) {
  const [tree, ...ended] = await logTrees(portal.database.read, portal.registry);
  if (!tree) throw new Error("there is no log");
  const { note } = tree.signed;
  const checkpoint = parseCheckpoint(note);
  if (!checkpoint) throw new Error(`no checkpoint: ${note}`);
  return { tree, ended, note, ...checkpoint, root: Buffer.from(checkpoint.root, "base64") };
}

async function signed(portal: Portal) {
  await signCheckpoint(portal);
  return newest(portal);
}

const allLeaves = (portal: Portal, treeId: string) => leavesFrom(portal.database.read, treeId, 0, 100_000);

/** Changes the database as a restore of an older backup does: the last leaves are gone, and the checkpoint is older. */
async function goBack(
  portal: Portal,
  to: { id: string; size: number; note: string; root: Uint8Array },
  size = to.size,
) {
  await portal.database.write(async (writer) => {
    await writer.deleteFrom("log_leaf").where("tree_id", "=", to.id).where("position", ">=", size).execute();
    await writer.deleteFrom("log_tile").where("tree_id", "=", to.id).execute();
    await writer.updateTable("log_tree").set({ size }).where("id", "=", to.id).execute();
    await writer.updateTable("log_checkpoint").set({ size: 0 }).where("tree_id", "=", to.id).execute();
    await replaceCheckpoint(writer, { tree_id: to.id, size: to.size, root: to.root, note: to.note, signed_at: 1 });
  });
}

describe.for(engines)("the public log on %s", (engine) => {
  const test = testOn(engine);

  test("gives each leaf of two processes the next position, and none to a transaction that fails", async ({
    portal,
    there,
  }) => {
    const failing = portal.database.write(async (writer) => {
      await appendLeaf(portal, writer, entry("lost"));
      throw new Error("changed its mind");
    });
    const kept = Array.from({ length: 40 }, (_, at) => grow(at % 2 ? there : portal, 1, `leaf ${at}`));
    const checkpoints = Promise.all([signCheckpoint(portal), signCheckpoint(there)]);
    await expect(failing).rejects.toThrow("changed its mind");
    const places = (await Promise.all(kept)).flat();
    await checkpoints;
    expect(places.map(({ position }) => position).toSorted((one, other) => one - other)).toEqual([...places.keys()]);
    expect(await grow(there, 2, "last ")).toEqual([
      { generation: 1, position: 40 },
      { generation: 1, position: 41 },
    ]);
    await Promise.all([signCheckpoint(portal), signCheckpoint(there)]);
    const { tree, size, origin } = await newest(portal);
    expect([tree.size, size, origin]).toEqual([42, 42, `${new URL(portal.publicOrigin).host}/log`]);
    const leaves = (await allLeaves(there, tree.id)).slice(-2);
    const text = (name: string) => `attestry/v1 published\n${hash("sha256", name, "base64")}\n`;
    expect(leaves.map((leaf) => Buffer.from(leaf.entry).toString())).toEqual(["last 0", "last 1"].map(text));
  });

  test("proves each leaf and each older checkpoint with the key of the site", async ({ portal }) => {
    await grow(portal, 255);
    const older = await signed(portal);
    await grow(portal, 600);
    const newer = await signed(portal);
    expect([older.size, newer.size]).toEqual([255, 855]);
    const hashes = (await allLeaves(portal, newer.tree.id)).map((leaf) => leafHash(leaf.entry));
    expect(newer.root).toEqual(rootOver(Buffer.concat(hashes)));
    const { keys } = await publicKeys(portal, portal.database.read, "log");
    const [key] = keys;
    expect(key && signaturesOf(logVerifier(newer.origin, key), newer)).toHaveLength(1);
    const tiles = tilesOf(portal.database.read, newer.tree.id, newer.size);
    const path = await consistencyPath(tiles, older.size, newer.size);
    expect(provesConsistency(older, newer, path)).toBe(true);
    for (const position of [0, 255, 256, 511, 854]) {
      let asked = 0;
      const watching = watchQueries((query) => (asked += Number(query.engine === engine)));
      const proof = await proveInclusion(portal, { generation: 1, position });
      watching[Symbol.dispose]();
      expect(asked).toBe(1);
      if (!proof) throw new Error("no proof");
      const place = { position, size: newer.size };
      expect(await provesInclusion(hashes[position] ?? new Uint8Array(), place, proof.path, newer.root)).toBe(true);
      expect(proof.checkpoint).toBe(newer.note);
    }
    expect(await proveInclusion(portal, { generation: 1, position: 855 })).toBeNull();
    expect(await proveInclusion(portal, { generation: 2, position: 0 })).toBeNull();
    const [last] = await grow(portal, 1, "asked for at once");
    expect(await proveInclusion(portal, last ?? { generation: 0, position: 0 })).toMatchObject({ position: 855 });
  });

  test("continues under a new origin after an older state was restored", async ({ portal, there }) => {
    await grow(portal, 50);
    const older = await signed(portal);
    const [unsigned] = await grow(portal, 3, "not signed yet ");
    await grow(portal, 100, "after the backup ");
    const last = await signed(portal);
    // The backup has three more leaves than its last checkpoint.
    await goBack(portal, { ...older, id: older.tree.id }, 53);
    const [added] = await grow(portal, 1, "after the restore");
    await Promise.all([signCheckpoint(portal), signCheckpoint(there)]);
    const after = await newest(portal);
    expect(after.origin).toBe(`${last.origin}/2`);
    await compareLog(portal, new AbortController().signal);
    expect(await logFaults(portal)).toMatchObject([{ kind: "older" }]);
    const repairs = await findRepairs(portal, { records: [], images: [], orphans: [], database: null });
    await repair(portal, repairs, (what) => expect.unreachable(what));
    expect([repairs.older, await logFaults(portal)]).toEqual([[portal.registry], []]);
    expect(after.ended).toMatchObject([{ origin: last.origin, size: 54 }]);
    const [first, ...leaves] = await allLeaves(portal, after.tree.id);
    expect(Buffer.from(first?.entry ?? []).toString()).toBe(`attestry/v1 continues\n${last.note}`);
    expect(leaves).toHaveLength(4);
    for (const [place, position] of [
      [unsigned, 1],
      [added, 4],
    ] as const) {
      const proof = await proveInclusion(portal, place ?? { generation: 0, position: 0 });
      expect(proof).toMatchObject({ position, checkpoint: after.note });
    }
    // Leaves in the backup's checkpoint are proved by that checkpoint.
    expect(await proveInclusion(portal, { generation: 1, position: 49 })).toMatchObject({ checkpoint: older.note });
    await grow(portal, 1, "later");
    const second = await signed(there);
    expect(second).toMatchObject({ origin: `${last.origin}/2`, size: 6 });
    // The same backup is restored again, so nothing of the tree in between is left. Its checkpoint still counts.
    await portal.database.write(async (writer) => {
      for (const table of ["log_leaf", "log_tile", "log_checkpoint"] as const)
        await writer.deleteFrom(table).where("tree_id", "=", second.tree.id).execute();
      await writer.deleteFrom("log_tree").where("id", "=", second.tree.id).execute();
      await writer.updateTable("log_tree").set({ ended_at: null }).execute();
    });
    await grow(portal, 1, "after the second restore");
    const third = await signed({ ...portal, logState: newLogState() });
    await revokeLogKey(portal, commandLine, (await currentSigningKey(portal, "log")).kid);
    const { revoked_keys } = await publicKeys(portal, portal.database.read, "log");
    const known = ({ origin, size }: { origin: string; size: number }) => expect.objectContaining({ origin, size });
    expect(revoked_keys[0]?.revoked.after).toEqual([third, second, older].map(known));
  });

  test("continues under a new origin with another key, and only what the old key had signed until then stays valid", async ({
    portal,
    there,
  }) => {
    await grow(portal, 5);
    await signed(portal);
    await grow(portal, 2, "not signed yet ");
    const old = await currentSigningKey(portal, "log");
    const ends = [revokeLogKey(portal, commandLine, old.kid), signCheckpoint(there), signCheckpoint(portal)];
    await Promise.all(ends);
    await grow(there, 1, "later");
    const { ended, size } = await signed(there);
    // A process that still had the old key signs such checkpoints.
    const late = ended.map((tree) => ({ ...tree.signed, size: 99 }));
    await portal.database.write((writer) => Promise.all(late.map((one) => replaceCheckpoint(writer, one))));
    const [next, before] = await readLogs(portal);
    if (!next || !before?.checkpoint || !ended[0]) throw new Error("a tree is missing");
    const { origin, checkpoint } = before;
    expect([next.origin, next.continues]).toEqual([`${origin}/2`, checkpoint.note]);
    expect(ended[0].size - checkpoint.size + 1 + 1).toBe(size);
    const { keys, revoked_keys } = await publicKeys(portal, portal.database.read, "log");
    const written = (name: string, key: { x: string }) => verifierKey(logVerifier(name, key));
    expect([before.keys, next.keys]).toEqual([
      [written(origin, old.publicJwk)],
      keys.map((key) => written(next.origin, key)),
    ]);
    const last = parseCheckpoint(checkpoint.note);
    const known = { origin, size: checkpoint.size, root: last?.root };
    expect(revoked_keys).toMatchObject([{ kid: old.kid, revoked: { after: [known] } }]);
    const found: string[] = [];
    const verify = (kept = last) => verifyLog(portal, { onBroken: (problem) => found.push(problem) }, kept);
    await verify();
    expect(found).toEqual([]);
    await verify(last && { ...last, size: 99 });
    expect(found).toEqual([`${origin} has ${ended[0].size} leaves, and the checkpoint given has 99.`]);
    const { kid: ofStatements } = await currentSigningKey(portal, "statement");
    for (const kid of [old.kid, ofStatements])
      await expect(revokeLogKey(there, commandLine, kid)).rejects.toMatchObject({ id: "not-found" });
    expect(await continueAfterRestore(portal, [])).toEqual({ origin: `${origin}/3`, isKeyKnown: true });
    // This is the state of a backup from before the replacement of the key.
    const newer = keys.map(({ kid }) => kid);
    await portal.database.write((writer) => writer.deleteFrom("signing_key").where("id", "in", newer).execute());
    expect(await continueAfterRestore(portal, [])).toEqual({ origin: `${origin}/4`, isKeyKnown: false });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the public log", () => {
  const test = testOn("sqlite");

  test("signs no further checkpoint once a signed leaf was changed", async ({ portal }) => {
    await grow(portal, 300);
    const { tree, note } = await signed(portal);
    const changed = Buffer.from(`attestry/v1 published\n${hash("sha256", "another", "base64")}\n`);
    const change = (bytes: Uint8Array) => changeRows(portal, "log_leaf", { entry: bytes }, { position: 290 });
    const [was] = await leavesFrom(portal.database.read, tree.id, 290, 1);
    await change(changed);
    // Nothing was added.
    await expect(signCheckpoint({ ...portal, logState: newLogState() })).rejects.toThrow(LogBroken);
    await grow(portal, 1, "more");
    await expect(signCheckpoint(portal)).rejects.toThrow(LogBroken);
    expect((await newest(portal)).note).toBe(note);
    await change(was?.entry ?? changed);
    expect(await signed(portal)).toMatchObject({ size: 301 });
  });

  test("that is damaged is named everywhere until it is mended, and a proof answers 503", async ({ portal }) => {
    await freshAccount(portal, "admin");
    const publish = async () => {
      const { id, passportNumber } = await addTestRecord(portal);
      const seen = await lookUpRecord(portal, { by: "passport", number: passportNumber });
      return () => saveProof(portal, { record: id, grant: seen?.imageGrant ?? { until: 0, signature: "" } });
    };
    const mails = async () => (await portal.database.read.selectFrom("mail").select("id").execute()).length;
    const told = async () => {
      using metrics = openMetrics(portal, "");
      return [
        (await readOverview(portal, admin)).faults.some(({ kind }) => kind === "damaged"),
        (await readLogPage(portal)).alarms.some(({ kind }) => kind === "damaged"),
        (await readinessChecks(portal).everything()).log === "damaged",
        (await metrics.read()).includes("attestry_log_damaged 1\n"),
      ];
    };
    await (
      await publish()
    )();
    expect(await told()).toEqual([false, false, false, false]);
    const before = await mails();
    const change = (name: string) => changeRows(portal, "log_leaf", { entry: Buffer.from(name) }, { position: 0 });
    const [was] = await allLeaves(portal, (await newest(portal)).tree.id);
    await change("another");
    const save = await publish();
    for (const _again of [1, 2]) await expect(save()).rejects.toMatchObject({ id: "unavailable" });
    expect(await told()).toEqual([true, true, true, true]);
    const sent = (await mails()) - before;
    expect(sent).toBeGreaterThan(0);
    // Version 1.0 mailed, too, and stored no mark of it.
    const mark = `log fault ${portal.registry} mailed damaged`;
    await portal.database.write((writer) => writer.deleteFrom("alert_mark").where("id", "=", mark).execute());
    await expect(signCheckpoint(portal)).rejects.toThrow(LogBroken);
    expect((await mails()) - before).toBe(sent);
    await change(Buffer.from(was?.entry ?? []).toString());
    await save();
    expect(await told()).toEqual([false, false, false, false]);
  });

  test("is reported as broken wherever it was changed without the program", async ({ portal }) => {
    const broken = async (kept: Parameters<typeof verifyLog>[2] = null) => {
      const found: string[] = [];
      await verifyLog(portal, { onBroken: (problem) => found.push(problem) }, kept);
      return found;
    };
    await grow(portal, 300);
    const older = await signed(portal);
    await grow(portal, 300);
    const { origin, ...newer } = await signed(portal);
    const keptOf = (note: string) => parseCheckpoint(note);
    expect([await broken(keptOf(older.note)), await broken(keptOf(newer.note))]).toEqual([[], []]);
    const forked = { ...older, text: "", root: newer.root.toString("base64") };
    expect(await broken(forked)).toEqual([`The first 300 leaves of ${origin} differ from the checkpoint given.`]);
    expect(await broken({ ...forked, origin: "other.example/log" })).toEqual([
      "There is no log other.example/log here.",
    ]);
    const past = (change: (writer: Writer) => Promise<unknown>) => portal.database.write(change);
    await past((writer) =>
      writer
        .updateTable("log_tile")
        .set({ hashes: Buffer.alloc(8192) })
        .where("level", "=", 0)
        .where("place", "=", 1)
        .execute(),
    );
    expect(await broken()).toEqual([`Tile 0/1 of ${origin} does not match its leaves.`]);
    await past((writer) =>
      writer
        .updateTable("log_checkpoint")
        .set({ note: newer.note.replace("6", "7") })
        .execute(),
    );
    expect(await broken()).toContain(`The newest checkpoint of ${origin} was not signed by this site.`);
    await past((writer) => writer.deleteFrom("log_leaf").where("position", "=", 5).execute());
    expect(await broken()).toContain(`Leaf 5 of ${origin} is missing.`);
  });

  test("continues under a new origin after a fork of the same size, at another address, and in an empty database", async ({
    portal,
  }) => {
    await grow(portal, 10);
    const shared = await signed(portal);
    await grow(portal, 5, "one branch ");
    const branch = await signed(portal);
    await goBack(portal, { ...shared, id: shared.tree.id });
    await grow(portal, 5, "another branch ");
    expect(await signed(portal)).toMatchObject({ origin: `${branch.origin}/2`, size: 6 });
    const moved = { ...portal, publicOrigin: "https://check.example" };
    expect(await signed(moved)).toMatchObject({ origin: "check.example/log/3", size: 1 });
    await portal.database.write(async (writer) => {
      for (const table of ["log_leaf", "log_tile", "log_checkpoint", "log_tree"] as const) {
        await writer.deleteFrom(table).execute();
      }
    });
    const restarted = { ...moved, logState: newLogState() };
    expect(await signed(restarted)).toMatchObject({ origin: "check.example/log/4", size: 1 });
  });

  test("continues under a new key if its checkpoint is lost, and says what counts no longer if no copy is left", async ({
    portal,
  }) => {
    const revoke = async () => {
      const { tree } = await newest(portal);
      await portal.database.write((writer) =>
        writer.deleteFrom("log_checkpoint").where("tree_id", "=", tree.id).execute(),
      );
      const { kid } = await currentSigningKey(portal, "log");
      await revokeLogKey(portal, commandLine, kid);
      const [next] = await readLogs(portal);
      const { revoked_keys } = await publicKeys(portal, portal.database.read, "log");
      return { continues: next?.continues, after: revoked_keys.find((key) => key.kid === kid)?.revoked.after };
    };
    await grow(portal, 300);
    const { origin, note, size } = await signed(portal);
    await grow(portal, 2, "not signed yet ");
    const known = expect.objectContaining({ origin, size });
    expect(await revoke()).toEqual({ continues: note, after: [known] });
    expect(await signed(portal)).toMatchObject({ origin: `${origin}/2`, size: 3 });
    await rm(portal.checkpointFolder, { recursive: true });
    await portal.blobs.remove(checkpointBlob(portal.registry));
    expect(await revoke()).toEqual({ continues: "", after: [] });
    expect(await signed(portal)).toMatchObject({ origin: `${origin}/3`, size: 4 });
    expect(await proveInclusion(portal, { generation: 1, position: 301 })).toMatchObject({ position: 3 });
    const found: string[] = [];
    await verifyLog(portal, { onBroken: (problem) => void found.push(problem) });
    expect(found).toEqual([]);
  });

  test("writes missing outside copies again, and ignores copies that it did not sign", async ({ portal }) => {
    await grow(portal, 10);
    const first = await signed(portal);
    await rm(portal.checkpointFolder, { recursive: true });
    await portal.blobs.remove(checkpointBlob(portal.registry));
    await grow(portal, 1, "more");
    expect(await signed(portal)).toMatchObject({ origin: first.origin, size: 11 });
    expect((await readCopies(portal)).map(({ size }) => size)).toEqual([11, 11]);
    expect(await Array.fromAsync(portal.blobs.names())).toEqual([]);
    const forged = first.note.replace("\n10\n", "\n99\n");
    for (const copy of [forged, "nonsense", "", "\n".repeat(70_000)]) {
      await portal.blobs.write(checkpointBlob(portal.registry), Buffer.from(copy));
      await grow(portal, 1, `more ${copy.length}`);
      expect(await signed(portal)).toMatchObject({ origin: first.origin });
    }
  });
});
