import { once } from "node:events";
import { createServer } from "node:https";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, onTestFinished } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { mailAlerts } from "#operations/alerts/mail-alerts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { deliverWebhooks } from "#operations/alerts/deliver-webhooks.ts";
import {
  addWebhook,
  readWebhooks,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendTest,
} from "#operations/webhooks/manage-webhooks.ts";
import { sealedMail } from "#operations/mails/mail-queue.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Engine } from "#storage/database/database.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { actorOf, freshAdmin, freshAccount } from "../support/accounts/fresh-accounts.ts";
import { dyingAt } from "../support/dying-at.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { freshReceiver, onLoopback, trustLocalhost, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { changeRows } from "../support/change-rows.ts";

const minute = 60_000;
const hour = 60 * minute;
const admin = actorOf("admin-1", "admin");
const never = new AbortController().signal;

beforeAll(trustLocalhost);

const at = (portal: Portal, time: number): Portal => ({ ...portal, now: () => time });

const deliver = (portal: Portal, cut = never) =>
  deliverWebhooks(portal, { stopping: never, cut, report: (error) => expect.unreachable(String(error)) });
const typesOf = ({ received }: WebhookReceiver) =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const newestOf = async (portal: Portal) => (await readWebhooks(portal, admin))[0]?.deliveries[0];

/** Adds a webhook and queues a test delivery for it. */
async function aTest(portal: Portal, receiver: WebhookReceiver) {
  const { secret } = await addWebhook(portal, admin, { url: receiver.url });
  const id = (await readWebhooks(portal, admin))[0]?.id ?? "";
  await sendTest(portal, admin, { id });
  return { secret, id };
}

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("receiver", () => freshReceiver())
    .extend("site", ({ portal }) => onLoopback(portal));

describe.each(engines)("webhooks on %s", (engine) => {
  const test = testWith(engine);

  test("are sent once by several processes, and again under the same id if one of them dies", async ({
    site,
    there,
    receiver,
  }) => {
    await aTest(site, receiver);
    const { id } = (await readWebhooks(site, admin))[0] ?? { id: "" };
    for (let more = 0; more < 10; more += 1) await sendTest(site, admin, { id });
    await Promise.all([site, onLoopback(there), site].map((one) => deliver(one)));
    expect(receiver.received).toHaveLength(11);

    await sendTest(site, admin, { id });
    await expect(deliver(dyingAt(site, 2))).rejects.toThrow("died");
    await deliver(at(site, site.now() + 30_000));
    expect(receiver.received).toHaveLength(12);
    await deliver(at(onLoopback(there), site.now() + 2 * minute));
    const [first, second] = receiver.received.slice(-2).map(({ headers }) => headers["webhook-id"]);
    expect([receiver.received.length, second]).toEqual([13, first]);
  });
});

// One engine is enough: these queries are the same on both.
describe("webhooks", () => {
  const test = testWith("sqlite");

  test("send which record and when, signed, and nothing about the person", async ({ site, receiver }) => {
    await followAuditLog(site);
    const { secret } = await addWebhook(site, admin, { url: receiver.url });
    const published = await addTestRecord(site, await freshAdmin(site));
    const waiting = await addTestRecord(site, await freshAccount(site, "moderator"));
    await decideOnRecord(site, admin, { id: waiting.id }, "approve");
    await hideRecord(site, admin, { id: waiting.id });
    await deleteRecord(site, admin, { id: waiting.id });
    await followAuditLog(site);
    await deliver(site);
    expect(typesOf(receiver).toSorted()).toEqual(
      ["added", "added", "approved", "approved", "deleted", "hidden"].map((what) => `record.${what}`),
    );
    for (const { headers, body } of receiver.received) {
      const message = new Webhook(secret).verify(body, headers) as { data: { id: string }; timestamp: string };
      expect(Object.keys(message).toSorted()).toEqual(["data", "timestamp", "type"]);
      expect(Object.keys(message.data)).toEqual(["id"]);
      expect([published.id, waiting.id]).toContain(message.data.id);
      expect(Math.abs(Date.parse(message.timestamp) - site.now())).toBeLessThan(minute);
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature found");
    }
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(6);
    await followAuditLog(site);
    await deliver(site);
    expect(receiver.received).toHaveLength(6);
  });

  test("are retried at growing intervals, given up after a day, and then reported to admins once", async ({
    site,
    receiver,
  }) => {
    const amina = await freshAdmin(site);
    const { id } = await aTest(site, receiver);
    const start = site.now();
    receiver.mood = 500;
    const tries: number[] = [];
    for (let time = start; time <= start + 26 * hour; time += minute) {
      const before = receiver.received.length;
      await deliver(at(site, time + 1000));
      if (receiver.received.length > before) tries.push((time - start) / minute);
    }
    expect(tries).toEqual([0, 1, 6, 36, 156, 516, 876, 1236]);
    expect(await newestOf(site)).toMatchObject({ outcome: "500", next_try_at: null, delivered_at: null });
    await mailAlerts(at(site, start + 48 * hour));
    expect(await mailsAbout(site, amina)).toEqual([expect.stringContaining("/dashboard/Webhooks")]);

    const last = await newestOf(site);
    expect((await readWebhooks(site, admin))[0]?.failingSince).not.toBeNull();
    receiver.mood = 204;
    await sendAgain(site, admin, { id: last?.id ?? "" });
    await deliver(site);
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(last?.id);
    expect((await readWebhooks(site, admin))[0]).toMatchObject({ id, failingSince: null });
  });

  test("can change their secret without a gap, and never show it again", async ({ site, receiver }) => {
    const { secret: old, id } = await aTest(site, receiver);
    const { secret: renewed } = await renewSecret(site, admin, { id });
    expect(JSON.stringify(await readWebhooks(site, admin))).not.toContain("whsec_");
    await deliver(site);
    await sendTest(site, admin, { id });
    const later = site.now() + 25 * hour;
    await deliver(at(site, later));
    const signedBy = (secret: string) =>
      receiver.received.map(({ headers, body }) => {
        const signature = new Webhook(secret).sign(
          headers["webhook-id"] ?? "",
          new Date(Number(headers["webhook-timestamp"]) * 1000),
          body,
        );
        return headers["webhook-signature"]?.split(" ").includes(signature);
      });
    expect([signedBy(old), signedBy(renewed)]).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("can be added only for https, and at most five", async ({ site, receiver }) => {
    const url = receiver.url;
    for (const wrong of [
      "http://hooks.example/",
      "https://a:b@hooks.example/",
      "hooks.example",
      "file:///etc/passwd",
    ]) {
      await expect(addWebhook(site, admin, { url: wrong }), wrong).rejects.toMatchObject({ id: "invalid" });
    }
    for (let more = 0; more < 5; more += 1) await addWebhook(site, admin, { url });
    await expect(addWebhook(site, admin, { url })).rejects.toMatchObject({ id: "too-many-webhooks" });
    for (const { id } of await readWebhooks(site, admin)) await removeWebhook(site, admin, { id });
    expect(await readWebhooks(site, admin)).toEqual([]);
  });
});

async function mailsAbout(portal: Portal, { id }: AccountActor): Promise<string[]> {
  const person = await portal.database.read
    .selectFrom("person")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirst();
  const rows = await portal.database.read.selectFrom("mail").selectAll().execute();
  return rows
    .map((row) => sealedMail.openRow(portal.keyring, row))
    .filter(({ to }) => to === person?.email)
    .map(({ text }) => text);
}

// One engine is enough: the program decides where messages go, not the database.
describe("a webhook", () => {
  const test = testOn("sqlite").extend("receiver", () => freshReceiver());

  test("reaches no private network, by address or by name, even if the name resolves differently later", async ({
    portal,
    receiver,
  }) => {
    const { port } = new URL(receiver.url);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "169.254.169.254"]) {
      const adding = addWebhook(portal, admin, { url: `https://${host}:${port}/` });
      await expect(adding, host).rejects.toMatchObject({ fields: { url: "link-format" } });
    }
    let answers: string[][] = [];
    let asked = 0;
    const site = onLoopback(portal, async () => {
      asked += 1;
      return answers.shift() ?? [];
    });
    await aTest(site, receiver);
    // The name resolves to an allowed address when it is checked, and to a private one right after that.
    answers = [["127.0.0.1"], ["10.0.0.1"]];
    await deliver(site);
    expect([receiver.received.length, asked, (await newestOf(site))?.outcome]).toEqual([1, 1, "204"]);
    for (const [addresses, outcome] of [
      [["10.0.0.1"], "address"],
      [["127.0.0.1", "192.168.0.1"], "address"],
      [[], "name"],
    ] as const) {
      answers = [[...addresses]];
      const again = (await newestOf(site))?.id ?? "";
      await sendAgain(site, admin, { id: again });
      await deliver(site);
      expect((await newestOf(site))?.outcome).toBe(outcome);
    }
    expect(receiver.received).toHaveLength(1);
  });

  test("follows no redirect, abandons a silent receiver or name server, and reads no endless response", async ({
    portal,
    receiver,
  }) => {
    const site = onLoopback(portal);
    const other = await freshReceiver();
    receiver.elsewhere = other.url;
    await aTest(site, receiver);
    const outcomeOf = async (mood: WebhookReceiver["mood"], cut = never, from = site) => {
      receiver.mood = mood;
      const last = (await newestOf(site))?.id ?? "";
      await sendAgain(site, system("test"), { id: last });
      await deliver(from, cut);
      return (await newestOf(site))?.outcome;
    };
    expect([await outcomeOf("redirects"), other.received.length]).toEqual(["307", 0]);
    expect(await outcomeOf("says nothing", AbortSignal.timeout(300))).toBe("silent");
    const unresolved = onLoopback(portal, () => Promise.withResolvers<string[]>().promise);
    expect(await outcomeOf(204, AbortSignal.timeout(300), unresolved)).toBe("silent");
    expect(await outcomeOf("never ends")).toBe("200");
    expect(receiver.answered).toBeLessThan(8_000_000);
  });

  test("does not wait for the silent receiver of another one", async ({ portal, receiver }) => {
    const site = onLoopback(portal);
    receiver.mood = "says nothing";
    const other = await freshReceiver();
    const { id: silent } = await aTest(site, receiver);
    await addWebhook(site, admin, { url: other.url });
    const id = (await readWebhooks(site, admin)).find((webhook) => webhook.id !== silent)?.id ?? "";
    const cutting = new AbortController();
    onTestFinished(() => cutting.abort());
    const delivering = deliver(site, cutting.signal);
    await expect.poll(() => receiver.received.length).toBe(1);
    await sendTest(site, admin, { id });
    await expect.poll(() => other.received.length, { timeout: 5000 }).toBe(1);
    cutting.abort();
    await delivering;
  });

  test("sends the next message at once after one was refused, but not after a failure", async ({
    portal,
    receiver,
  }) => {
    const site = onLoopback(portal);
    const { id } = await aTest(site, receiver);
    const sent: number[] = [];
    for (const status of [422, 429, 500]) {
      receiver.mood = status;
      await sendTest(site, admin, { id });
      await sendTest(site, admin, { id });
      const before = receiver.received.length;
      await deliver(site);
      sent.push(receiver.received.length - before);
    }
    expect(sent).toEqual([3, 1, 1]);

    // Two messages are left. The first is given up, and the second is accepted: the webhook is not failing.
    await changeRows(site, "webhook_delivery", { tries: 7 }, { outcome: "" });
    const answers = [422, 204];
    receiver.mood = () => [answers.shift() ?? 500, ""];
    await deliver(site);
    expect(answers).toEqual([]);
    expect((await readWebhooks(site, admin))[0]?.failingSince).toBeNull();
  });

  test("sends to the others although one cannot be opened", async ({ portal, receiver }) => {
    const site = onLoopback(portal);
    const other = await freshReceiver();
    const { id: damaged } = await aTest(site, receiver);
    await addWebhook(site, admin, { url: other.url });
    const id = (await readWebhooks(site, admin)).find((webhook) => webhook.id !== damaged)?.id ?? "";
    for (let sent = 0; sent < 2; sent += 1) await sendTest(site, admin, { id });
    await site.database.write((writer) => updateRow(writer, "webhook", damaged, { sealed: Buffer.alloc(60) }));
    await expect(deliver(site)).rejects.toThrow("not sealed: ");
    expect(other.received).toHaveLength(2);
  });

  test("counts a switch to another protocol as a failure", { timeout: 5000 }, async ({ portal }) => {
    const switching = createServer(localhostCertificate, (_, response) => {
      response.writeHead(101, { Connection: "Upgrade", Upgrade: "websocket" }).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void switching.close());
    await once(switching, "listening");
    const address = switching.address();
    const url = `https://hooks.example:${typeof address === "object" ? address?.port : 0}/`;
    const site = onLoopback(portal);
    await addWebhook(site, admin, { url });
    await sendTest(site, admin, { id: (await readWebhooks(site, admin))[0]?.id ?? "" });
    await deliver(site);
    expect((await newestOf(site))?.outcome).toBe("101");
  });
});
