import { describe, expect, onTestFinished } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { queueMail, deliverMails } from "#operations/mails/mail-queue.ts";
import { parseMailServer } from "#core/settings/mail-server.ts";
import {
  changeMailServer,
  confirmMailServer,
  readMailServer,
  removeMailServer,
  sendTestMail,
  tryMailServer,
} from "#operations/settings/change-mail-server.ts";
import { mailServerIn, mailState } from "#operations/mails/mail-server.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { adminsToTell } from "#storage/database/accounts/held-changes.ts";
import type { Engine } from "#storage/database/database.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { MailServer } from "../support/mail-server.ts";
import { actorOf, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { readMail } from "../support/read-mail.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";

const admin = actorOf("admin-1", "admin");
const password = "right";

async function freshServer(): Promise<MailServer> {
  const server = await new MailServer({ allowInsecureAuth: true }).start();
  onTestFinished(() => server.stop());
  return server;
}

/** The environment of a site whose mail server may be on this machine. */
const onThisMachine = async (engine: Engine) => ({ ...(await freshEnvironment(engine)), PRIVATE_TARGETS: "allow" });

const typed = (server: MailServer, different: object = {}) => ({
  host: "127.0.0.1",
  port: server.port,
  encryption: "starttls",
  user: "site",
  password,
  from: "papers@agency.example",
  ...different,
});

async function set(portal: Portal, input: object | null) {
  const row = await portal.database.find(settingsRow, []);
  const server = input && parseMailServer(input, mailServerIn(portal, row));
  return changeMailServer(portal, admin, { server, expectedVersion: row?.version ?? 0 });
}

const codeIn = (server: MailServer) => /\b\d{8}\b/.exec(readMail(server.taken[0]?.source ?? "").text)?.[0] ?? "";

async function mailGoesOut(portal: Portal): Promise<void> {
  await queueMail(portal, { to: "a@example.com", senderName: "Agency", subject: "Hello", text: "Hello.\n" });
  const never = new AbortController().signal;
  await deliverMails(portal, { stopping: never, cut: never, report: (error) => expect.unreachable(String(error)) });
}

describe.each(engines)("the mail server of the settings on %s", (engine) => {
  const test = testOn(engine).extend("environment", async () => onThisMachine(engine));

  test("is used by every process from the moment it is set until it is removed", async ({ portal, there }) => {
    const [one, other] = [await freshServer(), await freshServer()];
    expect(await mailState(there)).toBe("kept");
    for (const server of [one, other]) {
      there.mail.refusedAt = there.now();
      await set(portal, typed(server));
      expect(await mailState(there), "what the one before refused does not count").toBe("sent");
      await mailGoesOut(there);
      expect(server.taken).toMatchObject([{ from: "papers@agency.example", user: "site" }]);
    }
    expect(one.taken).toHaveLength(1);
    await set(portal, null);
    expect(await mailState(there)).toBe("kept");
  });
});

// One engine is enough: these queries are the same on both.
describe("the mail server of the settings", () => {
  const test = testOn("sqlite").extend("environment", async () => onThisMachine("sqlite"));

  test("is not used if the environment sets one", async ({ environment, portal }) => {
    const [ofSettings, ofEnvironment] = [await freshServer(), await freshServer()];
    await set(portal, typed(ofSettings));
    const other = await openForTest({ ...environment, SMTP_URL: ofEnvironment.url });
    await mailGoesOut(other);
    expect([ofSettings.taken.length, ofEnvironment.taken.length]).toEqual([0, 1]);
    expect(await readMailServer(other, admin)).toMatchObject({
      ofEnvironment: { host: `127.0.0.1:${ofEnvironment.port}` },
    });
  });

  test("never shows its password, and keeps it only for the same host and user", async ({ portal }) => {
    const server = await freshServer();
    await set(portal, typed(server, { password: "planted secret" }));
    const trail = await auditTrail(portal, admin, "settings", "settings");
    expect(JSON.stringify([await readMailServer(portal, admin), trail])).not.toContain("planted");
    expect(trail[0]?.changedFields).toContain("mailServer.password");
    expect(await set(portal, typed(server, { password: "", port: 2525 }))).toEqual({ modified: 1 });
    for (const different of [{ host: "mail.thief.example" }, { user: "thief" }]) {
      await expect(set(portal, typed(server, { password: "", ...different }))).rejects.toMatchObject({
        fields: { password: "required" },
      });
    }
    await set(portal, typed(server, { user: "", password: "" }));
    expect(await readMailServer(portal, admin)).toMatchObject({ server: { hasPassword: false } });
  });

  test("can be changed only right after a sign-in or a proof", async ({ portal }) => {
    const server = await freshServer();
    for (const idle of [
      { ...admin, mustProveAgain: true },
      { ...admin, mustSignInAgain: true },
    ]) {
      const tries = [
        () => tryMailServer(portal, idle, typed(server), "amina@agency.example"),
        () => confirmMailServer(portal, idle, { code: "12345678", expectedVersion: 1 }),
        () => removeMailServer(portal, idle, 1),
      ];
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ id: "prove-again" });
    }
    expect(server.visits).toBe(0);
  });

  test("counts only once the code that it delivered was typed back, and the old one tells every admin", async ({
    portal,
    there,
  }) => {
    const [old, next] = [await freshServer(), await freshServer()];
    await set(portal, typed(old));
    const acting = await freshAdmin(portal);
    const other = await freshAdmin(portal);
    await suspendAccount(portal, system("test"), other);
    expect(await tryMailServer(portal, acting, typed(next, { password: "wrong" }), "me@agency.example")).toMatchObject({
      failure: "login",
    });
    expect((await readMailServer(portal, acting)).tried).toBeNull();
    expect((await tryMailServer(portal, acting, typed(next), "me@agency.example")).failure).toBeNull();
    const { version, tried } = await readMailServer(there, acting);
    expect([tried, (await readMailServer(there, other)).tried]).toEqual(["127.0.0.1", null]);
    await mailGoesOut(there);
    expect([old.taken.length, next.taken.length]).toEqual([1, 1]);
    const code = codeIn(next);
    const confirmed = (actor: AccountActor, typedCode: string) =>
      confirmMailServer(there, actor, { code: typedCode, expectedVersion: version });
    await expect(confirmed(acting, code === "00000000" ? "1" : "00000000")).rejects.toMatchObject({ id: "wrong-code" });
    await expect(confirmed(other, code)).rejects.toMatchObject({ id: "wrong-code" });
    expect(old.taken).toHaveLength(1);
    expect(await confirmed(acting, ` ${code.slice(0, 4)} ${code.slice(4)}`)).toEqual({ modified: 1 });
    const told = old.taken.slice(1);
    const admins = (await adminsToTell(portal.database.read)).map(({ email }) => email);
    expect(told.flatMap(({ to }) => to).toSorted()).toEqual(admins.toSorted());
    expect(admins).toHaveLength(2);
    expect(readMail(told[0]?.source ?? "").text).toContain("127.0.0.1");
    await mailGoesOut(portal);
    expect(next.taken).toHaveLength(2);
    await expect(confirmed(acting, code)).rejects.toMatchObject({ id: "wrong-code" });
    // Nobody but the person at the mailbox can try many codes.
    for (let more = 0; more < 8; more += 1) await confirmed(acting, "0").catch(() => undefined);
    await expect(confirmed(acting, code)).rejects.toMatchObject({ id: "too-many-requests" });
  });

  test("can be tested by a mail, which reports what failed and is limited in number", async ({ portal }) => {
    const server = await freshServer();
    const tried = async (different: object) => {
      await set(portal, typed(server, different));
      return (await sendTestMail(portal, admin, "amina@agency.example")).failure;
    };
    expect(await tried({ password: "wrong" })).toBe("login");
    expect(await tried({})).toBe(null);
    expect(server.taken).toMatchObject([{ to: ["amina@agency.example"] }]);
    expect(await tried({ encryption: "tls" })).toBe("encryption");
    for (let more = 0; more < 17; more += 1) await sendTestMail(portal, admin, "amina@agency.example");
    await expect(sendTestMail(portal, admin, "amina@agency.example")).rejects.toMatchObject({
      id: "too-many-requests",
    });
  });
});

// One engine is enough: the program decides where mails go, not the database.
describe("a mail server in a private network", () => {
  const test = testOn("sqlite");

  test("is refused by address and by name, at each mail, unless the environment allows it", async ({ portal }) => {
    const server = await freshServer();
    let addresses = ["10.0.0.1"];
    const { allows } = portal.targets;
    const site = { ...portal, targets: { allows, resolve: async () => addresses } };
    const tried = async (place: Portal, host: string) =>
      (await tryMailServer(place, admin, typed(server, { host }), "amina@agency.example")).failure;
    expect(await tried(portal, "127.0.0.1")).toBe("address");
    expect(await tried(portal, "localhost")).toBe("address");
    expect(await tried(site, "localhost.localdomain")).toBe("address");
    addresses = ["93.184.216.34", "127.0.0.1"];
    expect(await tried(site, "mail.thief.example")).toBe("address");
    addresses = [];
    expect(await tried(site, "mail.thief.example")).toBe("name");
    expect(server.visits).toBe(0);

    const allowed = { ...portal, targets: { allows: () => true, resolve: async () => ["127.0.0.1"] } };
    await set(allowed, typed(server, { host: "mail.agency.example", user: "", password: "" }));
    // The name led to the open internet when it was saved, and leads to this machine now.
    const reports: unknown[] = [];
    await queueMail(portal, { to: "a@example.com", senderName: "Agency", subject: "Hello", text: "Hello.\n" });
    addresses = ["127.0.0.1"];
    const never = new AbortController().signal;
    await deliverMails(site, { stopping: never, cut: never, report: (error) => reports.push(error) });
    expect(reports).toMatchObject([{ id: "mail-not-delivered", cause: { failure: "address" } }]);
    expect(server.visits).toBe(0);
  });
});
