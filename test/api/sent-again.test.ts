import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { PortalError } from "#core/errors.ts";
import { addRecordOnce } from "#operations/records/add-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { doOnce, sweepRequests } from "#operations/portal/do-once.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { callerOf, sentRecord, serveApi } from "../support/api.ts";
import { admin, particulars } from "../support/accounts/people.ts";
import { proxyBefore } from "../faults/postgres-proxy.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, freshEnvironment, freshPortal, openForTest } from "../support/portals.ts";

const key = (text: string) => ({ "idempotency-key": text });
const recordsIn = async (portal: Portal) => (await listRecords(portal, admin, { limit: 500 })).records.length;
/** The number of audit events about records. Also checks that the audit chain is intact. */
async function eventsOfRecords(portal: Portal): Promise<number> {
  expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  const events = portal.database.read.selectFrom("audit_event").select("seq").where("subject", "=", "candidate");
  return (await events.execute()).length;
}

async function served(engine: Engine) {
  const portal = await freshPortal(engine);
  const api = await serveApi(portal);
  return {
    portal,
    post: (body: unknown, text?: string, as = "admin") =>
      callerOf(api, as)("POST", "/cofees", body, text === undefined ? {} : key(text)),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

describe.each(engines)("a record that is sent again, on %s,", (engine) => {
  test("with the same key is added once and answered the same", async () => {
    await using api = await served(engine);
    const sent = sentRecord();
    const first = await api.post(sent, "key-1");
    const again = await api.post({ ...sent, Status: "Denied" }, "key-1");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await recordsIn(api.portal)).toBe(1);
    expect(await eventsOfRecords(api.portal)).toBe(1);
  });

  test("while the first request runs is refused as still working, and adds no second record", async () => {
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

  test("whose answer was lost after the commit gets the same answer", async () => {
    const portal = await freshPortal(engine);
    const request = { key: "key-1", body: {} };
    const dying = doOnce(portal, admin, request, async (once) => {
      await once(async () => "the answer");
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    expect(await doOnce(portal, admin, request, async () => "another answer")).toBe("the answer");
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a record that is sent again,", () => {
  test("with other content under the same key is refused; another sender may use the same key", async () => {
    await using api = await served("sqlite");
    await api.post(sentRecord(), "key-1");
    const other = await api.post(sentRecord(), "key-1");
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('"key-reused"')]);
    expect((await api.post(sentRecord(), "key-1", "otherAdmin")).status).toBe(201);
  });

  test("after a failure is tried again", async () => {
    await using api = await served("sqlite");
    const [one, two] = [sentRecord(), sentRecord()];
    await api.post(one);
    const taken = { ...two, id: one["id"] };
    expect((await api.post(taken, "key-1")).status).toBe(409);
    expect((await api.post(taken, "key-1")).text).toContain('"duplicate-number"');
    expect((await api.post(two, "key-1")).status).toBe(201);
  });

  test("is refused at once if nothing can be written by then, and can be sent again once there is room", async () => {
    const portal = await freshPortal("sqlite");
    const mayWrite = (bytes: string) => execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
    const send = (work: () => Promise<string>) => doOnce(portal, admin, { key: "key-1", body: {} }, work);
    try {
      const refused = send(async () => {
        mayWrite("0");
        throw new PortalError("duplicate-number");
      });
      await expect(refused).rejects.toMatchObject({ id: "duplicate-number" });
    } finally {
      mayWrite("unlimited");
    }
    await expect.poll(() => send(async () => "the answer").catch(() => "")).toBe("the answer");
  });

  test("after a day is added as a new record, and nothing of the old request is kept", async () => {
    const portal = await freshPortal("sqlite");
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

  test("leaves nothing readable in the database", async () => {
    await using api = await served("sqlite");
    const sent = sentRecord();
    await api.post(sent, "PLANTEDKEY");
    const [row] = await api.portal.database.read.selectFrom("idempotency").selectAll().execute();
    const kept = [row?.key_index, row?.body_index].map((bytes) => Buffer.from(bytes ?? []).toString("latin1"));
    expect(JSON.stringify([row, kept])).not.toMatch(new RegExp(`PLANTEDKEY|${String(sent["id"])}|Rahim`));
  });
});

test("a request that failed because the database was down succeeds once the database is back", async () => {
  const environment = await freshEnvironment("postgres");
  using proxy = await proxyBefore(environment["DATABASE_URL"] ?? "");
  const portal = await openForTest({ ...environment, DATABASE_URL: proxy.url });
  const request = { key: "key-1", body: {} };
  const failing = doOnce(portal, admin, request, async () => {
    proxy.set("cuts");
    await portal.database.write((writer) => writer.deleteFrom("idempotency").execute());
    return "not written";
  });
  await expect(failing).rejects.toMatchObject({ id: "unavailable" });
  await expect(portal.database.ping()).rejects.toMatchObject({ id: "unavailable" });
  proxy.set("passes");
  expect(await doOnce(portal, admin, request, async () => "an answer")).toBe("an answer");
});
