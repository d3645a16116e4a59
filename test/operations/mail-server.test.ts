import { describe, expect, onTestFinished } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { queueMail, deliverMails } from "#operations/mails/mail-queue.ts";
import { changeMailServer, keepsMails, readMailServer, sendTestMail } from "#operations/mails/mail-server.ts";
import type { Portal } from "#operations/portal.ts";
import { MailServer } from "../support/mail-server.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";

const admin = actorOf("admin-1", "admin");
const password = "right";

async function freshServer(): Promise<MailServer> {
  const server = await new MailServer({ allowInsecureAuth: true }).start();
  onTestFinished(() => server.stop());
  return server;
}

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
  const { version } = await readMailServer(portal, admin);
  return changeMailServer(portal, admin, { input, expectedVersion: version });
}

async function mailGoesOut(portal: Portal): Promise<void> {
  await queueMail(portal, { to: "a@example.com", senderName: "Agency", subject: "Hello", text: "Hello.\n" });
  const never = new AbortController().signal;
  await deliverMails(portal, { stopping: never, cut: never, report: (error) => expect.unreachable(String(error)) });
}

describe.each(engines)("the mail server of the settings on %s", (engine) => {
  const test = testOn(engine);

  test("is used by every process from the moment it is set until it is removed", async ({ portal, there }) => {
    const [one, other] = [await freshServer(), await freshServer()];
    expect(await keepsMails(there)).toBe(true);
    for (const server of [one, other]) {
      await set(portal, typed(server));
      await mailGoesOut(there);
      expect(server.taken).toMatchObject([{ from: "papers@agency.example", user: "site" }]);
    }
    expect(one.taken).toHaveLength(1);
    await set(portal, null);
    expect(await keepsMails(there)).toBe(true);
  });

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

  test("can be changed only with a recent proof", async ({ portal }) => {
    const input = { input: null, expectedVersion: 1 };
    await expect(changeMailServer(portal, { ...admin, mustProveAgain: true }, input)).rejects.toMatchObject({
      id: "prove-again",
    });
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
