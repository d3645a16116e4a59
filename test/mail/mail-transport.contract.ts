import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { QueuedMail } from "#core/mail.ts";
import type { MailTransport } from "#mail/mail-transport.ts";
import { readMail } from "../support/read-mail.ts";

export type OpenTransport = {
  transport: MailTransport;
  /** Returns the source of every delivered mail, as the server received it or as the file contains it. */
  gone: () => Promise<string[]>;
};

export const someMail = (different: Partial<QueuedMail> = {}): QueuedMail => ({
  id: randomUUID(),
  queuedAt: Date.UTC(2026, 2, 3, 12, 30),
  to: "rahim@example.com",
  senderName: "Attestry Demo Agency",
  subject: "Confirm your email / আপনার ইমেইল নিশ্চিত করুন",
  text: "Open this link:\n\nhttps://check.example.com/confirm?token=aZ09-_=&next=%2Fdashboard\n\nলিংকটি ২৪ ঘণ্টা কাজ করবে।\n.\n<b>not bold</b>\n",
  ...different,
});

export const patient = (): AbortSignal => new AbortController().signal;

const breaks = ["\r\n", "\n", "\r", "\0", "\u0085", "\u2028", "\u2029", "\v", "\f"];

/** Tests of what every mail transport does. `open` returns a transport that is open until the test ends. */
export function describeMailTransport(kind: string, open: () => Promise<OpenTransport>): void {
  const delivered = async (mail: QueuedMail) => {
    const { transport, gone } = await open();
    await transport.deliver(mail, patient());
    const [source = "", ...more] = await gone();
    expect(more).toEqual([]);
    return source;
  };

  describe(`the mail transport by ${kind}`, () => {
    test("delivers the mail unchanged", async () => {
      const mail = someMail();
      const source = await delivered(mail);
      const { headers, text } = readMail(source);
      expect(text.trimEnd()).toBe(mail.text.trimEnd());
      expect(headers).toEqual({
        from: "Attestry Demo Agency <no-reply@check.example.com>",
        to: "rahim@example.com",
        subject: mail.subject,
        date: "Tue, 03 Mar 2026 12:30:00 +0000",
        "message-id": `<${mail.id}@check.example.com>`,
        "mime-version": "1.0",
        "content-type": "text/plain; charset=utf-8",
        "content-transfer-encoding": expect.any(String),
        "auto-submitted": "auto-generated",
      });
    });

    test("has no invisible sign in a subject or a text", async () => {
      const [subject, text] = ["Padma-\u2060এর ইমেইল", "padma.example-\u2060এ আপনার পাতা"];
      const sent = readMail(await delivered(someMail({ subject, text })));
      expect([sent.headers["subject"], sent.text.trimEnd()]).toEqual(["Padma-এর ইমেইল", "padma.example-এ আপনার পাতা"]);
    });

    test.each([
      "o'hara+papers/2026=x@mail.example.com",
      "a!#$%&*?^_`{|}~-b@localhost",
      `${"x".repeat(64)}@example.com`,
    ])("delivers to %s", async (to) => {
      expect(readMail(await delivered(someMail({ to }))).headers["to"]).toBe(to);
    });

    test.each(breaks)("starts no new header after %j in a sender's name or a subject", async (lineBreak) => {
      const hostile = `x${lineBreak}Bcc: thief@example.net${lineBreak}${lineBreak}Your parcel waits`;
      const plain = readMail(await delivered(someMail()));
      const source = await delivered(someMail({ senderName: hostile, subject: hostile }));
      const { headers, text } = readMail(source);
      expect(Object.keys(headers)).toEqual(Object.keys(plain.headers));
      const harmless = "x Bcc: thief@example.net Your parcel waits";
      expect(headers["subject"]).toBe(harmless);
      expect(headers["from"]).toBe(`"${harmless}" <no-reply@check.example.com>`);
      expect(text).toBe(plain.text);
    });

    test.each([
      ...breaks.map((lineBreak) => `rahim@example.com${lineBreak}Bcc: thief@example.net`),
      "rahim@example.com, thief@example.net",
      "rahim@example.com;thief@example.net",
      "Rahim <rahim@example.com>",
      "rahim@example.com> RCPT TO:<thief@example.net",
      '"thief@example.net,"@example.com',
      "group:rahim@example.com;",
      "rahim@[127.0.0.1]",
      "rahim",
      "@example.com",
      "",
      `${"x".repeat(300)}@example.com`,
    ])("refuses the recipient %j because it is not exactly one address", async (to) => {
      const { transport, gone } = await open();
      await expect(transport.deliver(someMail({ to }), patient())).rejects.toMatchObject({ concerns: "this-mail" });
      expect(await gone()).toEqual([]);
    });

    test("sends identical bytes if the same mail is delivered twice", async () => {
      const mail = someMail();
      const { transport, gone } = await open();
      await transport.deliver(mail, patient());
      await transport.deliver(mail, patient());
      expect(new Set(await gone()).size).toBe(1);
    });

    test("delivers mails separately that are sent at the same time", async () => {
      const mails = Array.from({ length: 8 }, (_, at) => someMail({ to: `person-${at}@example.com` }));
      const { transport, gone } = await open();
      await Promise.all(mails.map((mail) => transport.deliver(mail, patient())));
      const to = (await gone()).map((source) => String(readMail(source).headers["to"]));
      expect(to.toSorted()).toEqual(mails.map((mail) => mail.to));
    });
  });
}
