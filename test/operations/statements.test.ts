import { hash } from "node:crypto";
import { describe, expect } from "vitest";
import { kindsAdvisedForVisitors, type PublicKind } from "#core/records/document-kinds.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { readStatement } from "#operations/records/read-statement.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { decideOnRecord, deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { backedUpTables } from "#storage/database/tables/copied-tables.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { changeOperator } from "../support/operator.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement, doesStand, savedStatement } from "../support/statements.ts";
import { changeRows } from "../support/change-rows.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const passport = { name: "Rahim Uddin", address: "12/A, Mirpur, Dhaka" };

async function published(portal: Portal): Promise<CandidateRecord> {
  const images = { workPermit: await uploaded(portal, admin), medical: await uploaded(portal, admin) };
  return addTestRecord(portal, admin, { ...passport, images });
}

const show = (portal: Portal, shownKinds: readonly PublicKind[]) =>
  changeSettings(portal, admin, { change: { shownKinds: [...shownKinds] } });

const saved = async (portal: Portal, { id }: CandidateRecord) => (await savedStatement(portal, id)) ?? "none";

const whatEnds: Record<string, (portal: Portal, record: CandidateRecord) => Promise<unknown>> = {
  "hiding the record": (portal, { id }) => hideRecord(portal, admin, { id }),
  "denying it": (portal, { id }) => decideOnRecord(portal, admin, { id }, "deny"),
  "deleting it": (portal, { id }) => deleteRecord(portal, admin, { id }),
  "another address": (portal, record) =>
    updateRecord(portal, admin, record, { particulars: { ...record, address: "Sylhet" }, images: {} }),
  "another document": async (portal, record) =>
    updateRecord(portal, admin, record, { particulars: record, images: { lmia: await uploaded(portal, admin) } }),
  "a last day": (portal, record) =>
    updateRecord(portal, admin, record, { particulars: record, images: {}, lastDays: { workPermit: "2027-01-01" } }),
  "hiding a kind that it has": (portal) => show(portal, ["photo"]),
  "its holder, who holds a document back": async (portal, record) =>
    holdBack(portal, (await holderOf(portal, record)).opened, { kind: "workPermit", isWithheld: true }),
};

describe.each(engines)("a statement on %s", (engine) => {
  const test = testOn(engine);

  test("that is requested at the moment when the record is hidden does not stand afterwards", async ({
    portal,
    there,
  }) => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await addTestRecord(portal);
      await portal.database.write((writer) => writer.deleteFrom("statement").where("record_id", "=", id).execute());
      const [sdJwt] = await Promise.all([savedStatement(there, id), hideRecord(portal, admin, { id })]);
      if (sdJwt !== null) expect(await doesStand(portal, sdJwt)).toBe(false);
    }
  });

  test("is created by the sweep for records that have none, and ended for kinds of documents that are hidden", async ({
    portal,
  }) => {
    const records = await Array.fromAsync({ length: 3 }, () => published(portal));
    await portal.database.write(async (writer) => {
      await writer.deleteFrom("statement").execute();
    });
    const kinds = async () =>
      portal.database.read.selectFrom("statement").select("kinds").where("ended_at", "is", null).execute();
    await sweepStatements(portal);
    expect(await kinds()).toHaveLength(records.length);
    await show(
      portal,
      kindsAdvisedForVisitors.filter((kind) => kind !== "workPermit"),
    );
    await sweepStatements(portal);
    expect((await kinds()).map((row) => row.kinds)).toEqual([0, 0, 0]);
  });

  test("that cannot be opened is replaced by the sweep and by a request, and stops neither", async ({ portal }) => {
    const [first, second] = [await published(portal), await published(portal)];
    const broken = await Promise.all([saved(portal, first), saved(portal, second)]);
    await changeRows(portal, "statement", { sealed: Buffer.alloc(64) });
    expect(await doesStand(portal, await saved(portal, first))).toBe(true);
    await sweepStatements(portal);
    const rows = await portal.database.read.selectFrom("statement").select(["record_id", "ended_at"]).execute();
    const open = rows.filter(({ ended_at }) => ended_at === null).map(({ record_id }) => record_id);
    expect(open).toHaveLength(2);
    expect(open).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(await Promise.all(broken.map((sdJwt) => doesStand(portal, sdJwt)))).toEqual([false, false]);
  });
});

// One engine is enough: these queries are the same on both.
describe("a statement", () => {
  const test = testOn("sqlite");

  test("contains what strangers see and nothing else", async ({ portal }) => {
    await changeOperator(portal, { name: "Shapla Overseas", licence: "RL-0001" });
    const file = await drawnDocument();
    const images = { workPermit: await uploaded(portal, admin, file), medical: await uploaded(portal, admin) };
    const lastDays = { workPermit: "2027-03-03" };
    const record = await addTestRecord(portal, admin, { ...passport, images, lastDays });
    const { header, payload, stands } = await checkStatement(portal, await saved(portal, record));
    expect(header).toMatchObject({ alg: "ES256", typ: "dc+sd-jwt" });
    expect(payload).toMatchObject({
      iss: portal.publicOrigin,
      vct: "urn:attestry:publication:1",
      operator: { name: "Shapla Overseas", licence: "RL-0001" },
      name: record.name,
      passport_number: record.passportNumber,
      ircc_number: record.irccNumber,
      nationality: "BANGLADESH",
      documents: [
        {
          kind: "workPermit",
          pages: 1,
          original_sha256: [hash("sha256", file)],
          page_sha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          last_day: "2027-03-03",
        },
      ],
    });
    expect(Number(payload["exp"]) - Number(payload["iat"])).toBe((90 * dayMs) / 1000);
    expect(stands).toBe(true);
    expect(JSON.stringify(payload)).not.toMatch(/medical|Mirpur|Karim|Amena/);
  });

  test("is in a status list that is believed for 15 minutes at most", async ({ portal }) => {
    const list = /\d+$/.exec(await listOf(portal, await saved(portal, await published(portal))))?.[0];
    for (const minutes of [0, 4, 59]) {
      const then = { ...portal, now: () => Date.parse("2026-11-20T10:00:00Z") + minutes * 60_000 };
      const { token = "" } = (await new StatusLists(then).read(Number(list))) ?? {};
      const said = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { exp: number };
      expect(said.exp - then.now() / 1000).toBeGreaterThanOrEqual(600);
      expect(said.exp - then.now() / 1000).toBeLessThanOrEqual(900);
    }
  });

  test("can be shown in part", async ({ portal }) => {
    const [signed = "", ...claims] = (await saved(portal, await published(portal))).split("~");
    const { payload, stands } = await checkStatement(portal, [signed, claims[1] ?? "", ""].join("~"));
    expect([payload["name"], payload["documents"], stands]).toEqual([undefined, [], true]);
    expect(payload["passport_number"]).toMatch(/^A\d+$/);
  });

  test("is invalid if one byte of it differs", async ({ portal }) => {
    const sdJwt = await saved(portal, await published(portal));
    const other = await saved(portal, await published(portal));
    const [signed = "", ...claims] = sdJwt.split("~");
    const wrong = [
      sdJwt.replace(/\.(.)/, (_, letter: string) => (letter === "e" ? ".f" : ".e")),
      `${signed.slice(0, signed.lastIndexOf("."))}${other.slice(other.lastIndexOf("."), other.indexOf("~"))}~`,
    ];
    for (const text of wrong)
      await expect(checkStatement(portal, text)).rejects.toThrow(/Verify Error|is not valid JSON/);
    const { payload } = await checkStatement(portal, [signed, other.split("~")[1], ...claims.slice(1)].join("~"));
    expect(payload["name"]).toBeUndefined();
  });

  test.for(Object.entries(whatEnds))("ends at once through %s", async ([, change], { portal, there }) => {
    const record = await published(portal);
    const sdJwt = await saved(portal, record);
    expect(await doesStand(there, sdJwt)).toBe(true);
    await change(portal, record);
    expect(await doesStand(there, sdJwt)).toBe(false);
    const next = await savedStatement(there, record.id);
    if (next !== null) expect(await doesStand(portal, next)).toBe(true);
  });

  test("stands after changes that strangers do not see", async ({ portal }) => {
    const record = await published(portal);
    const sdJwt = await saved(portal, record);
    await assignRecord(portal, admin, { id: record.id }, null);
    await updateRecord(portal, admin, record, { particulars: record, images: { medical: null } });
    await show(portal, ["workPermit", "photo"]);
    expect(await doesStand(portal, sdJwt)).toBe(true);
    expect((await saved(portal, record)).split(".").slice(0, 2)).toEqual(sdJwt.split(".").slice(0, 2));
  });

  test("of a record that is shown again is a new one", async ({ portal }) => {
    const record = await published(portal);
    const sdJwt = await saved(portal, record);
    await hideRecord(portal, admin, { id: record.id });
    expect(await savedStatement(portal, record.id)).toBeNull();
    await unhideRecord(portal, admin, { id: record.id });
    expect(await doesStand(portal, sdJwt)).toBe(false);
    expect(await doesStand(portal, await saved(portal, record))).toBe(true);
  });

  test("keeps its day of publication when it is renewed in another time zone, until the record is approved again", async ({
    portal,
  }) => {
    const inZone = (timeZone: string) => changeSettings(portal, admin, { change: { timeZone } });
    // 3 December in Dhaka, 2 December in Toronto.
    const moment = Date.parse("2026-12-02T18:30Z");
    const at = (hours: number): Portal => ({ ...portal, now: () => moment + hours * hourMs });
    const daySaid = async (then: Portal, { id }: CandidateRecord) => {
      const { payload } = await checkStatement(then, (await savedStatement(then, id)) ?? "none");
      return payload["published"];
    };
    await inZone("Asia/Dhaka");
    const record = await addTestRecord(at(0), admin, passport);
    expect(await daySaid(at(1), record)).toBe("2026-12-03");
    await inZone("America/Toronto");
    // The name of the operator is in each statement, and the shown kinds decide what each says.
    await changeOperator(portal, { name: "Shapla Travels" });
    expect(await daySaid(at(2), record)).toBe("2026-12-03");
    await show(portal, ["photo"]);
    expect(await daySaid(at(3), record)).toBe("2026-12-03");
    await decideOnRecord(at(4), admin, record, "deny");
    await decideOnRecord(at(5), admin, record, "approve");
    expect(await daySaid(at(6), record)).toBe("2026-12-02");
  });

  test("is renewed before it expires, and the old one stands until it expires", async ({ portal }) => {
    const record = await published(portal);
    const first = await saved(portal, record);
    const later = (days: number) => ({ ...portal, now: () => Date.now() + days * dayMs });
    expect(bytesOf(await saved(later(40), record))).toBe(bytesOf(first));
    const second = await saved(later(50), record);
    expect(bytesOf(second)).not.toBe(bytesOf(first));
    expect([await doesStand(later(50), first), await doesStand(later(50), second)]).toEqual([true, true]);
    await expect(checkStatement(later(91), first)).rejects.toThrow(/expired/);
    await hideRecord(portal, admin, { id: record.id });
    expect([await doesStand(later(50), first), await doesStand(later(50), second)]).toEqual([false, false]);
  });

  test("has a place in another status list after a restore, because the open list is in no backup", async ({
    portal,
  }) => {
    const before = await saved(portal, await published(portal));
    expect(backedUpTables).not.toContain("open_status_list");
    await portal.database.write((writer) => writer.deleteFrom("open_status_list").execute());
    const after = await saved(portal, await published(portal));
    expect(await listOf(portal, after)).not.toBe(await listOf(portal, before));
    expect([await doesStand(portal, before), await doesStand(portal, after)]).toEqual([true, true]);
  });

  test("matches its leaf in the public log, and a wrong key, seal or leaf is reported", async ({ portal }) => {
    const [record, other, third] = [await published(portal), await published(portal), await published(portal)];
    await hideRecord(portal, admin, record);
    const problems = async () => {
      const found: string[] = [];
      const seen = await verifyStatements(portal, { onBroken: (problem) => found.push(problem) });
      return { ...seen, found };
    };
    expect(await problems()).toEqual({ whole: 3, broken: 0, found: [] });
    await portal.database.write(async (writer) => {
      const rowsOf = ({ id }: CandidateRecord) => writer.updateTable("statement").where("record_id", "=", id);
      await rowsOf(record).set({ withdrawn_leaf: 0 }).execute();
      await rowsOf(other).set({ published_leaf: 0 }).execute();
      await rowsOf(third)
        .set({ sealed: Buffer.alloc(64) })
        .execute();
      await writer
        .updateTable("signing_key")
        .set({ sealed: Buffer.alloc(64) })
        .execute();
    });
    expect(await problems()).toEqual({
      whole: 0,
      broken: 3,
      found: [
        expect.stringMatching(/^The signing key [\w-]{43} was changed, or is not ours\.$/),
        `What was signed of record ${record.id} is not what the public log has in its place.`,
        ...[other, third].map(({ id }) => `What was signed of record ${id} cannot be opened.`),
      ],
    });
  });

  test("is shown to staff with its record, with the leaf of its withdrawal", async ({ portal }) => {
    const record = await published(portal);
    const { payload, header } = await checkStatement(portal, await saved(portal, record));
    const first = await readStatement(portal, admin, record.id);
    expect(first).toMatchObject({ kid: header?.["kid"], endedAt: null, withdrawn: null });
    expect([first?.issuedAt, first?.endsAt]).toEqual(
      [payload["iat"], payload["exp"]].map((time) => Number(time) * 1000),
    );
    await hideRecord(portal, admin, record);
    const { published: place, withdrawn, endedAt } = (await readStatement(portal, admin, record.id)) ?? {};
    expect([place?.position, withdrawn?.position]).toEqual([0, 1]);
    expect(endedAt).toBeGreaterThan(0);
    await expect(readStatement(portal, moderator, record.id)).rejects.toMatchObject({ id: "not-found" });
  });
});

const listOf = async (portal: Portal, sdJwt: string) => {
  const { payload } = await checkStatement(portal, sdJwt);
  return (payload["status"] as { status_list: { uri: string } }).status_list.uri;
};

const bytesOf = (sdJwt: string) => sdJwt.slice(0, sdJwt.lastIndexOf("."));
