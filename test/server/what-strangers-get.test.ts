import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { type LookupPolicy, lookupPolicies } from "#core/records/lookup-policy.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { irccNumber, type SecondNumber } from "#core/records/second-number.ts";
import type { Settings } from "#core/settings/settings.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { askWallet, takePresentation } from "#operations/holders/ask-wallet.ts";
import { endShareCode, makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { deleteRecord, hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { sealedWatch } from "#operations/watches/sealed-watch.ts";
import { tellWatchers } from "#operations/watches/tell-watchers.ts";
import { insertRow, rowById } from "#storage/database/rows.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { wordsOf } from "../support/browser/read-forms.ts";
import { holderOf } from "../support/holders.ts";
import { MailServer } from "../support/mail-server.ts";
import { atTheDesk } from "../support/organisations.ts";
import { whenFileEnds } from "../support/portals.ts";
import { readMail } from "../support/read-mail.ts";
import { addTestRecord } from "../support/records.ts";
import { edit } from "../support/revisions.ts";
import { doesStand, savedStatement } from "../support/statements.ts";
import { noLimits, startSite } from "../support/site.ts";
import { TestWallet } from "../support/wallet.ts";

// Wrong names for one number cost more and more.
const server = await new MailServer().start();
whenFileEnds(() => server.stop());
const { url, portal } = await startSite({ SMTP_URL: server.url }, undefined, undefined, undefined, {
  limits: { ...lookupLimits, ...noLimits },
});

type Named = { passportNumber: string; irccNumber: string; name: string };

const unused = { passportNumber: "Z10000001", irccNumber: "W200000001", name: "Nobody Known" };

async function changed(record: Promise<Named & { id: string }>, change: (target: { id: string }) => Promise<unknown>) {
  const made = await record;
  await change({ id: made.id });
  return made;
}

/** Each state, by its words in the table. */
const numbers: Record<string, Named> = {
  shown: await addTestRecord(portal),
  "shown, changes of it wait": await withWaitingChanges(),
  "shown, a paper has ended": await addTestRecord(portal, admin, {
    images: { visaPaper: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) },
    lastDays: { visaPaper: "2020-01-31" },
  }),
  "shown, a paper without a scan has ended": await addTestRecord(portal, admin, {
    images: { workPermit: await uploaded(portal, admin) },
    lastDays: { visaPaper: "2020-01-31" },
  }),
  "waiting for approval": await addTestRecord(portal, moderator),
  "sent back": await changed(addTestRecord(portal, moderator), ({ id }) =>
    sendBackRecord(portal, admin, { id }, "The scan is cut off."),
  ),
  hidden: await changed(addTestRecord(portal), (target) => hideRecord(portal, admin, target)),
  "of another registry in the database": await addTestRecord({ ...portal, registry: "Other" }),
  deleted: await changed(addTestRecord(portal), (target) => deleteRecord(portal, admin, target)),
  "a number that no record has": unused,
  "what cannot be a number": { ...unused, passportNumber: "A!", irccNumber: "A!" },
};

/** What an admin changes waits for another one. */
async function withWaitingChanges(): Promise<Named> {
  const record = await addTestRecord(portal);
  await changeSettings(portal, system("test"), { change: { fourEyes: true } });
  await edit(portal, admin, record, { address: "1 New Road, Dhaka" });
  await changeSettings(portal, system("test"), { change: { fourEyes: false } });
  return record;
}

type Door = (who: Named, name: string) => Promise<string>;

/** The words of the table for the answer on a page. */
function outcomeOf(html: string, { name }: Named): string {
  const words = wordsOf(html.replace(/^.*<main/s, "<main"));
  if (words.includes("We found no record for")) return "nothing found";
  if (words.includes("This cannot be the number")) return "not a number";
  if (words.includes("only to people who have a share code")) return "asks for a code";
  if (!words.includes(name)) return words;
  if (!words.includes("ended on 31 January 2020")) return "the record";
  const [, heading] = /<h2[^>]*autofocus[^>]*>([^<]*)</i.exec(html) ?? [];
  const said = "The visa paper in this record ended on 31 January 2020";
  const isInTitle = html.includes(`<title>${said} – `);
  const isFirst = heading === said && words.indexOf(said) < words.indexOf(name);
  return isInTitle && isFirst ? "what has ended, then the record" : `not said first: ${words}`;
}

const page =
  (path: string, number: "passportNumber" | "irccNumber"): Door =>
  async (who, name) => {
    const body = new URLSearchParams({ number: who[number], name });
    const answer = await fetch(url + path, { method: "POST", body, headers: fromElsewhere() });
    return outcomeOf(await answer.text(), who);
  };

const errors: Record<string, string> = {
  "not-found": "nothing found",
  invalid: "not a number",
  "share-code-needed": "asks for a code",
};

const call =
  (path: string, number: "passportNumber" | "irccNumber"): Door =>
  async (who, name) => {
    const query = new URLSearchParams({ name, lastDays: "yes" });
    const answer = await fetch(`${url}${path}${encodeURIComponent(who[number])}?${query}`, {
      headers: fromElsewhere(),
    });
    const body = (await answer.json()) as { error?: { id: string }; name?: string; ended?: Record<string, string> };
    if (body.error) return errors[body.error.id] ?? body.error.id;
    if (body.name !== who.name) return JSON.stringify(body);
    return body.ended?.["Doc_5_PC"] === "2020-01-31" ? "the record, and what has ended" : "the record";
  };

const doors: Record<string, Door> = {
  ...Object.fromEntries(Object.keys(lookupPages).map((path) => [path, page(path, "passportNumber")])),
  "/, the second number": page("/", "irccNumber"),
  "/Check_Visa, the second number": page("/Check_Visa", "irccNumber"),
  "GET /result": call("/result/", "passportNumber"),
  "GET /ircc": call("/ircc/", "irccNumber"),
};

/** What a table says of all doors, or after a semicolon of some. */
function atDoor(cell: string, door: string): string {
  const [usual = "", ...exceptions] = cell.split("; ").map((part) => part.split(": "));
  const isOne = (some = "") =>
    (some === "calls" && door.startsWith("GET")) ||
    (some === "pages of other papers" && ["/Work_Permit", "/Application_Stts", "/Lima"].includes(door));
  const [, different = usual[0]] = exceptions.find(([some]) => isOne(some)) ?? [];
  return different ?? "";
}

const columns: readonly [LookupPolicy, hasName: boolean][] = [
  ["open", false],
  ["guarded", true],
  ["guarded", false],
  ["code", false],
];

/** The rows of a table of the document, without its head. */
const table = (heading: string) =>
  (readFileSync("docs/what-strangers-get.md", "utf8").split(`## ${heading}\n`)[1] ?? "")
    .replace(/\n## [^]*/, "")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test(
  "each page and call answers a number as the table says, for each state and policy",
  { timeout: 60_000 },
  async () => {
    const rows = table("A number");
    expect(rows.map(([state]) => state)).toEqual(Object.keys(numbers));
    const wrong: string[] = [];
    for (const [at, [lookupPolicy, hasName]] of columns.entries()) {
      await changeSettings(portal, system("test"), { change: { lookupPolicy } });
      await fetch(url);
      for (const [state = "", ...cells] of rows) {
        const who = numbers[state] ?? unused;
        for (const [door, ask] of Object.entries(doors)) {
          const got = await ask(who, hasName ? who.name : "Amena Begum");
          const due = atDoor(cells[at] ?? "", door);
          if (got !== due) wrong.push(`${state}, ${lookupPolicy}, ${door}: ${got.slice(0, 200)}, not ${due}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

const permit: SecondNumber = {
  ...irccNumber,
  labels: { en: "Permit" },
  example: "201/2024/2/0123456",
  form: ["slash"],
};

/** Where a link or a button of the answer leads that the page without an answer does not have. */
function leadIn(html: string): string {
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  if (main.includes("Did you mean A")) return ", names the number";
  if (/<input type="hidden" name="code" value="K7P-M2Q-9XR"/.test(main)) return ", leads to `/code`";
  if (/<input [^>]*name="code"[^>]* value="K7P-M2Q-9XR"/.test(main)) return ", filled in";
  const [, to] = /<a href="(\/check|\/my-record)(?:#AQIDBAUG)?" class="button/.exec(main) ?? [];
  return to === undefined ? "" : `, leads to \`${to}\``;
}

test(
  "what is printed, typed into the box, is found or gets a link to where it belongs",
  { timeout: 60_000 },
  async () => {
    const site = await startSite({}, undefined, undefined, undefined, { limits: { ...lookupLimits, ...noLimits } });
    const settingsAre = async (change: Partial<Settings>) => {
      await changeSettings(site.portal, system("test"), { change });
      await fetch(site.url);
    };
    await settingsAre({ secondNumber: permit });
    const record = await addTestRecord(site.portal, admin, { passportNumber: "A12345678", irccNumber: permit.example });
    const typed: Record<string, string> = {
      "the passport number, with spaces, in Bangla digits": "A ১২৩৪ ৫৬৭৮",
      "the second number with its signs, in Arabic digits": "٢٠١ / ٢٠٢٤ / ٢ / ٠١٢٣٤٥٦",
      "the second number without its signs, in Burmese digits": "၂၀၁၂၀၂၄၂၀၁၂၃၄၅၆",
      "the second number with its name before it": "Permit No. 201/2024/2/0123456",
      "the passport number, a small l for 1": "Al2345678",
      "a share code": "K7P-M2Q-9XR",
      "the message with a share code": `See my record at ${site.portal.publicOrigin}/code. Code: K7P-M2Q-9XR. First name: Rahim.`,
      "the address of a slip": `${site.portal.publicOrigin}/check#AQIDBAUG`,
      "the code of a card": "K7PM-2Q9X-RK7P-M2Q9",
    };
    const lookups = () => Object.values(site.portal.lookups.outcomes).reduce((sum, count) => sum + count, 0);
    const rows = table("Typed into the box");
    expect(rows.map(([what]) => what)).toEqual(Object.keys(typed));
    const wrong: string[] = [];
    for (const [at, [lookupPolicy, hasName]] of columns.entries()) {
      await settingsAre({ lookupPolicy });
      for (const [what = "", ...cells] of rows) {
        for (const path of ["/", "/Check_Visa"]) {
          const body = new URLSearchParams({ number: typed[what] ?? "", name: hasName ? record.name : "Amena Begum" });
          const before = lookups();
          const answer = await fetch(site.url + path, {
            method: "POST",
            body,
            headers: fromElsewhere(),
            redirect: "manual",
          });
          const html = await answer.text();
          const got = outcomeOf(html, record) + leadIn(html);
          const asked = lookups() - before;
          if (got !== cells[at] || asked !== Number(!got.startsWith("not a number")))
            wrong.push(`${what}, ${lookupPolicy}, ${path}: ${got.slice(0, 200)}, not ${cells[at]}; ${asked} lookups`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** What a stranger gets at `/code`. */
async function atCodePage(code: string, name: string, who: Named): Promise<string> {
  const body = new URLSearchParams({ code, name });
  const answer = await fetch(`${url}/code`, { method: "POST", body, headers: fromElsewhere() });
  const html = await answer.text();
  const words = wordsOf(html);
  if (words.includes("This code shows nothing"))
    return html.includes("alarming") ? "shows nothing, in red" : "shows nothing";
  if (words.includes("A share code has nine letters and digits. It never")) return "not a code";
  return outcomeOf(html, who);
}

async function withCode(lastDays: Record<string, string> = {}, scans: readonly DocumentKind[] = ["visaPaper"]) {
  const images: Partial<Record<DocumentKind, string>> = {};
  const shares: Record<string, string> = { [sharesField("visaPaper")]: "on" };
  for (const kind of scans) {
    images[kind] = await uploaded(portal, admin);
    shares[sharesField(kind)] = "on";
  }
  const record = await addTestRecord(portal, admin, { images, lastDays });
  const { opened: holder } = await holderOf(portal, record);
  const wish = { whom: "employer", words: "", days: "7", uses: "3", ...shares };
  return { record, holder, code: (await makeShareCode(portal, holder, wish)).code };
}

type Coded = Awaited<ReturnType<typeof withCode>>;

async function codeAfter(then: (made: Coded) => Promise<unknown>) {
  const made = await withCode();
  await then(made);
  return made;
}

const codes: Record<string, { record: Named; code: string }> = {
  "can be used": await withCode(),
  "of a record with an ended paper": await withCode({ visaPaper: "2020-01-31" }),
  "of a record with an ended paper without a scan": await withCode({ visaPaper: "2020-01-31" }, []),
  "used as often as allowed": await codeAfter(async ({ code, record }) => {
    for (let use = 0; use < 3; use += 1) await atCodePage(code, "Rahim", record);
  }),
  "ended by the holder": await codeAfter(async ({ holder }) => {
    const [made] = (await ownShareCodes(portal, holder)).codes;
    await endShareCode(portal, holder, made?.id ?? "");
  }),
  "of a record that is hidden": await codeAfter(({ record }) => hideRecord(portal, admin, { id: record.id })),
  "of a record that is deleted": await codeAfter(({ record }) => deleteRecord(portal, admin, { id: record.id })),
  "a code that was never made": { record: unused, code: "K7P-M2Q-9XR" },
  "what cannot be a code": { record: unused, code: "0" },
};

test.each(lookupPolicies)(
  "a share code shows what the table says, for each state, under %s",
  { timeout: 60_000 },
  async (lookupPolicy) => {
    await changeSettings(portal, system("test"), { change: { lookupPolicy } });
    await fetch(url);
    const rows = table("A share code");
    expect(rows.map(([state]) => state)).toEqual(Object.keys(codes));
    const said = [];
    for (const [state = ""] of rows) {
      const { record, code } = codes[state] ?? { record: unused, code: "" };
      said.push([state, await atCodePage(code, "Rahim", record), await atCodePage(code, "Fatema", record)]);
    }
    expect(said).toEqual(rows);
  },
);

const records: Record<string, Coded> = {
  "a photo, and a paper's last day": await withCode({ visaPaper: "2199-12-31" }, ["photo", "visaPaper"]),
  "a photo": await withCode({}, ["photo", "visaPaper"]),
  "a paper's last day": await withCode({ visaPaper: "2199-12-31" }),
  neither: await withCode(),
};

test("each answer says what to compare with the paper, and what to do if it differs, as the table says", async () => {
  await changeSettings(portal, system("test"), { change: { lookupPolicy: "open" } });
  await fetch(url);
  const rows = table("What to compare with the paper");
  expect(rows.map(([state]) => state)).toEqual(Object.keys(records));
  const wrong: string[] = [];
  for (const [state = "", cell = ""] of rows) {
    const { record, code } = records[state] ?? (await withCode());
    const asked: [door: string, body: Record<string, string>][] = [
      ...Object.keys(lookupPages).map(
        (path) => [path, { number: record.passportNumber }] as [string, { number: string }],
      ),
      ["/Check_Visa", { number: record.irccNumber }],
      ["/code", { code, name: "Rahim" }],
    ];
    for (const [door, body] of asked) {
      const answer = await fetch(url + door, {
        method: "POST",
        body: new URLSearchParams(body),
        headers: fromElsewhere(),
      });
      const html = await answer.text();
      const [, none, parts] = /(There is no photo here\. )?Compare with your paper: ([^<]*)</.exec(html) ?? [];
      const got = `${none ? "no photo, " : ""}${parts}`;
      if (got !== atDoor(cell, door)) wrong.push(`${state}, ${door}: ${got}`);
      if (!html.includes("It differs</summary>")) wrong.push(`${state}, ${door}: not what to do`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a saved statement stands or is withdrawn as the table says", async () => {
  const states: Record<string, (record: CandidateRecord) => Promise<unknown>> = {
    shown: async () => undefined,
    "shown, changes of it wait": async (record) => {
      await changeSettings(portal, system("test"), { change: { fourEyes: true } });
      await edit(portal, admin, record, { address: "1 New Road, Dhaka" });
      await changeSettings(portal, system("test"), { change: { fourEyes: false } });
    },
    "shown, a paper has ended": async () => undefined,
    "hidden since": ({ id }) => hideRecord(portal, admin, { id }),
    "deleted since": ({ id }) => deleteRecord(portal, admin, { id }),
    "changed since": (record) => edit(portal, admin, record, { name: "Rahim Uddin Khan" }),
  };
  const said: string[][] = [];
  for (const [state, then] of Object.entries(states)) {
    const hasEnded = state === "shown, a paper has ended";
    const record = await addTestRecord(portal, admin, {
      images: { visaPaper: await uploaded(portal, admin) },
      ...(hasEnded && { lastDays: { visaPaper: "2020-01-31" } }),
    });
    const statement = (await savedStatement(portal, record.id)) ?? "";
    await then(record);
    said.push([state, (await doesStand(portal, statement)) ? "stands" : "withdrawn"]);
  }
  expect(said).toEqual(table("What was saved or printed"));
});

/** What an organisation is told at the desk of each state, with the name of the record or another one. */
async function atDesk(hasName: boolean): Promise<string[]> {
  const { person } = await atTheDesk(portal);
  const { key } = await makeApiKey(portal, person, { name: "Visa system", scope: "look-up", days: 30 });
  const lines = Object.values(numbers).map((who) => `${who.passportNumber},${hasName ? who.name : "Amena Begum"}`);
  const form = new FormData();
  form.append("purpose", "Visas");
  form.append("table", new Blob([`Passport number,Name\n${lines.join("\n")}\n`]), "people.csv");
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/desk/lists`, { method: "POST", body: form, headers });
  const { rows } = (await answer.json()) as { rows: { outcome: string; ended?: Record<string, string> }[] };
  return rows.map(({ outcome, ended }) => {
    if (outcome !== "shown") return outcome === "nothing" ? "nothing found" : outcome;
    return ended?.["visaPaper"] === "2020-01-31" ? "what has ended, and the record" : "the record";
  });
}

/** What is mailed about each state to somebody who waits, once the site has compared all watches. */
async function byMail(lookupPolicy: LookupPolicy, hasName: boolean): Promise<string[]> {
  await changeSettings(portal, system("test"), { change: { lookupPolicy } });
  const waiting = Object.values(numbers).map(({ passportNumber: number, name }) => ({
    id: randomUUID(),
    watch: {
      number,
      name: hasName ? name : "Amena Begum",
      email: `${randomUUID()}@example.com`,
      language: "en" as const,
    },
  }));
  await portal.database.write(async (writer) => {
    for (const { id, watch } of waiting)
      await insertRow(writer, "watch", {
        ...sealedWatch(portal, id, watch),
        confirmed_at: 1,
        ends_at: Date.now() + 1e6,
      });
  });
  await tellWatchers(portal);
  const outcomes = waiting.map(async ({ id, watch: { email } }) => {
    if (await rowById(portal.database.read, "watch", id)) return "no mail";
    const sent = () => server.taken.find(({ to }) => to.includes(email));
    await expect.poll(sent, { timeout: 20_000 }).toBeDefined();
    const { text } = readMail(sent()?.source ?? "");
    if (text.startsWith("You asked")) return "there is an answer";
    const isSaid = text.startsWith("The visa paper in this record ended on 31 January 2020\n\nYou asked");
    return isSaid ? "what has ended, then there is an answer" : text;
  });
  return Promise.all(outcomes);
}

test("the desk and mails about numbers tell what the table says, for each state", { timeout: 60_000 }, async () => {
  await changeSettings(portal, system("test"), { change: { lookupPolicy: "open" } });
  const told = [
    Object.keys(numbers),
    await atDesk(true),
    await atDesk(false),
    await byMail("open", false),
    await byMail("guarded", true),
    await byMail("guarded", false),
  ];
  const rows = table("At the desk, and by mail");
  expect(rows).toEqual(Object.keys(numbers).map((_, at) => told.map((column) => column[at])));
});

/** What the page says to a visitor to whom a wallet showed this copy. */
async function atWalletPage(wallet: TestWallet, copy: string, who: Named): Promise<string> {
  const { link, visitor } = askWallet(portal);
  const { searchParams } = new URL(link);
  const [aud, nonce, state] = ["client_id", "nonce", "state"].map((name) => searchParams.get(name) ?? "");
  const shown = await wallet.show(copy, ["name", "passport_number"], { aud, nonce });
  await takePresentation(portal, { state: state ?? "", vp_token: JSON.stringify({ record: [shown] }) });
  const body = new URLSearchParams({ do: "see", visitor });
  const answer = await fetch(`${url}/check/wallet`, { method: "POST", body, headers: fromElsewhere() });
  const html = await answer.text();
  const words = wordsOf(html.replace(/^.*<main/s, "<main"));
  const [, heading = ""] = /<h2[^>]*autofocus[^>]*>([^<]*)</i.exec(html) ?? [];
  if (heading === "This no longer stands") return "withdrawn";
  if (!words.includes(who.name)) return words;
  if (words.includes("This does not say whether a paper has ended")) return "the copy, nothing about last days";
  if (heading === "The visa paper in this record ended on 31 January 2020") return "what has ended, then the copy";
  return heading.startsWith("A wallet holds this copy") && !words.includes("31 January 2020") ? "the copy" : words;
}

test("a visitor to whom a wallet shows its copy is told what the table says", { timeout: 60_000 }, async () => {
  const states: Record<string, (record: CandidateRecord) => Promise<unknown>> = {
    shown: async () => undefined,
    "shown, a paper has ended": async () => undefined,
    "shown, a paper without a scan has ended": async () => undefined,
    "hidden since": ({ id }) => hideRecord(portal, admin, { id }),
    "deleted since": ({ id }) => deleteRecord(portal, admin, { id }),
    "changed since": (record) => edit(portal, admin, record, { name: "Rahim Uddin Khan" }),
  };
  const said: string[][] = [];
  for (const [state, then] of Object.entries(states)) {
    const lastDays = state.endsWith("has ended") ? { visaPaper: "2020-01-31" } : {};
    const images = state.includes("without a scan") ? {} : { visaPaper: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays });
    const wallet = await TestWallet.make();
    const copy = await wallet.takes(portal, (await holderOf(portal, record)).opened);
    await then(record);
    const bySite: string[] = [];
    for (const lookupPolicy of lookupPolicies) {
      await changeSettings(portal, system("test"), { change: { lookupPolicy } });
      await fetch(url);
      bySite.push(await atWalletPage(wallet, copy, record));
    }
    const [open = "", guarded, code = ""] = bySite;
    expect(guarded).toBe(open);
    said.push([state, open, code]);
  }
  expect(said).toEqual(table("What a wallet shows"));
});
