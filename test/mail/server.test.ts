import { afterEach, beforeEach, expect, test } from "vitest";
import { isPortalError } from "#core/errors.ts";
import { queueMail, deliverMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { MailServer } from "../support/mail-server.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";

const planted = "planted.person@example.com";
const mail = { to: planted, senderName: "Agency", subject: "Hello", text: "Hello.\n" };

let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await new MailServer().start();
});
afterEach(() => mailServer.stop());

const newEnvironment = async (): Promise<Record<string, string>> => ({
  ...(await freshEnvironment("sqlite")),
  SECRET: "x".repeat(40),
  SMTP_URL: mailServer.url,
});

const idIn = (source = "") => /^Message-ID: (<.+>)/im.exec(source)?.[1] ?? expect.unreachable(source);

const aMinuteLater = (portal: Portal): Portal => ({ ...portal, now: () => Date.now() + 60_000 });

test("the log warns at the start that mails are not sent if SMTP_URL is not set", async () => {
  const environment = await newEnvironment();
  await using sending = await startServer(environment);
  await sending.stop("SIGTERM");
  expect(JSON.stringify(sending.log)).not.toContain("mails");
  await using keeping = await startServer({ ...environment, SMTP_URL: "" });
  const warning = { level: "warn", msg: expect.stringMatching(/^mails are not sent .*\/outbox: set SMTP_URL/) };
  await expect.poll(() => keeping.log).toContainEqual(expect.objectContaining(warning));
});

test("the log contains why a mail was not delivered, but not its recipient", async () => {
  const environment = await newEnvironment();
  const portal = await openForTest(environment);
  await queueMail(portal, mail);
  mailServer.mood = "knows nobody";
  await using server = await startServer(environment);
  await expect
    .poll(() => server.log)
    .toContainEqual(
      expect.objectContaining({ level: "error", error: "mail-not-delivered", cause: "NotDelivered EENVELOPE 550" }),
    );
  await server.stop("SIGTERM");
  expect(`${JSON.stringify(server.log)}${server.errors()}`).not.toContain("planted");
});

// One engine is enough: test/operations/mails.test.ts claims mails on both.
test("a mail whose process is killed in delivery is sent by the next one", async () => {
  const environment = await newEnvironment();
  const portal = await openForTest(environment);
  await queueMail(portal, mail);
  mailServer.mood = "stalls before the answer";
  await using server = await startServer(environment);
  await expect.poll(() => mailServer.withoutAnswer.length).toBe(1);
  await server.stop("SIGKILL");

  mailServer.mood = "takes mails";
  const never = new AbortController().signal;
  const report = (error: unknown) => expect.unreachable(isPortalError(error) ? error.id : String(error));
  await deliverMails(portal, { stopping: never, cut: never, report });
  expect(mailServer.taken).toEqual([]);
  await deliverMails(aMinuteLater(portal), { stopping: never, cut: never, report });
  expect(mailServer.taken).toMatchObject([{ to: [planted] }]);
  const [first, second] = [mailServer.withoutAnswer[0], mailServer.taken[0]?.source].map(idIn);
  expect(second).toBe(first);
});

test("a mail server that does not answer cannot delay the shutdown of the site", async () => {
  const environment = await newEnvironment();
  const portal = await openForTest(environment);
  await queueMail(portal, mail);
  mailServer.mood = "says nothing";
  await using server = await startServer(environment);
  await expect.poll(() => mailServer.visits).toBe(1);
  const begin = performance.now();
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(performance.now() - begin).toBeLessThan(8000);
});
