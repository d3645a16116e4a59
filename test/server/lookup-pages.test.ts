import { describe, expect, test } from "vitest";
import { documentKinds, publicKinds, type ResultPage } from "#core/records/document-kinds.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import type { LastDays } from "#core/records/record-details.ts";
import { system } from "#core/accounts/actor.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { closeReport } from "#operations/reports/handle-report.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin, particulars } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { startSite } from "../support/site.ts";

const numbers = { passportNumber: "A12345678", irccNumber: "W1234567" };
const name = "Rahima Khatun";

/** The heading of each page, and the documents that it shows of a record that has every document, in order. */
const titles: Record<ResultPage, readonly [heading: string, documents: readonly string[]]> = {
  "/": [
    "Which paper do you want to check?",
    [
      // It has ended.
      "ID card",
      "Application form",
      "Visa approval letter",
      "Work permit certificate",
      "Job offer letter",
      "LMIA",
      "Visa paper",
      "Police clearance",
      "Fingerprint paper",
      "Medical form",
      "Ticket",
    ],
  ],
  "/Check_Visa": ["Check your visa status", ["Work permit certificate", "Visa paper", "Application form", "LMIA"]],
  "/Work_Permit": ["Work permit checking", ["Work permit certificate"]],
  "/Visa": ["Visa checking", ["Visa paper"]],
  "/Application_Stts": ["Application status", ["Application form"]],
  "/Lima": ["LMIA checking", ["LMIA"]],
};

const { url, portal: office } = await startSite();
const images = Object.fromEntries(
  await Promise.all(
    documentKinds.map(async (kind) => [kind, await uploaded(office, admin, await drawnDocument(90, 120))]),
  ),
) as Record<string, string>;
const { idCard = "", ...others } = images;
const { id } = await addTestRecord(office, admin, { ...numbers, name, images: others });
const lastDays = { idCard: "2000-01-31", visaPaper: "2199-12-31" };
await updateRecord(
  office,
  admin,
  { id },
  { particulars: particulars({ ...numbers, name }), images: { idCard }, lastDays },
);

const policyIs = (lookupPolicy: LookupPolicy) =>
  changeSettings(office, system("test"), { change: { shownKinds: [...publicKinds], lookupPolicy } });

const headings = ({ html }: PlainBrowser) =>
  [...html.matchAll(/<h4\b[^>]*>(.*?)<\/h4>/gs)].map(([, inner = ""]) => inner.replaceAll(/<[^>]*>/g, "").trim());

const either = "Passport or IRCC number";
const boxOn = (path: string) => (["/", "/Check_Visa"].includes(path) ? either : "Passport number");

async function lookedUp(path: string, number: string, more: Record<string, string> = {}): Promise<PlainBrowser> {
  const page = new PlainBrowser(url);
  await page.opens(path);
  page.types({ [boxOn(path)]: number, ...more });
  await page.presses("Search");
  return page;
}

describe("a visitor, if the operator shows every document,", () => {
  test.each(Object.entries(titles))(
    "sees on %s the documents of that page under the page's headings",
    async (path, shown) => {
      await policyIs("open");
      const page = await lookedUp(path, numbers.passportNumber);
      expect([page.heading, headings(page)]).toEqual(shown);
      const addresses = [...page.html.matchAll(/<img [^>]*src="(\/images\/[^"]+)"/g)].map(
        ([, address = ""]) => address,
      );
      expect(addresses.join()).not.toContain(numbers.passportNumber);
      // Every page also shows the portrait.
      expect(addresses).toHaveLength(shown[1].length + 1);
      for (const address of addresses) {
        const image = await fetch(url + address.replaceAll("&amp;", "&"));
        expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/webp"]);
      }
    },
  );
});

test("the date of the records, the links that expire and the offices to ask are named beside an answer", async () => {
  await policyIs("open");
  await changeSettings(office, system("test"), { change: { dateValue: "2026-03-01" } });
  const { words, html } = await lookedUp("/Check_Visa", numbers.irccNumber);
  expect(words).toContain("Records checked up to 1 March 2026");
  expect(words).toContain("Pages open for half an hour.");
  // Each office is listed once, with the documents that it can be asked about.
  const [offices = ""] = /Whom to ask<\/h3>.*?<\/section>/s.exec(html) ?? [];
  expect(offices.match(/https:\/\/www\.canada\.ca\//g)).toHaveLength(1);
  expect(offices.replaceAll(/<[^>]*>/g, "")).toMatch(
    /^Whom to askOnly the office named on a paper can say .*Work permit certificate · .*Application form/,
  );
});

test("pages for one document take the passport number alone, and lead to the documents that they leave out", async () => {
  await policyIs("open");
  const page = await lookedUp("/lima", numbers.passportNumber);
  expect(page.words).toContain("This record has 10 more papers that this page does not show.");
  expect(page.words).not.toContain("Records checked up to");
  await page.presses("Show all papers");
  expect([page.path, headings(page)]).toEqual(["/", titles["/"][1]]);
});

test("a miss with the form of an IRCC number alarms nobody, says the same whether such a record exists, and asks elsewhere with one press", async () => {
  await policyIs("open");
  await addTestRecord(office, admin, { passportNumber: "B6666666", irccNumber: "W66666666" });
  const [known, unknown] = await Promise.all([lookedUp("/Lima", "W66666666"), lookedUp("/Lima", "W77777777")]);
  const sameWords = ({ words }: PlainBrowser) => words.replaceAll(/W ?\d{4} ?\d{4}|\d\d:\d\d(:\d\d)?/g, "…");
  expect(sameWords(known)).toBe(sameWords(unknown));
  expect(known.words).toContain("This looks like an IRCC number");
  expect(known.html).not.toContain("alarming");
  await known.presses("Look for it as an IRCC number");
  expect([known.path, known.words]).toEqual(["/Check_Visa", expect.stringContaining("Published by")]);
  // A passport number may have these forms too: its record is shown as ever, and where one is usual, a miss alarms as ever.
  const sameForm = { passportNumber: "W88888888", irccNumber: "C8888888" };
  await addTestRecord(office, admin, sameForm);
  expect((await lookedUp("/Lima", sameForm.passportNumber)).words).toContain("Published by");
  const perhaps = await lookedUp("/Lima", numbers.irccNumber);
  expect(perhaps.html).toContain("alarming");
  await perhaps.presses("Look for it as an IRCC number");
  expect([perhaps.path, perhaps.words]).toEqual(["/Check_Visa", expect.stringContaining(name)]);
});

test("a visitor who typed the IRCC number alone never sees the passport number, also where papers are left out", async () => {
  await policyIs("open");
  const other = { passportNumber: "B7654321", irccNumber: "W7654321" };
  await addTestRecord(office, admin, { ...other, images: { ticket: await uploaded(office, admin) } });
  const page = await lookedUp("/Check_Visa", other.irccNumber);
  expect(page.words).toContain("1 more paper that this page does not show.");
  expect(page.html).not.toContain(other.passportNumber);
  await page.presses("Show all papers");
  expect([page.path, page.words]).toEqual(["/", expect.stringContaining("Published by")]);
  expect(page.html).not.toContain(other.passportNumber);
});

test("a page for one paper names the page that has the rest, and after a miss asks the same there with one press", async () => {
  await policyIs("open");
  const before = new PlainBrowser(url);
  await before.opens("/Work_Permit");
  expect(before.words).toContain("This page shows one paper, by passport number.");
  await before.follows("All papers, by every number");
  expect(before.path).toBe("/");
  const other = { passportNumber: "B8654321", irccNumber: "K8654321" };
  await addTestRecord(office, admin, other);
  const missed = await lookedUp("/Work_Permit", other.irccNumber);
  expect(missed.words).toContain("We found no record for");
  await missed.presses("All papers, by every number");
  expect([missed.path, missed.words]).toEqual(["/", expect.stringContaining("Published by")]);
  expect((await lookedUp("/", other.irccNumber)).words).not.toContain("This page shows one paper");
});

test("a visitor reports a mistake from an answer: the number comes along outside the address", async () => {
  await policyIs("open");
  const page = await lookedUp("/", numbers.passportNumber);
  await page.presses("Report a mistake or ask for removal");
  expect([page.path, page.box("Which record?").value]).toEqual(["/report", numbers.passportNumber]);
  expect(page.box("What happened?")).toMatchObject({ value: "", isWrong: false });
  page.types({ "What happened?": "My name is Rahima.", "How can we reach you?": "rahima@example.org" });
  await page.presses("Send");
  expect(page.heading).toBe("We have received your report");
  const { reports } = await listReports(office, system("test"), { limit: 1 });
  const contact = "rahima@example.org";
  expect(reports).toMatchObject([{ about: numbers.passportNumber, message: "My name is Rahima.", contact }]);
  expect(page.words).toContain(reports[0]?.reference);
});

test("a visitor whose paper differs reads what to do, and whom to ask by the settings; a report takes the number and the reason", async () => {
  await policyIs("open");
  const reached = { phone: "+880 1711 000000", email: "", address: "12 Motijheel Road\nDhaka" };
  const { operator } = await currentSettings(office);
  await changeSettings(office, system("test"), { change: { operator: { ...operator, ...reached } } });
  await fetch(url);
  for (const [button, kind, title, hint] of [
    ["The paper differs", "differs", "Report a paper that differs", "Say what differs"],
    ["I was asked for money", "money", "Report that you were asked for money", "Say who asked"],
  ] as const) {
    const page = await lookedUp("/", numbers.passportNumber);
    const [, panel = ""] = /<summary[^>]*>It differs<\/summary>([^]*?)<\/details>/.exec(page.html) ?? [];
    const whatToDo = ["Do not pay, and do not hand over anything", "tel:+8801711000000", "12 Motijheel Road\nDhaka"];
    for (const said of [...whatToDo, "opens a new tab"]) expect(panel).toContain(said);
    await page.presses(button);
    expect([page.heading, page.words]).toEqual([title, expect.stringContaining(hint)]);
    expect([page.path, page.box("Which record?").value]).toEqual(["/report", numbers.passportNumber]);
    page.types({ "What happened?": "The photo is of somebody else." });
    await page.presses("Send");
    expect(page.heading).toBe("We have received your report");
    for (const said of whatToDo) expect(page.html).toContain(said);
    expect((await listReports(office, system("test"), { limit: 1 })).reports).toMatchObject([{ kind }]);
    const { reports } = await listReports(office, system("test"));
    await closeReport(office, admin, reports[0]?.id ?? "", { outcome: "Called." });
  }
});

test("the last day of a document is shown beside it, and a past one as ended, in no stronger word", async () => {
  await policyIs("open");
  const { words } = await lookedUp("/", numbers.passportNumber);
  expect(words).toMatch(/Visa paper \d+ of 11 · 1 page Last day on the paper: 31 December 2199/);
  expect(words).toContain("ID card 1 of 11 · 1 page This paper ended on 31 January 2000");
  expect(words).toContain("The ID card in this record ended on 31 January 2000 Published by");
  expect(words.match(/ended on|Last day/g)).toHaveLength(3);
  expect(words).toMatch(/your paper: (face, )?name, number, last day It differs/);
});

test("a last day to compare is named where the first screen has it: the only one with its date, none of several", async () => {
  await policyIs("open");
  const compared = async (days: LastDays) => {
    const scans = { visaPaper: await uploaded(office, admin), workPermit: await uploaded(office, admin) };
    const { passportNumber } = await addTestRecord(office, admin, { images: scans, lastDays: days });
    return (await lookedUp("/", passportNumber)).words;
  };
  const only = { visaPaper: "2199-12-31" };
  expect(await compared(only)).toContain("name, number, last day 31 December 2199 It differs");
  expect(await compared({ ...only, workPermit: "2198-12-31" })).toMatch(/name, number It differs/);
});

test("the slip of a record is offered in two languages, with a URL that contains no number", async () => {
  await policyIs("open");
  const { html } = await lookedUp("/Check_Visa", numbers.irccNumber);
  const addresses = [...html.matchAll(/href="(\/published\/[^"]+\/slip[^"]+)"/g)].map(([, address = ""]) => address);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address).not.toMatch(/12345|Rahima/);
    const slip = await fetch(url + address.replaceAll("&amp;", "&"));
    expect([slip.status, slip.headers.get("content-type"), slip.headers.get("content-disposition")]).toEqual([
      200,
      "application/pdf",
      'attachment; filename="slip-4567.pdf"',
    ]);
    expect((await slip.text()).slice(0, 5)).toBe("%PDF-");
  }
});

test("a visitor who finds a record can go on to the holder's own page", async () => {
  await policyIs("open");
  const page = await lookedUp("/Visa", numbers.passportNumber);
  await page.follows("Is this you? Open your own page.");
  expect(page.heading).toBe("My record");
  expect((await lookedUp("/Visa", "Z99999999")).words).not.toContain("Is this you?");
});

const unusable = "This cannot be the number. A number has 4 to 20 letters and digits.";

test("a value that cannot be a number is refused without a lookup, and does not count as a miss", async () => {
  await policyIs("open");
  // More tries than the free misses.
  for (let at = 0; at < 11; at += 1) {
    for (const typed of ["12", "!!!", "A".repeat(30)]) {
      const path = at % 2 ? "/" : "/Visa";
      const page = await lookedUp(path, typed);
      expect([page.status, page.box(boxOn(path))]).toEqual([
        400,
        { value: typed, isWrong: true, description: unusable },
      ]);
      expect(page.words).not.toContain("We found no record");
    }
  }
  const miss = await lookedUp("/", "Z99999999");
  expect([miss.status, miss.words]).toEqual([200, expect.stringContaining("We found no record for Z 9999 9999")]);
});

test.each(["Md. Abdur Rahim", "আব্দুর রহিম", "José María García Hernández"])(
  "%j is called a name, from the typed text alone, without a lookup",
  async (typed) => {
    await policyIs("open");
    const page = await lookedUp("/", typed);
    const description = "This looks like a name. Type the number that stands on the paper.";
    expect([page.status, page.box(either)]).toEqual([400, { value: typed, isWrong: true, description }]);
  },
);

test.each(["Passport No: A12345678", "A12345678.", "passport#A12345678", "পাসপোর্ট নম্বর: A১২৩৪৫৬৭৮"])(
  "%j is understood, and the box keeps it as typed",
  async (typed) => {
    await policyIs("open");
    const page = await lookedUp("/", typed);
    expect(page.words).toContain(name);
    expect(page.box(either).value).toBe(typed);
  },
);

test("programs must send the number without extra characters", async () => {
  await policyIs("open");
  expect((await fetch(`${url}/result/A12345678.`)).status).toBe(404);
});

test("a letter that may be a digit is pointed out, and a button looks up the corrected number", async () => {
  await policyIs("open");
  const page = await lookedUp("/", "AI2345678");
  expect(page.words).toContain("We found no record for AI 234 5678");
  await page.presses("Did you mean A 1234 5678?");
  expect([page.words, page.box(either).value]).toEqual([expect.stringContaining(name), "A12345678"]);
  // A small l is lost once the number is spelt. The question is repeated as it was typed, here in another language.
  const small = await lookedUp("/", "Al2345678");
  expect(small.words).toContain("Did you mean A 1234 5678?");
  await small.presses("বাংলা");
  expect(small.words).toContain("নম্বরটি কি A 1234 5678?");
  expect((await lookedUp("/", "A12345678")).words).not.toContain("Did you mean");
});

test("the suggested number depends only on the form of the typed one, not on what is on record", async () => {
  await policyIs("open");
  const answer = async () => (await lookedUp("/", "B1234567O")).html.replaceAll(/<time .*?<\/time>/g, "time");
  const before = await answer();
  expect(before).toContain("Did you mean");
  const meant = await addTestRecord(office, admin, { passportNumber: "B12345670", name });
  expect(await answer()).toBe(before);
  await hideRecord(office, admin, { id: meant.id });
  const hidden = await addTestRecord(office, admin, { passportNumber: "B1234567O", name });
  await hideRecord(office, admin, { id: hidden.id });
  expect(await answer()).toBe(before);
});

test("spaces alone are refused as no number", async () => {
  await policyIs("open");
  const page = await lookedUp("/", "   ");
  expect(page.status).toBe(400);
  expect(page.box(either)).toMatchObject({ isWrong: true, description: "Type the number first." });
});

test.each(Object.keys(lookupPages))("%s requires number and name under the policy guarded", async (path) => {
  await policyIs("guarded");
  // A new record for each page: a visitor who tries several names for one number has to wait.
  const { passportNumber } = await addTestRecord(office, admin, { name });
  const nameless = await lookedUp(path, passportNumber, { Name: " " });
  expect(nameless.status).toBe(400);
  expect(nameless.box("Name")).toMatchObject({ isWrong: true, description: "Type the name first." });
  const wrong = await lookedUp(path, passportNumber, { Name: "Rahima Begum" });
  expect([wrong.words, wrong.box("Name").value]).toEqual([
    expect.stringContaining("We found no record for"),
    "Rahima Begum",
  ]);
  expect((await lookedUp(path, passportNumber, { Name: "khatun, RAHIMA" })).words).toContain(name);
});

describe("under the policy code,", () => {
  test("links made under another policy stop working, and work again when the policy changes", async () => {
    await policyIs("guarded");
    const { html } = await lookedUp("/", numbers.passportNumber, { Name: name });
    const links = [...html.matchAll(/(?:href|src|data-checksums)="(\/(?:images|published)\/[^"]+)"/g)].map(
      ([, address = ""]) => url + address.replaceAll("&amp;", "&"),
    );
    expect(links.length).toBeGreaterThan(publicKinds.length);
    const statuses = async () => new Set(await Promise.all(links.map(async (link) => (await fetch(link)).status)));
    expect(await statuses()).toEqual(new Set([200]));
    await policyIs("code");
    expect(await statuses()).toEqual(new Set([403]));
    await policyIs("open");
    expect(await statuses()).toEqual(new Set([200]));
  });
});
