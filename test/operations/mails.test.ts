import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isPortalError } from "#core/errors.ts";
import type { AccountMails } from "#core/accounts/account-mails.ts";
import { system } from "#core/accounts/actor.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { openKeyring } from "#sealing/keyring.ts";
import type { Engine } from "#storage/database/database.ts";
import { runJobs } from "#jobs/run-jobs.ts";
import { queueMail, deliverMails } from "#operations/mails/mail-queue.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { changeOperator } from "../support/operator.ts";
import { MailServer } from "../support/mail-server.ts";
import { commandLine } from "../support/accounts/people.ts";
import { engines, freshEnvironment, openForTest, testOn, whenFileEnds } from "../support/portals.ts";
import { mailsIn, type ReadMail } from "../support/read-mail.ts";
import { plainTextsIn } from "../support/traces.ts";

const minute = 60_000;
const hour = 60 * minute;

const mailTo = (to: string) => ({ to, senderName: "Agency", subject: "Hello", text: "Hello.\n" });

async function freshServer(): Promise<MailServer> {
  const server = await new MailServer().start();
  onTestFinished(() => server.stop());
  return server;
}

/** Runs one round of deliveries. Returns what it reported to the log. */
async function deliver(portal: Portal, stopping = new AbortController().signal): Promise<string[]> {
  const reported: string[] = [];
  const report = (error: unknown) => void reported.push(isPortalError(error) ? error.id : String(error));
  await deliverMails(portal, { stopping, cut: new AbortController().signal, report });
  return reported;
}

const at = (portal: Portal, time: number): Portal => ({ ...portal, now: () => time });
const recipients = (server: MailServer) => server.taken.flatMap(({ to }) => to);

const mailTestOn = (engine: Engine) =>
  testOn(engine)
    .extend("server", () => freshServer())
    .extend("environment", async ({ server }) => {
      const environment = await freshEnvironment(engine);
      return { ...environment, SMTP_URL: server.url, SECRET: "x".repeat(40) };
    });

// One engine is enough: the program computes the time of a retry, not the database.
mailTestOn("sqlite")("mails are retried at growing intervals and given up after a day", async ({ server, portal }) => {
  const start = portal.now();
  server.mood = "asks to come back";
  await queueMail(at(portal, start), mailTo("a@example.com"));
  const tries: number[] = [];
  for (let time = start; time <= start + 30 * hour; time += minute) {
    const before = server.visits;
    const reported = await deliver(at(portal, time));
    if (server.visits > before) tries.push((time - start) / minute);
    else if (reported.length > 0) {
      expect(reported).toEqual(["mail-given-up"]);
      expect(time - start).toBe(24 * hour);
    }
  }
  expect(tries).toEqual([0, 1, 6, 36, 156, 516, 876, 1236]);
  expect(await rowsLeft(portal)).toBe(0);
});

describe.each(engines)("mails on %s", (engine) => {
  const mailTest = mailTestOn(engine);

  mailTest(
    "wait while the mail server is down, and after one failure the others are not tried",
    async ({ server, portal }) => {
      const start = portal.now();
      await server.stop();
      const jobs = runJobs(portal, () => undefined);
      for (const name of ["a", "b", "c"]) await queueMail(portal, mailTo(`${name}@example.com`));
      await jobs[Symbol.asyncDispose]();

      const visits = server.visits;
      expect(await deliver(at(portal, start + 10 * minute))).toEqual(["mail-not-delivered"]);
      const promised = (time: number) => mailState(at(portal, start + time));
      expect(await promised(11 * minute), "and no mail is promised for an hour").toBe("late");
      expect(await promised(2 * hour)).toBe("sent");
      await server.start();
      expect(await deliver(at(portal, start + 2 * hour))).toEqual([]);
      expect(await promised(11 * minute)).toBe("sent");
      expect(recipients(server).toSorted()).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
      expect(server.visits).toBe(visits + 3);
    },
  );

  mailTest("are sent once even if several processes deliver", async ({ server, environment }) => {
    const [here, there] = [await openForTest(environment), await openForTest(environment)];
    const people = Array.from({ length: 30 }, (_, index) => `person-${index}@example.com`);
    for (const person of people) await queueMail(here, mailTo(person));
    expect((await Promise.all([here, there, here, there].map((portal) => deliver(portal)))).flat()).toEqual([]);
    expect(recipients(server).toSorted()).toEqual(people.toSorted());
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("mails", () => {
  const mailTest = mailTestOn("sqlite");

  mailTest("are sent once each, in the order of posting", async ({ server, portal }) => {
    const start = portal.now();
    const people = ["a", "b", "c"].map((name) => `${name}@example.com`);
    for (const [place, person] of people.entries()) await queueMail(at(portal, start + place), mailTo(person));
    expect(await deliver(at(portal, start + minute))).toEqual([]);
    expect(await deliver(at(portal, start + hour))).toEqual([]);
    expect(recipients(server)).toEqual(people);
  });

  mailTest("are sent by the jobs as soon as they are posted", async ({ server, portal }) => {
    await using _jobs = runJobs(portal, (error) => expect.unreachable(String(error)));
    await portal.accountMails.confirmAddress(
      { email: "a@example.com", name: "A" },
      "https://check.example.com/confirm",
    );
    await expect.poll(() => recipients(server)).toEqual(["a@example.com"]);
    await Promise.all(["b", "c", "d"].map((name) => queueMail(portal, mailTo(`${name}@example.com`))));
    await expect.poll(() => recipients(server).toSorted()).toHaveLength(4);
  });

  mailTest("are refused unless they are for exactly one address", async ({ portal }) => {
    const posting = queueMail(portal, mailTo("a@example.com\r\nBcc: b@example.com"));
    await expect(posting).rejects.toMatchObject({ id: "invalid", fields: { email: "email-format" } });
  });

  mailTest("that are useful for an hour are given up after an hour", async ({ server, portal }) => {
    const start = portal.now();
    server.mood = "knows nobody";
    await queueMail(at(portal, start), mailTo("a@example.com"), 1);
    expect(await deliver(at(portal, start))).toEqual(["mail-not-delivered"]);
    expect(await deliver(at(portal, start + hour))).toEqual(["mail-given-up"]);
    expect(await rowsLeft(portal)).toBe(0);
  });

  mailTest("that the server rejects do not delay the others", async ({ server, portal }) => {
    server.mood = "knows nobody";
    await queueMail(portal, mailTo("a@example.com"));
    await queueMail(portal, mailTo("b@example.com"));
    expect(await deliver(portal)).toEqual(["mail-not-delivered", "mail-not-delivered"]);
    expect(server.visits).toBe(2);
    expect(await mailState(portal)).toBe("sent");
  });

  mailTest("cannot delay the stop of the process", async ({ server, portal }) => {
    server.mood = "says nothing";
    const jobs = runJobs(portal, () => undefined);
    for (const name of ["a", "b", "c"]) await queueMail(portal, mailTo(`${name}@example.com`));
    await expect.poll(() => server.visits).toBe(1);
    const begin = performance.now();
    await jobs[Symbol.asyncDispose]();
    expect(performance.now() - begin).toBeLessThan(7000);
    expect(server.visits).toBe(1);
    expect(await rowsLeft(portal)).toBe(3);
  });

  mailTest("that are being sent when the process stops are delivered", async ({ server, portal }) => {
    const stopping = new AbortController();
    for (const name of ["a", "b"]) await queueMail(portal, mailTo(`${name}@example.com`));
    const delivering = deliver(portal, stopping.signal);
    await expect.poll(() => server.visits).toBe(1);
    stopping.abort();
    expect(await delivering).toEqual([]);
    expect(server.taken).toHaveLength(1);
    expect(await rowsLeft(portal)).toBe(1);
  });

  mailTest("can be sent with a new SECRET after the rotation, and need the old one until then", async ({ server }) => {
    const [older, newer] = ["o".repeat(40), "n".repeat(40)];
    const environment = { ...(await freshEnvironment("sqlite")), SMTP_URL: server.url };
    const withOlder = await openForTest({ ...environment, SECRET: older });
    await queueMail(withOlder, mailTo("a@example.com"));
    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await rotateKeys(withBoth, commandLine);
    const withNewer = await openForTest({ ...environment, SECRET: newer });
    expect(await deliver(withNewer)).toEqual([]);
    expect(recipients(server)).toEqual(["a@example.com"]);

    await queueMail(withOlder, mailTo("b@example.com"));
    await expect(openForTest({ ...environment, SECRET: newer })).rejects.toThrow(/a secret that was not given/);
    expect(await deliver(withBoth)).toEqual([]);
    expect(recipients(server)).toEqual(["a@example.com", "b@example.com"]);
  });

  mailTest("whose secret is missing are reported and do not delay the others", async ({ server, environment }) => {
    const portal = await openForTest({ ...environment, SECRET: "o".repeat(40) });
    const other = { ...portal, keyring: openKeyring(["n".repeat(40)]) };
    await queueMail(other, mailTo("a@example.com"));
    await queueMail(portal, mailTo("b@example.com"));
    expect(await deliver(portal)).toEqual(["mail-not-delivered"]);
    expect(recipients(server)).toEqual(["b@example.com"]);
  });
});

test("a mail is in no file as plain text, and in no file in sealed form once it is sent", async () => {
  const server = await freshServer();
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest({ ...environment, SMTP_URL: server.url });
  const folder = environment["DATA_DIR"] ?? "";
  await queueMail(portal, mailTo("planted.person@example.com"));
  const { sealed, wrapped_key } = await portal.database.read
    .selectFrom("mail")
    .select(["sealed", "wrapped_key"])
    .executeTakeFirstOrThrow();
  const traces = ["planted.person", sealed, wrapped_key];
  expect(await plainTextsIn(folder, traces)).toEqual([sealed, wrapped_key]);
  await deliver(portal);
  expect(recipients(server)).toEqual(["planted.person@example.com"]);
  expect(await plainTextsIn(folder, traces)).toEqual([]);
});

async function rowsLeft({ database }: Portal): Promise<number> {
  return (await database.read.selectFrom("mail").select("id").execute()).length;
}

describe("the mails of accounts", () => {
  const operator = "Attestry Demo Agency";
  const link = "https://check.example.com/confirm?token=aZ09-_";
  const person = { email: "rahim@example.com", name: "Your parcel waits at http://evil.example" };

  let environment: Record<string, string>;
  let portal: Portal;
  beforeAll(async () => {
    environment = { ...(await freshEnvironment("sqlite", whenFileEnds)), PUBLIC_URL: "https://check.example.com" };
    portal = await openForTest(environment, whenFileEnds);
    await changeOperator(portal, { name: operator });
  });

  /** Returns the mail that `write` puts into the outbox. */
  async function written(write: (mails: AccountMails) => Promise<void>): Promise<ReadMail> {
    const inOutbox = () => mailsIn(environment["DATA_DIR"] ?? "");
    const before = (await inOutbox()).length;
    await write(portal.accountMails);
    expect(await deliver(portal)).toEqual([]);
    const [mail, ...more] = (await inOutbox()).slice(before);
    expect(more).toEqual([]);
    return mail ?? expect.fail("the outbox is empty");
  }

  const all: [string, (mails: AccountMails) => Promise<void>, string[]][] = [
    ["confirmAddress", (mails) => mails.confirmAddress(person, link), ["24 hours", "২৪ ঘণ্টা", link]],
    [
      "alreadyRegistered",
      (mails) => mails.alreadyRegistered(person, `${link}&sign-in`, `${link}&reset`),
      [`${link}&sign-in`, `${link}&reset`],
    ],
    ["resetPassword", (mails) => mails.resetPassword(person, link), ["1 hour", "১ ঘণ্টা", link]],
    ["passwordChanged", (mails) => mails.passwordChanged({ ...person, name: "Rahim" }), ["Rahim"]],
    ...(
      [
        "totp-added",
        "totp-removed",
        "passkey-added",
        "passkey-removed",
        "recovery-codes-made",
        "provider-connected",
        "provider-removed",
        "api-key-made",
        "api-keys-ended",
      ] as const
    ).map((what): [string, (mails: AccountMails) => Promise<void>, string[]] => [
      what,
      (mails) => mails.factorsChanged({ ...person, name: "Rahim" }, what),
      ["Rahim"],
    ]),
    [
      "invited",
      (mails) => mails.invited(person, { link, role: "moderator", invitedBy: "Amena Begum" }),
      ["48 hours", "৪৮ ঘণ্টা", "Amena Begum", "Moderator", "মডারেটর", link],
    ],
  ];

  test.each(all)(
    "the mail %s is in English, then in Bangla, and contains no text of strangers",
    async (_name, write, said) => {
      const { headers, text } = await written(write);
      const [english = "", bangla = ""] = text.split("* * *");
      for (const part of [english, bangla]) {
        expect(part).toContain(operator);
        // What to do if the recipient did not request this.
        expect(part).toMatch(/If it was not you|If you do not know|আপনি না|না চিনলে/);
      }
      expect(english).not.toMatch(/\p{Script=Bengali}/u);
      expect(bangla).toMatch(/\p{Script=Bengali}/u);
      expect(headers["subject"]).toMatch(/^[A-Z][-\w ]+ \/ .*\p{Script=Bengali}/u);
      expect(headers["from"]).toBe(`${operator} <no-reply@check.example.com>`);
      for (const words of said) {
        if (words.startsWith("http")) expect(text.split("\n").filter((line) => line === words)).toHaveLength(2);
        else expect(text).toContain(words);
      }
      expect(text).not.toMatch(/undefined|\{\w+\}/);
      expect(`${JSON.stringify(headers)}${text}`).not.toMatch(/parcel|evil/);
    },
  );

  test("an invitation from the command line names the operator as the one who invites", async () => {
    const form = { email: "karim@example.com", role: "moderator" };
    const { text } = await written(async () => void (await invitePerson(portal, system("command-line"), form)));
    expect(text).toMatch(new RegExp(`^${operator} invites you`));
    expect(text).toContain(`${operator} আপনাকে`);
  });

  test("a name that is missing or contains line breaks does no harm", async () => {
    const nameless = await written((mails) => mails.passwordChanged({ ...person, name: " " }));
    expect(nameless.text).toMatch(/^rahim@example.com, the password/);
    const broken = await written((mails) => mails.passwordChanged({ ...person, name: "Rahim\n\nUddin" }));
    expect(broken.text).toMatch(/^Rahim Uddin, the password/);
  });
});
