import { describe, expect, test } from "vitest";
import { z } from "zod";
import { addRecordOnce } from "#operations/records/add-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { doOnce, sweepRequests } from "#operations/do-once.ts";
import type { Portal } from "#operations/portal.ts";
import { verifyAudit } from "#operations/verify.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { callerOf, sentRecord, serveApi } from "../support/api.ts";
import { startOtherApi } from "../support/other-api.ts";
import { admin, particulars } from "../support/people.ts";
import { engines, freshEnvironment, freshPortal, openForTest } from "../support/portals.ts";

const key = (text: string) => ({ "idempotency-key": text });
const insertedSchema = z.object({ insertedId: z.string() });
const recordsIn = async (portal: Portal) => (await listRecords(portal, admin, { limit: 500 })).records.length;
/** In a chain that verifies. */
async function eventsOfRecords(portal: Portal): Promise<number> {
  expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  const events = portal.database.read.selectFrom("audit_event").select("seq").where("subject", "=", "candidate");
  return (await events.execute()).length;
}

const secret = { SECRET: "the secret of two processes has 32 letters" };

describe.each(engines)("a record that is sent again, on %s,", (engine) => {
  async function served(): Promise<
    {
      portal: OpenPortal;
      post: (body: unknown, key?: string, as?: string) => Promise<{ status: number; text: string }>;
    } & AsyncDisposable
  > {
    const portal = await freshPortal(engine);
    const api = await serveApi(portal);
    return {
      portal,
      post: (body, text, as = "admin") =>
        callerOf(api, as)("POST", "/cofees", body, text === undefined ? {} : key(text)),
      [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
    };
  }

  test("under one key is added once, and answered the same", async () => {
    await using api = await served();
    const sent = sentRecord();
    const first = await api.post(sent, "key-1");
    const again = await api.post({ ...sent, Status: "Denied" }, "key-1");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await recordsIn(api.portal)).toBe(1);
    expect(await eventsOfRecords(api.portal)).toBe(1);
  });

  test("with something else under the key is refused; the key is the sender's alone", async () => {
    await using api = await served();
    await api.post(sentRecord(), "key-1");
    const other = await api.post(sentRecord(), "key-1");
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('"key-reused"')]);
    expect((await api.post(sentRecord(), "key-1", "otherAdmin")).status).toBe(201);
    expect((await api.post(sentRecord(), "")).status).toBe(400);
    expect((await api.post(sentRecord(), "x".repeat(256))).status).toBe(400);
  });

  test("after it failed is tried anew", async () => {
    await using api = await served();
    const [one, two] = [sentRecord(), sentRecord()];
    await api.post(one);
    const taken = { ...two, id: one["id"] };
    expect((await api.post(taken, "key-1")).status).toBe(409);
    expect((await api.post(taken, "key-1")).text).toContain('"duplicate-number"');
    expect((await api.post(two, "key-1")).status).toBe(201);
  });

  test("while the first is worked on is told so, and does not add a second", async () => {
    const portal = await freshPortal(engine);
    const input = { particulars: particulars(), images: {} };
    const send = (at: Portal) => addRecordOnce(at, admin, input, "key-1");
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => send(portal)));
    const ids = new Set(results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : [])));
    expect(ids.size).toBe(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ id: "still-working" });
    expect(await recordsIn(portal)).toBe(1);
  });

  test("after a day is a new one, and nothing of the old request is kept", async () => {
    const portal = await freshPortal(engine);
    const later = { ...portal, now: () => Date.now() + 24 * 3_600_000 + 1 };
    const send = (at: Portal) => addRecordOnce(at, admin, { particulars: particulars(), images: {} }, "key-1");
    const first = await send(portal);
    await expect(send(portal)).rejects.toMatchObject({ id: "key-reused" });
    await sweepRequests(portal);
    await expect(send(portal)).rejects.toMatchObject({ id: "key-reused" });
    expect((await send(later)).id).not.toBe(first.id);
    await sweepRequests({ ...later, now: () => later.now() * 2 });
    expect(await portal.database.read.selectFrom("idempotency").selectAll().execute()).toEqual([]);
  });

  test("by two processes at once, is one record", { timeout: 60_000 }, async () => {
    const environment = { ...(await freshEnvironment(engine)), ...secret };
    const portal = await openForTest(environment);
    await using one = await startOtherApi(environment);
    await using two = await startOtherApi(environment);
    const rounds = 15;
    for (let round = 0; round < rounds; round += 1) {
      const sent = sentRecord();
      const answers = await Promise.all(
        [one, two, one, two].map((api) => callerOf(api, "admin")("POST", "/cofees", sent, key(`key-${round}`))),
      );
      const added = answers.filter(({ status }) => status === 201);
      expect(new Set(added.map(({ text }) => text)).size).toBe(1);
      for (const { status, text } of answers) if (status !== 201) expect(text).toContain('"still-working"');
    }
    expect(await recordsIn(portal)).toBe(rounds);
  });

  test("after the process was killed in the midst, is one record", { timeout: 90_000 }, async () => {
    const environment = { ...(await freshEnvironment(engine)), ...secret };
    const portal = await openForTest(environment);
    const patient = await serveApi({ ...portal, now: () => Date.now() + 3 * 60_000 });
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      const sent = sentRecord();
      await using dying = await startOtherApi(environment);
      const lost = callerOf(dying, "admin")("POST", "/cofees", sent, key(`key-${round}`)).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      dying.child.kill("SIGKILL");
      const first = await lost;
      // The claim of the dead ends by itself; this portal's clock is ahead by more than that.
      const again = await callerOf(patient, "admin")("POST", "/cofees", sent, key(`key-${round}`));
      expect(again.status).toBe(201);
      if (first?.status === 201) expect(again.text).toBe(first.text);
      expect(insertedSchema.parse(again.body).insertedId).toBeTruthy();
    }
    expect(await recordsIn(portal)).toBe(rounds);
    await patient[Symbol.asyncDispose]();
  });

  test("whose answer got lost after the work was written, gets that answer", async () => {
    const portal = await freshPortal(engine);
    const request = { key: "key-1", body: {} };
    const dying = doOnce(portal, admin, request, async (answer) => {
      await portal.database.write((writer) => answer(writer, "the answer"));
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    expect(await doOnce(portal, admin, request, async () => "another answer")).toBe("the answer");
  });

  test("leaves nothing that can be read", async () => {
    await using api = await served();
    const sent = sentRecord();
    await api.post(sent, "PLANTEDKEY");
    const [row] = await api.portal.database.read.selectFrom("idempotency").selectAll().execute();
    const kept = [row?.key_index, row?.body_index].map((bytes) => Buffer.from(bytes ?? []).toString("latin1"));
    expect(JSON.stringify([row, kept])).not.toMatch(new RegExp(`PLANTEDKEY|${String(sent["id"])}|Rahim`));
  });
});

const races = Number(process.env["ATTESTRY_RACES"] ?? 30);

test.each(engines)(
  "two processes that change the same version have one winner, on %s",
  { timeout: 600_000 },
  async (engine) => {
    const environment = { ...(await freshEnvironment(engine)), ...secret };
    const portal = await openForTest(environment);
    await using one = await startOtherApi(environment);
    await using two = await startOtherApi(environment);
    const { id, version } = await addRecordOnce(
      portal,
      admin,
      { particulars: particulars(), images: {} },
      undefined,
    ).then((added) => ({ ...added, version: 1 }));
    let etag = `"${version}"`;
    for (let race = 0; race < races; race += 1) {
      const answers = await Promise.all(
        [one, two].map((api) =>
          callerOf(api, "admin")("PATCH", `/user_data/Approved_or_Deny/${id}`, undefined, { "if-match": etag }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
      etag = answers.find(({ status }) => status === 200)?.headers.get("etag") ?? "";
    }
    expect(await eventsOfRecords(portal)).toBe(races + 1);
  },
);
