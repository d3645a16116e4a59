import { describe, expect, test } from "vitest";
import { hideRecord } from "#operations/records/change-record.ts";
import { readWatches } from "#operations/watches/watch-number.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { MailServer } from "../support/mail-server.ts";
import { changeOperator } from "../support/operator.ts";
import { whenFileEnds } from "../support/portals.ts";
import { readMail } from "../support/read-mail.ts";
import { addTestRecord as add } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const server = await new MailServer().start();
whenFileEnds(() => server.stop());
const { portal, url } = await startSite({ SMTP_URL: server.url });
await changeOperator(portal, { name: "Shapla Overseas" });
const chief = await freshAdmin(portal);

const offer = "Tell me when a record with this number is published";

/** The link in the mail to this address. */
async function linkMailedTo(address: string): Promise<string> {
  const sent = () => server.taken.find(({ to }) => to.includes(address));
  await expect.poll(sent).toBeDefined();
  return /\/watch\?token=[\w-]+/.exec(readMail(sent()?.source ?? "").text)?.[0] ?? "";
}

async function asked(number: string, email: string): Promise<PlainBrowser> {
  const phone = new PlainBrowser(url);
  await phone.opens("/");
  phone.types({ "Passport or IRCC number": number });
  await phone.presses("Search");
  phone.types({ Email: email });
  await phone.presses("Tell me");
  return phone;
}

const send = (path: string, body: Record<string, string>, more: Record<string, string> = {}) =>
  fetch(url + path, { method: "POST", body: new URLSearchParams(body), headers: { ...fromElsewhere(), ...more } });

/** The ticket in an answer that found nothing. It is sent together with an email address. */
async function ticketFor(number: string, site = url): Promise<string> {
  const answer = await fetch(site, { method: "POST", body: new URLSearchParams({ number }), headers: fromElsewhere() });
  return /name="ticket" value="([\w-]+)"/.exec(await answer.text())?.[1] ?? "";
}

/** A response without the parts that differ every time. */
async function answerOf(response: Response, ...typed: string[]) {
  const headers = Object.fromEntries(response.headers);
  for (const own of ["date", "x-request-id", "content-length"]) delete headers[own];
  let html = (await response.text()).replaceAll(/\d\d:\d\d:\d\d|"20\d\d-[^"]*Z"/g, "TIME");
  html = html.replaceAll(/(name="ticket" value=")[\w-]+/g, "$1TICKET");
  for (const words of typed) html = html.replaceAll(words, "TYPED");
  return { status: response.status, headers, html };
}

describe("without scripts,", () => {
  test("a visitor leaves an email address, confirms it by the mailed link, and stops the watch", async () => {
    const phone = await asked("A55550001", "not an address");
    expect([phone.status, phone.box("Email").isWrong, phone.box("Email").value]).toEqual([400, true, "not an address"]);
    phone.types({ Email: "First@example.com" });
    await phone.presses("Tell me");
    expect([phone.status, phone.heading]).toEqual([200, "Check your mail"]);
    expect(phone.words).toContain("We are sending a mail to First@example.com.");

    const link = await linkMailedTo("first@example.com");
    const mailbox = new PlainBrowser(url);
    await mailbox.opens(link);
    expect(mailbox.words).toContain("a number that ends in 001, not confirmed yet");
    await mailbox.presses("Yes, write to me once");
    expect(mailbox.words).toContain("Confirmed. Shapla Overseas writes to you once");
    await mailbox.presses("বাংলা");
    expect(mailbox.words).toContain("001 দিয়ে শেষ হওয়া নম্বর");
    await mailbox.presses("থামান, আমার ইমেইল মুছে ফেলুন");
    expect(mailbox.words).toContain("আপনার ইমেইল মুছে ফেলা হয়েছে।");
    await mailbox.opens(link.replace("token=", "token=A"));
    expect([mailbox.status, mailbox.heading]).toEqual([200, "এই লিংকের মেয়াদ শেষ"]);
  });
});

test("opening the mailed link changes nothing, a mail program's unsubscribe button stops, and the page is not cached", async () => {
  await asked("A55550002", "second@example.com");
  const link = await linkMailedTo("second@example.com");
  const state = () => readWatches(portal, new URL(link, url).searchParams.get("token") ?? "");
  for (const method of ["GET", "HEAD", "GET"]) {
    const led = await fetch(url + link, { method, redirect: "manual" });
    expect([led.status, led.headers.get("location"), led.headers.get("cache-control")]).toEqual([
      303,
      "/watch",
      "no-store",
    ]);
    expect(led.headers.getSetCookie().join()).toMatch(/^attestry\.link-watch=[\w-]+; Max-Age=900; .*HttpOnly/);
    const answer = await fetch(`${url}/watch`, { method });
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "noindex",
    ]);
  }
  expect(await state()).toMatchObject([{ isConfirmed: false }]);
  // Any other POST to the link neither confirms nor stops the watch.
  await send(link, {});
  expect(await state()).toMatchObject([{ isConfirmed: false }]);
  expect((await send(link, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
  expect(await state()).toEqual([]);
});

test("the answer is the same byte for byte, whatever is known of a number or an address", async () => {
  const hidden = await add(portal, chief);
  await hideRecord(portal, chief, hidden);
  const numbers = [hidden.passportNumber, "A55550003"];
  const addresses = ["third@example.com", "third@example.com", "fourth@example.com"];
  const answers: Awaited<ReturnType<typeof answerOf>>[] = [];
  for (const number of numbers)
    for (const email of addresses)
      answers.push(await answerOf(await send("/watch", { ticket: await ticketFor(number), email }), email));
  const stopped = await linkMailedTo("fourth@example.com");
  await send(stopped, { do: "stop" });
  const ticket = await ticketFor("A55550003");
  answers.push(await answerOf(await send("/watch", { ticket, email: "fourth@example.com" }), "fourth@example.com"));
  expect(answers[0]).toMatchObject({ status: 200, html: expect.stringContaining("Check your mail") });
  expect(answers).toEqual(answers.map(() => answers[0]));
  const down = { ...answers[0] };
  server.mood = "knows nobody";
  expect(await answerOf(await send("/watch", { ticket, email: "fifth@example.com" }), "fifth@example.com")).toEqual(
    down,
  );
  server.mood = "takes mails";
});

test.each([
  "third@example.com\r\nBcc: all@example.com",
  "third@example.com,all@example.com",
  "<third@example.com>",
  "thïrd@example.com",
  "тhird@example.com",
])("%j is refused as an email address", async (email) => {
  const answer = await send("/watch", { ticket: await ticketFor("A55550004"), email });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("Please input valid email")]);
});

test("a site that sends no mails offers no watch", async () => {
  const { url: silent } = await startSite();
  const answer = await fetch(silent, { method: "POST", body: new URLSearchParams({ number: "A55550005" }) });
  expect(await answer.text()).not.toContain(offer);
  expect(await (await fetch(`${silent}/watch`)).text()).not.toContain("Tell me");
  const body = new URLSearchParams({ ticket: await ticketFor("A55550005"), email: "a@example.com" });
  expect((await fetch(`${silent}/watch`, { method: "POST", body })).status).toBe(404);
});
