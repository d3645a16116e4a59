import { describe, expect, onTestFinished, test } from "vitest";
import { printedCode } from "#core/holders/codes.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { takeOffer } from "#operations/holders/wallet.ts";
import { MailServer } from "../support/mail-server.ts";
import { readMail } from "../support/read-mail.ts";
import { changeOperator } from "../support/operator.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { addTestRecord as add } from "../support/records.ts";
import { uploaded } from "../support/documents.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { whenFileEnds } from "../support/portals.ts";
import { startSite } from "../support/site.ts";
import { formFor } from "../support/wallet.ts";

const mailServer = await new MailServer().start();
whenFileEnds(() => mailServer.stop());
const { portal, url } = await startSite({ SMTP_URL: mailServer.url, COUNTRY_HEADER: "X-Country" });
await changeOperator(portal, { name: "Shapla Overseas" });
const chief = await freshAdmin(portal);

const pins = { "Choose a PIN": "402913", "The same PIN again": "402913" };
const fact = { "Your father’s or mother’s name": "Amena Begum" };

async function offered(name: string, images = {}) {
  const record = await add(portal, chief, { name, images });
  const code = await offerHolderLink(portal, chief, { id: record.id }, { reason: "New phone" });
  return { ...record, code: printedCode(code ?? "") };
}

async function entered(phone: PlainBrowser, code: string): Promise<void> {
  await phone.opens("/my-record");
  phone.types({ "Code on your card": code, ...fact, ...pins });
  await phone.presses("Open my page");
}

const codesIn = (words: string) => words.match(/(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}/g) ?? [];

async function lastMailTo(address: string): Promise<string> {
  const last = () => mailServer.taken.findLast(({ to }) => to.includes(address));
  await expect.poll(last).toBeDefined();
  return readMail(last()?.source ?? "").text;
}

describe("without scripts,", () => {
  test("staff make a card, and its holder opens the page, closes it and opens it again with the PIN", async () => {
    const { cookie } = await signedIn(portal, url, "admin");
    const office = new PlainBrowser(url, cookie);
    const { id, passportNumber } = await add(portal, chief, { name: "Rehana Khatun" });
    await office.opens(`/dashboard/records/${id}`);
    await office.follows("The holder’s own page");
    expect(office.html).not.toMatch(/<div class="screen-only[^"]*"><\/div>/);
    await office.presses("Make a link");
    const [code = ""] = /(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}/.exec(office.words) ?? [];
    expect(office.words).toContain(`/my-record#${code}`);
    // The card contains neither the fact that the page asks for nor a number of the record.
    const card = /<div class="sheet.*?<\/div><\/div>/s.exec(office.html)?.[0] ?? "";
    expect(card).toContain(code);
    expect(card).not.toMatch(new RegExp(`${passportNumber}|Amena|Karim`));

    const phone = new PlainBrowser(url);
    await entered(phone, code.toLowerCase().replaceAll("-", " "));
    expect([phone.path, phone.words]).toEqual([
      "/my-record",
      expect.stringContaining("See what others see of Rehana Khatun"),
    ]);
    expect(phone.words).toContain("Shapla Overseas can make a new card");
    await phone.presses("Close my page");
    expect(phone.words).not.toContain("Khatun");
    phone.types({ "PIN of Rehana": "402914" });
    await phone.presses("Open");
    expect([phone.status, phone.words]).toEqual([403, expect.stringContaining("This PIN does not open the page")]);
    phone.types({ "PIN of Rehana": "402913" });
    await phone.presses("Open");
    expect(phone.words).toContain(passportNumber.slice(-4));
  });

  test("two holders who share a phone open each page with its own PIN", async () => {
    const [first, second] = [await offered("Salma Begum"), await offered("Jahid Hasan")];
    const phone = new PlainBrowser(url);
    await entered(phone, first.code);
    await phone.presses("Close my page");
    await phone.opens("/my-record");
    phone.types({
      "Code on your card": second.code,
      ...fact,
      "Choose a PIN": "771204",
      "The same PIN again": "771204",
    });
    await phone.presses("Open my page");
    expect(phone.words).toContain("See what others see of Jahid Hasan");
    await phone.presses("Close my page");
    phone.types({ "PIN of Salma": "771204" });
    await phone.presses("Open");
    expect(phone.status).toBe(403);
  });

  test("a holder hides a document and shows it again with a button, and can download slips and proof", async () => {
    const images = { visaPaper: await uploaded(portal, chief) };
    const { code, id } = await offered("Monira Akter", images);
    const phone = new PlainBrowser(url);
    await entered(phone, code);
    const files = [...phone.html.matchAll(/href="(\/published\/[^"]+)"/g)].map(([, link = ""]) => link);
    const types = files.map(async (link) => {
      const answer = await fetch(url + link.replaceAll("&amp;", "&"));
      return `${answer.status} ${answer.headers.get("content-type")?.split(";")[0]}`;
    });
    expect(await Promise.all(types)).toEqual(["200 application/pdf", "200 application/pdf", "200 application/json"]);
    await phone.presses("Hold back");
    expect(phone.words).toContain("Held back by you");
    expect(phone.words).not.toContain("Everybody sees it");
    expect(phone.words).toContain("This record has no papers to show here.");
    const { cookie } = await signedIn(portal, url, "admin");
    const office = new PlainBrowser(url, cookie);
    await office.opens(`/dashboard/records/${id}`);
    expect(office.words).toContain("The holder holds this back from visitors.");
    expect(office.words).toContain("The holder held a paper back.");
    await phone.presses("Stop holding back");
    expect(phone.words).toContain("Everybody sees it");
  });

  test("a holder sees a paper for the holder alone, holds back one that visitors see, and ticks it for a share code", async () => {
    const papers = [
      ownPaper("p1", "Wafid medical", { audience: "visitors" }),
      ownPaper("p2", "Fee receipt", { audience: "holder" }),
    ];
    await declarePapers(portal, ...papers);
    onTestFinished(async () => {
      await declarePapers(portal, ...papers.map((paper) => ({ ...paper, isRemoved: true })));
    });
    const images = { p1: await uploaded(portal, chief), p2: await uploaded(portal, chief) };
    const { code, id } = await offered("Salma Khatun", images);
    const phone = new PlainBrowser(url);
    await entered(phone, code);
    expect(phone.words).toMatch(/Only you and the office see this.*Fee receipt 1 of 1/);
    const links = [...phone.html.matchAll(/href="(\/images\/[^"]+)"/g)].map(([, link = ""]) => link);
    const found = await Promise.all(links.map((link) => fetch(url + link.replaceAll("&amp;", "&"))));
    expect(found.map(({ status }) => status)).toEqual([200, 200]);
    await phone.presses("Hold back");
    expect(phone.words).toContain("This record has no papers to show here.");
    phone.ticks("Wafid medical");
    await phone.presses("Make a share code");
    expect(phone.words).toMatch(/An employer Wafid medical/);
    const { cookie } = await signedIn(portal, url, "admin");
    const office = new PlainBrowser(url, cookie);
    await office.opens(`/dashboard/records/${id}`);
    expect(office.words).toMatch(/Wafid medical 1 of 2 · 1 page The holder holds this back from visitors/);
    expect(office.words).toMatch(/Fee receipt 2 of 2 · 1 page Only staff and the holder see this/);
    expect(office.words).toMatch(/Wafid medical ?: /);
  });

  test("an offer for a wallet is made on the page, and shown once", async () => {
    const { code } = await offered("Wahida Akter");
    const phone = new PlainBrowser(url);
    await entered(phone, code);
    await phone.presses("Make an offer for a wallet");
    expect(phone.html).toContain('href="openid-credential-offer://?credential_offer=%7B');
    const [, spoken = ""] = /The wallet asks for this code: (\d{6}) /.exec(phone.words) ?? [];
    expect(phone.words).toContain(`${spoken} ${[...spoken].join(" ")} `);
    expect(phone.words).toContain("It works once, until");
    const [, link = ""] = /href="(openid-credential-offer:[^"]+)"/.exec(phone.html) ?? [];
    await phone.opens("/my-record");
    expect(phone.html).not.toContain("openid-credential-offer");
    expect(phone.words).not.toContain(spoken);
    const wrong = formFor({ link, txCode: `${spoken}0` });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(takeOffer(portal, wrong)).rejects.toMatchObject({ code: "invalid_grant" });
    await phone.presses("Make an offer for a wallet");
    expect(phone.words).toContain("Five wrong codes were typed into wallets for your offers");
  });

  test("cards are made for many records at once; records whose page is in use already are left out and named", async () => {
    const [first, second] = await Promise.all([1, 2].map((at) => add(portal, chief, { name: `Bulk Person ${at}` })));
    const third = await offered("Bulk Person 3");
    await entered(new PlainBrowser(url), third.code);
    const { cookie, id } = await signedIn(portal, url, "admin");
    const actor = { kind: "account", id, role: "admin" } as const;
    const ids = [first, second, third].map((record) => record?.id ?? "");
    const run = await askForRun(portal, actor, "cards", { ids });
    const office = new PlainBrowser(url, cookie);
    await office.opens(`/dashboard/Bulk/${run.id}`);
    await office.follows("Cards for their own pages");
    expect(office.words).toContain("Left out, because they already have their page: Bulk Person 3.");
    expect(codesIn(office.words)).toEqual([]);
    await office.presses("Make 2 links");
    const codes = codesIn(office.words);
    expect(codes).toHaveLength(4);
    expect(office.words).toMatch(new RegExp(`Send them instead.*Bulk Person.*/my-record#${codes[0]}`, "s"));
    const phone = new PlainBrowser(url);
    await entered(phone, codes[0] ?? "");
    expect(phone.words).toMatch(/See what others see of Bulk Person [12]/);
    // Codes are shown once. A card that was lost is made again, and the first one ends.
    await office.opens(`/dashboard/Bulk/${run.id}/holder-cards`);
    expect(codesIn(office.words)).toEqual([]);
    await office.presses("Make 1 new link");
    const [again = ""] = codesIn(office.words);
    expect(codes).not.toContain(again);
    const other = new PlainBrowser(url);
    await entered(other, codes.find((code) => code !== codes[0]) ?? "");
    expect(other.status).toBe(404);
    await entered(other, again);
    expect(other.words).toMatch(/See what others see of Bulk Person [12]/);
  });

  test("a holder's email address is confirmed and deleted with buttons on the mailed page, not by opening that page", async () => {
    const { code } = await offered("Sabina Yasmin");
    const phone = new PlainBrowser(url);
    await entered(phone, code);
    phone.types({ Email: "sabina" });
    await phone.presses("Send me a mail to confirm");
    expect([phone.status, phone.box("Email").isWrong]).toEqual([400, true]);
    phone.types({ Email: "sabina@example.com" });
    await phone.presses("Send me a mail to confirm");
    expect(phone.words).toContain("We are sending a mail to sabina@example.com.");
    const [path = ""] = /\/my-record\/mails\S+/.exec(await lastMailTo("sabina@example.com")) ?? [];
    const mailbox = new PlainBrowser(url);
    await mailbox.opens(path);
    await phone.opens("/my-record");
    expect(phone.words).toContain("We are sending a mail");
    await mailbox.presses("Yes, write to me");
    expect(mailbox.words).toContain("sabina@example.com is told when something changes.");
    await phone.opens("/my-record");
    expect(phone.words).toContain("sabina@example.com is told");
    await mailbox.presses("Stop, and delete my email");
    expect(mailbox.words).toContain("Your email is deleted.");
    await mailbox.opens(path);
    expect(mailbox.heading).toBe("This link has expired");
    await phone.opens("/my-record");
    expect(phone.words).not.toContain("sabina");
  });

  test("a page that was joined to a student's account opens from that account, until the page leaves it", async () => {
    const { code } = await offered("Nasrin Jahan");
    const { id, email, cookie } = await signedIn(portal, url, "student");
    const student = new PlainBrowser(url, cookie);
    await entered(student, code);
    for (const [pin, words] of [
      ["402914", "This PIN does not open the page"],
      ["402913", `The account ${email} opens it too`],
    ] as const) {
      student.types({ "#pin-account": pin });
      await student.presses("Open it with my account too");
      expect(student.words).toContain(words);
    }
    await student.opens("/account");
    await student.presses("Sign out");
    await student.opens("/my-record");
    expect(student.words).toContain("PIN of Nasrin");
    const again = await openSession(portal, id);
    const elsewhere = new PlainBrowser(url, again.cookie);
    await elsewhere.opens("/account");
    await elsewhere.follows("Open : My record");
    await elsewhere.presses("Open the page of Nasrin");
    expect(elsewhere.words).toContain("See what others see of Nasrin Jahan");
    await elsewhere.presses("Stop opening it with the account");
    await elsewhere.presses("Close my page");
    expect(elsewhere.words).not.toContain("Open the page of Nasrin");
  });

  test("a holder refuses a new link with one button", async () => {
    const { id, code } = await offered("Abdul Malek");
    const phone = new PlainBrowser(url);
    await entered(phone, code);
    await offerHolderLink(portal, chief, { id }, { reason: "Says he lost it" });
    await phone.opens("/my-record");
    expect(phone.words).toContain("Why: Says he lost it");
    await phone.presses("Refuse it: the page stays mine");
    expect(phone.words).not.toContain("Says he lost it");
    expect((await readHolder(portal, chief, id)).link).toBeNull();
  });
});

test("a report from a holder's own page is marked for staff, who answer there", async () => {
  const { code } = await offered("Rokeya Sultana");
  const phone = new PlainBrowser(url);
  await entered(phone, code);
  await phone.presses("Send");
  expect([phone.status, phone.box("What happened?").isWrong]).toEqual([400, true]);
  phone.types({ "What happened?": "The year is wrong." });
  await phone.presses("Send");
  expect(phone.words).toContain("waits for an answer");

  const { cookie } = await signedIn(portal, url, "admin");
  const office = new PlainBrowser(url, cookie);
  await office.opens("/dashboard/Reports");
  expect(office.words).toContain("from the holder");
  const [, reference = ""] = /(R-\w{4}-\w{4})/.exec(phone.words) ?? [];
  await office.follows(`Something on a record is wrong ${reference}`);
  office.types({ Answer: "It is 2027 now." });
  await office.presses("Send the answer");
  expect(office.words).toContain("The holder reads your answer on their page.");
  await phone.opens("/my-record");
  expect(phone.words).toContain("It is 2027 now.");
});

test("a link that a messenger previews is not used up, and the page is neither cached nor indexed", async () => {
  const { code } = await offered("Nasima Akter");
  for (const method of ["GET", "HEAD"]) {
    // A browser never sends the part after the #. This is the worst address that a messenger could make of the link.
    const answer = await fetch(`${url}/my-record?code=${code}`, { method });
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "noindex",
    ]);
  }
  const phone = new PlainBrowser(url);
  await entered(phone, code);
  expect(phone.words).toContain("See what others see of Nasima Akter");
});

test("an unknown card, a used card and a wrong name get the same answer, byte for byte", async () => {
  const [right, used] = [await offered("Kamal Hossain"), await offered("Jamal Hossain")];
  await entered(new PlainBrowser(url), used.code);
  const wrongs = [
    ["7777-7777-7777-7777", "Amena Begum"],
    [used.code, "Amena Begum"],
    [right.code, "Rehana Begum"],
  ] as const;
  const answers: unknown[] = [];
  for (const [card, name] of wrongs) {
    const body = new URLSearchParams({ do: "use", card, fact: name, pin: "402913", pin2: "402913" });
    const answer = await fetch(`${url}/my-record`, { method: "POST", body, headers: { Origin: url } });
    const html = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    for (const own of ["date", "x-request-id", "content-length"]) delete headers[own];
    answers.push([answer.status, headers, html.replaceAll(card, "CARD").replaceAll(name, "NAME")]);
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(answers[0]).toMatchObject([404, {}, expect.stringContaining("This did not open a page.")]);
});

test("a holder sees looks by way and country; visits to the own page and looks by staff are not counted", async () => {
  const { code, passportNumber } = await offered("Shirin Akhter");
  const phone = new PlainBrowser(url);
  await entered(phone, code);
  expect(phone.words).toMatch(/Nobody has looked you up\. Counted since \d/);
  const { cookie } = await signedIn(portal, url, "admin");
  const body = new URLSearchParams({ number: passportNumber });
  const sent = { Origin: url, "X-Country": "IN" };
  for (const headers of [sent, { ...sent, Cookie: cookie }]) await fetch(url, { method: "POST", body, headers });
  for (const country of ["BD", "BD", "Dhaka"])
    await fetch(`${url}/result/${passportNumber}`, { headers: { "X-Country": country } });
  // Looks are written in batches, and one batch may have only some of them.
  const shown = async () => {
    await phone.opens("/my-record");
    return phone.words;
  };
  await expect.poll(shown, { timeout: 15_000, interval: 250 }).toMatch(/Found 4 times\. Counted since \d/);
  expect(phone.words).toContain("By number: 1 (India)");
  expect(phone.words).toContain("By a program: 3 (Bangladesh 2)");
  expect(phone.words).toContain("the staff of Shapla Overseas are not counted");
}, 30_000);
