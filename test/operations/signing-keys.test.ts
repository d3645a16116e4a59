import { describe, expect } from "vitest";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { revokeSigningKey, rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { newSigningKey } from "#sealing/signing-keys.ts";
import { type SigningKeyRow, signsFor } from "#storage/database/proofs/signing-keys.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { commandLine } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement, doesStand, savedStatement } from "../support/statements.ts";

describe.each(engines)("signing keys on %s", (engine) => {
  const test = testOn(engine);

  test("are created when they are first needed, one for all processes", async ({ portal, there }) => {
    expect(await publicKeys(portal, portal.database.read)).toEqual({ keys: [], revoked_keys: [] });
    const made = await Promise.all(
      [portal, there, portal, there].map(async (process) => (await currentSigningKey(process, "statement")).kid),
    );
    const log = await there.database.write((writer) => currentSigningKey(there, "log", writer));
    expect(new Set(made).size).toBe(1);
    const { keys } = await publicKeys(portal, portal.database.read);
    expect(new Set(keys.map(({ kid }) => kid))).toEqual(new Set([made[0], log.kid]));
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("signing keys", () => {
  const test = testOn("sqlite");

  test("of another registry are other keys", async ({ portal }) => {
    const { kid } = await currentSigningKey(portal, "statement");
    const other = { ...portal, registry: "Other" };
    expect(await publicKeys(other, other.database.read)).toEqual({ keys: [], revoked_keys: [] });
    expect((await currentSigningKey(other, "statement")).kid).not.toBe(kid);
  });

  test("that are stolen can be revoked, except for what the log contained before", async ({ portal, there }) => {
    const { id } = await addTestRecord(portal);
    const stolen = (await savedStatement(portal, id)) ?? "";
    await signCheckpoint(portal);
    const [{ root: known } = { root: Buffer.of() }] = await portal.database.read
      .selectFrom("log_checkpoint")
      .selectAll()
      .execute();
    await continueAfterRestore(portal, []);
    const after = { origin: "localhost:3000/log/2", size: 1, root: "root" };
    await revokeSigningKey(portal, commandLine, kidOf(stolen), after);
    const { keys, revoked_keys } = await publicKeys(there, there.database.read, "statement");
    expect(keys.map(({ kid }) => kid)).not.toContain(kidOf(stolen));
    const before = { origin: "localhost:3000/log", size: 1, root: Buffer.from(known).toString("base64") };
    expect(revoked_keys).toMatchObject([{ kid: kidOf(stolen), revoked: { after: [after, before] } }]);
    await expect(checkStatement(there, stolen)).rejects.toThrow(/Verify Error/);
    expect(await doesStand(there, (await savedStatement(there, id)) ?? "")).toBe(true);
    const { kid: log } = await currentSigningKey(portal, "log");
    for (const kid of [log, "nobody's"]) {
      await expect(revokeSigningKey(portal, commandLine, kid, after)).rejects.toMatchObject({ id: "not-found" });
    }
  });

  test("can be replaced: statements of the old key stand, and the next ones are signed by the new key", async ({
    portal,
    there,
  }) => {
    const { id } = await addTestRecord(portal);
    const before = (await savedStatement(portal, id)) ?? "";
    const lists = new StatusLists(there);
    const list = await there.database.read.selectFrom("status_list").select("id").executeTakeFirstOrThrow();
    const listSigner = async () => kidOf((await lists.read(list.id))?.token ?? "");
    expect(await listSigner()).toBe(kidOf(before));
    const { from, to } = await rotateSigningKey(portal, commandLine);
    // The other process had signed its list already. The replaced key signs nothing newer than its end.
    expect(await listSigner()).toBe(to);
    expect(kidOf(before)).toBe(from);
    expect(kidOf((await savedStatement(there, id)) ?? "")).toBe(to);
    expect(await doesStand(there, before)).toBe(true);
    const [now, old] = (await publicKeys(there, there.database.read, "statement")).keys;
    expect([now?.kid, now?.exp, old?.kid]).toEqual([to, undefined, from]);
    expect(old?.exp).toBeGreaterThan(0);
    // The private half of the old key is deleted: nothing can make it sign again.
    await there.database.write(async (writer) => {
      await writer.updateTable("signing_key").set({ signs_for: null }).where("id", "=", to).execute();
      const signs_for = signsFor({ registry: there.registry, purpose: "statement" });
      await writer.updateTable("signing_key").set({ signs_for }).where("id", "=", from).execute();
    });
    await expect(currentSigningKey(there, "statement")).rejects.toThrow("was deleted");
  });

  test("that are lost affect no record: another key is created and signs", async ({ portal }) => {
    const { id, passportNumber } = await addTestRecord(portal);
    const before = (await savedStatement(portal, id)) ?? "";
    await portal.database.write((writer) => writer.deleteFrom("signing_key").execute());
    expect(await lookUpRecord(portal, { by: "passport", number: passportNumber })).not.toBeNull();
    expect(await doesStand(portal, (await savedStatement(portal, id)) ?? "")).toBe(true);
    await expect(checkStatement(portal, before)).rejects.toThrow(/Verify Error/);
  });
});

describe("signing keys that somebody changed in the database", () => {
  const test = testOn("sqlite");

  const rows = ({ database }: Portal) => database.read.selectFrom("signing_key").selectAll().execute();

  /** Writes a row as whoever may write to the database can. Returns what is published, and what verify says of it. */
  async function afterWriting(portal: Portal, row: SigningKeyRow) {
    await portal.database.write(async (writer) => {
      await writer.deleteFrom("signing_key").where("id", "=", row.id).execute();
      await writer.insertInto("signing_key").values(row).execute();
    });
    const found: string[] = [];
    await verifyStatements(portal, { onBroken: (problem) => void found.push(problem) });
    const { keys } = await publicKeys(portal, portal.database.read);
    return { isPublished: keys.some(({ kid }) => kid === row.id), found };
  }
  const named = (id: string) => [`The signing key ${id} was changed, or is not ours.`];

  test("are not published, and verify names them", async ({ portal }) => {
    await currentSigningKey(portal, "statement");
    const { from } = await rotateSigningKey(portal, commandLine);
    const old = (await rows(portal)).find(({ id }) => id === from);
    if (!old) throw new Error("no old key");
    const { publicJwk } = newSigningKey("statement");
    const foreign = { ...old, id: publicJwk.kid, public_jwk: JSON.stringify(publicJwk) };
    expect(await afterWriting(portal, foreign)).toEqual({ isPublished: false, found: named(foreign.id) });
    await portal.database.write((writer) => writer.deleteFrom("signing_key").where("id", "=", foreign.id).execute());
    const other = { ...old, public_jwk: foreign.public_jwk };
    expect(await afterWriting(portal, other)).toEqual({ isPublished: false, found: named(old.id) });
    expect(await afterWriting(portal, old)).toEqual({ isPublished: true, found: [] });
  });

  test("do not become ours when they are replaced or revoked", async ({ portal }) => {
    await currentSigningKey(portal, "statement");
    const [current] = await rows(portal);
    if (!current) throw new Error("no key");
    const foreign = { ...current, public_jwk: JSON.stringify(newSigningKey("statement").publicJwk) };
    await afterWriting(portal, foreign);
    const { to } = await rotateSigningKey(portal, commandLine);
    await revokeSigningKey(portal, commandLine, current.id, { origin: "localhost:3000/log", size: 0, root: "" });
    expect((await publicKeys(portal, portal.database.read)).keys.map(({ kid }) => kid)).toEqual([to]);
    expect((await publicKeys(portal, portal.database.read)).revoked_keys).toEqual([]);
  });

  test("so that they count again are named, also if the old row is put back whole", async ({ portal }) => {
    const { kid } = await currentSigningKey(portal, "statement");
    const [before] = await rows(portal);
    await rotateSigningKey(portal, commandLine);
    const [retired] = (await rows(portal)).filter(({ id }) => id === kid);
    await revokeSigningKey(portal, commandLine, kid, { origin: "localhost:3000/log", size: 0, root: "" });
    const [revoked] = (await rows(portal)).filter(({ id }) => id === kid);
    if (!before || !retired || !revoked) throw new Error("no key");
    expect(await afterWriting(portal, { ...revoked, revoked_at: null })).toEqual({
      isPublished: false,
      found: named(kid),
    });
    expect((await afterWriting(portal, retired)).found).toEqual(named(kid));
    expect((await afterWriting(portal, { ...before, signs_for: null })).found).toEqual(named(kid));
    expect(await afterWriting(portal, revoked)).toEqual({ isPublished: false, found: [] });
  });
});

const kidOf = (sdJwt: string): string =>
  (JSON.parse(Buffer.from(sdJwt.split(".")[0] ?? "", "base64url").toString()) as { kid: string }).kid;
