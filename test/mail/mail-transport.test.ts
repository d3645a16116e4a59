import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { NotDelivered } from "#mail/mail-transport.ts";
import { outboxTransport } from "#mail/outbox-transport.ts";
import { smtpTransport } from "#mail/smtp-transport.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { MailServer, type Mood } from "../support/mail-server.ts";
import { describeMailTransport, type OpenTransport, patient, someMail } from "./mail-transport.contract.ts";

const from = "no-reply@check.example.com";

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-outbox-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function freshServer(options: ConstructorParameters<typeof MailServer>[0] = {}): Promise<MailServer> {
  const server = await new MailServer(options).start();
  onTestFinished(() => server.stop());
  return server;
}

const transportTo = (smtpUrl: string) => smtpTransport(smtpUrl, from);
const transportInto = (outboxFolder: string) => outboxTransport(outboxFolder, from);

async function bySmtp(): Promise<OpenTransport> {
  const server = await freshServer();
  return { transport: transportTo(server.url), gone: async () => server.taken.map(({ source }) => source) };
}

async function byFile(): Promise<OpenTransport> {
  const folder = await freshFolder();
  const read = (file: string) => readFile(path.join(folder, file), "utf8");
  return { transport: transportInto(folder), gone: async () => Promise.all((await readdir(folder)).map(read)) };
}

describeMailTransport("SMTP", bySmtp);
describeMailTransport("file", byFile);

test("a mail by SMTP is ASCII in short lines, so that every mail server accepts it", async () => {
  const { transport, gone } = await bySmtp();
  await transport.deliver(someMail({ text: `${"দীর্ঘ ".repeat(400)}${"x".repeat(3000)}` }), patient());
  const [source = ""] = await gone();
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  expect(source).toMatch(/^[\x00-\x7F]*$/);
  expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
});

describe("a mail in a file", () => {
  test("contains its link unbroken, so that it can be copied", async () => {
    const text = `https://check.example.com/invitation?token=${"x".repeat(80)}\nআমন্ত্রণ`;
    const { transport, gone } = await byFile();
    await transport.deliver(someMail({ text }), patient());
    expect((await gone())[0]).toContain(text.replaceAll("\n", "\r\n"));
  });

  test("is readable only by its owner, and its name sorts by the time of posting", async () => {
    const folder = await freshFolder();
    const transport = transportInto(folder);
    const mails = [2, 1, 3].map((day) => someMail({ queuedAt: Date.UTC(2026, 0, day) }));
    for (const mail of mails) await transport.deliver(mail, patient());
    const files = (await readdir(folder)).toSorted();
    expect(files.map((file) => file.slice(0, 10))).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"]);
    expect((await stat(path.join(folder, files[0] ?? ""))).mode & 0o777).toBe(0o600);
  });

  test("replaces the partial file that a crash left", async () => {
    const folder = await freshFolder();
    const mail = someMail();
    const transport = transportInto(folder);
    await transport.deliver(mail, patient());
    const [file = ""] = await readdir(folder);
    const whole = await readFile(path.join(folder, file));
    await rm(path.join(folder, file));
    await writeFile(path.join(folder, `${file}.part`), "a piece that is longer than nothing".repeat(500));
    await transport.deliver(mail, patient());
    expect(await readdir(folder)).toEqual([file]);
    expect(await readFile(path.join(folder, file))).toEqual(whole);
  });

  test("that cannot be written fails with an error that concerns all mails", async () => {
    const transport = transportInto(path.join(await freshFolder(), "gone"));
    await expect(transport.deliver(someMail(), patient())).rejects.toMatchObject({
      name: "NotDelivered",
      concerns: "all-mails",
      code: "ENOENT",
    });
  });
});

/** Returns why a delivery failed. The error must not contain the server's replies, because they quote addresses. */
async function failureOf(delivery: Promise<void>): Promise<NotDelivered> {
  const error = await delivery.then(
    () => new Error("it was delivered"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotDelivered);
  if (!(error instanceof NotDelivered)) throw error;
  expect(JSON.stringify([error.message, error.code, error.stack, error.cause])).not.toContain("rahim");
  return error;
}

describe("a mail server", () => {
  test.each<[Mood, NotDelivered["concerns"], string, NotDelivered["failure"]]>([
    ["knows nobody", "this-mail", "EENVELOPE 550", "recipient"],
    ["asks to come back", "this-mail", "EENVELOPE 450", "recipient"],
    ["refuses the sender", "all-mails", "EENVELOPE 553", "sender"],
    ["hangs up in the middle of a mail", "all-mails", "ECONNECTION", "other"],
  ])("that %s causes a failure that concerns %s", async (mood, concerns, code, failed) => {
    const server = await freshServer();
    server.mood = mood;
    expect(await failureOf(transportTo(server.url).deliver(someMail(), patient()))).toMatchObject({
      concerns,
      code,
      failure: failed,
    });
    expect(server.taken).toEqual([]);
    server.mood = "takes mails";
    await transportTo(server.url).deliver(someMail(), patient());
    expect(server.taken).toHaveLength(1);
  });

  test("that is unreachable causes a failure that concerns all mails", async () => {
    const server = await freshServer();
    await server.stop();
    const failure = await failureOf(transportTo(server.url).deliver(someMail(), patient()));
    expect(failure).toMatchObject({ concerns: "all-mails", code: "ESOCKET", failure: "refused" });
    const nowhere = await failureOf(transportTo("smtp://nobody.invalid").deliver(someMail(), patient()));
    expect(nowhere).toMatchObject({ concerns: "all-mails", code: "EDNS", failure: "name" });
  });

  test.each<Mood>(["says nothing", "stalls before the answer"])(
    "that %s is abandoned when the abort signal fires",
    async (mood) => {
      const server = await freshServer();
      server.mood = mood;
      const failure = await failureOf(transportTo(server.url).deliver(someMail(), AbortSignal.timeout(300)));
      expect(failure).toMatchObject({ concerns: "all-mails", code: "EABORT", failure: "silent" });
    },
  );

  test("that does not answer is abandoned after ten seconds", async () => {
    const moods: Mood[] = ["says nothing", "stalls before the answer"];
    const begin = performance.now();
    const failures = moods.map(async (mood) => {
      const server = await freshServer();
      server.mood = mood;
      return (await failureOf(transportTo(server.url).deliver(someMail(), patient()))).code;
    });
    expect(await Promise.all(failures)).toEqual(["ETIMEDOUT", "ETIMEDOUT"]);
    expect(performance.now() - begin).toBeLessThan(12_000);
  });

  test("that requires a login gets the user and password of the URL", async () => {
    const server = await freshServer({ authOptional: false, allowInsecureAuth: true });
    const as = (user: string) => transportTo(`smtp://${user}@127.0.0.1:${server.port}`).deliver(someMail(), patient());
    expect(await failureOf(as("rahim%40example.com:wrong"))).toMatchObject({
      concerns: "all-mails",
      code: "EAUTH 535",
      failure: "login",
    });
    await as("rahim%40example.com:right");
    expect(server.taken.map(({ user }) => user)).toEqual(["rahim@example.com"]);
  });
});

describe("encryption", () => {
  /** 0.0.0.0 also reaches this machine, but the transport does not treat it as local. */
  const elsewhere = (server: MailServer) => transportTo(`smtp://rahim:right@0.0.0.0:${server.port}`);

  function trustLocalhost(): void {
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, localhostCertificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
  }

  test("is required of every server except one on this machine", async () => {
    const server = await freshServer({ allowInsecureAuth: true });
    const failure = await failureOf(elsewhere(server).deliver(someMail(), patient()));
    expect(failure).toMatchObject({
      concerns: "all-mails",
      code: expect.stringMatching(/^ETLS/),
      failure: "encryption",
    });
    expect(server.taken).toEqual([]);
    await transportTo(server.url).deliver(someMail(), patient());
    expect(server.taken).toMatchObject([{ encrypted: false }]);
  });

  test("starts with STARTTLS if the certificate is trusted", async () => {
    const server = await freshServer({ disabledCommands: [] });
    const failure = await failureOf(elsewhere(server).deliver(someMail(), patient()));
    expect([failure.failure, server.taken]).toEqual(["certificate", []]);
    trustLocalhost();
    await elsewhere(server).deliver(someMail(), patient());
    expect(server.taken).toMatchObject([{ encrypted: true, user: "rahim" }]);
  });

  test("is on from the start with smtps", async () => {
    const server = await freshServer({ secure: true });
    const transport = transportTo(`smtps://localhost:${server.port}`);
    await failureOf(transport.deliver(someMail(), patient()));
    trustLocalhost();
    await transport.deliver(someMail(), patient());
    expect(server.taken).toMatchObject([{ encrypted: true }]);
  });
});
