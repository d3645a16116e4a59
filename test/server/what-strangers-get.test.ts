import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { type LookupPolicy, lookupPolicies } from "#core/records/lookup-policy.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { laterDay } from "#core/office-clock.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { endShareCode, makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { deleteRecord, hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { wordsOf } from "../support/browser/read-forms.ts";
import { holderOf } from "../support/holders.ts";
import { addTestRecord } from "../support/records.ts";
import { edit } from "../support/revisions.ts";
import { doesStand, savedStatement } from "../support/statements.ts";
import { noLimits, startSite } from "../support/site.ts";

// Wrong names for one number cost more and more.
const { url, portal } = await startSite({}, undefined, undefined, undefined, {
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
  "shown, on false papers": await addTestRecord(portal),
  "shown, ended, on false papers": await addTestRecord(portal, admin, {
    images: { visaPaper: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) },
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
  "waiting, on false papers": await addTestRecord(portal, moderator),
  "hidden, on false papers": await changed(addTestRecord(portal), (target) => hideRecord(portal, admin, target)),
  "of another registry, on false papers": await addTestRecord({ ...portal, registry: "Other" }),
  "no record has it, on false papers": { ...unused, passportNumber: "Z10000002", irccNumber: "W200000002" },
  "what cannot be a number": { ...unused, passportNumber: "A!", irccNumber: "A!" },
};

for (const [state, { passportNumber, irccNumber }] of Object.entries(numbers).filter(([name]) => isMarked(name)))
  // Of a record that is shown, the mark of one number is told at both.
  for (const number of state.startsWith("shown") ? [passportNumber] : [passportNumber, irccNumber]) await mark(number);

function isMarked(state: string): boolean {
  return state.endsWith("on false papers");
}

async function mark(number: string): Promise<void> {
  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, admin, { number, reason: "Three false visas", until });
}

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
  const mayBeFalse = words.includes("Reports say that false papers with this number circulate");
  if (words.includes("We found no record for")) return mayBeFalse ? "nothing found, but false papers" : "nothing found";
  if (words.includes("This cannot be the number")) return "not a number";
  if (words.includes("only to people who have a share code")) return "asks for a code";
  if (!words.includes(name)) return words;
  const said = [
    ...(words.includes(falsePapers) ? [falsePapers] : []),
    ...(words.includes("ended on 31 January 2020") ? [visaEnded] : []),
  ];
  const [first] = said;
  if (first === undefined) return "the record";
  const [answer = ""] = html.split("<template");
  const headings = [...answer.matchAll(/<h2[^>]*autofocus[^>]*>(.*?)<\/h2>/gis)].map(([, heading = ""]) =>
    wordsOf(heading),
  );
  const places = [...said, name].map((text) => words.indexOf(text));
  const areInOrder = places.join(" ") === places.toSorted((one, other) => one - other).join(" ");
  const isFirst = html.includes(`<title>${first} – `) && headings.join(" ") === first;
  if (!isFirst || !areInOrder) return `not said first: ${words}`;
  return [...said.map((text) => outcomes[text]), "then the record"].join(", ");
}

const falsePapers = "False papers with this number circulate";
const visaEnded = "The visa paper in this record ended on 31 January 2020";
const outcomes: Record<string, string> = { [falsePapers]: "false papers", [visaEnded]: "what has ended" };

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
    const body = (await answer.json()) as { error?: { id: string }; name?: string; last_days?: object };
    if (body.error) return errors[body.error.id] ?? body.error.id;
    if (body.name !== who.name) return JSON.stringify(body);
    return JSON.stringify(body).includes("2020-01-31") ? "the record, and its days" : "the record";
  };

const doors: Record<string, Door> = {
  ...Object.fromEntries(Object.keys(lookupPages).map((path) => [path, page(path, "passportNumber")])),
  "/Check_Visa, the second number": page("/Check_Visa", "irccNumber"),
  "GET /result": call("/result/", "passportNumber"),
  "GET /ircc": call("/ircc/", "irccNumber"),
};

/** What a table says of all doors, or after a semicolon of some. */
function atDoor(cell: string, door: string): string {
  const [usual = "", ...exceptions] = cell.split("; ").map((part) => part.split(": "));
  const isOne = (some = "") =>
    (some === "calls" && door.startsWith("GET")) ||
    (some === "the other number" && door.endsWith("the second number")) ||
    (some === "pages of other papers" && ["/Work_Permit", "/Application_Stts", "/Lima"].includes(door));
  const [, different = usual[0]] = exceptions.find(([some = ""]) => some.split(", ").some(isOne)) ?? [];
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

/** What a stranger gets at `/code`. */
async function atCodePage(code: string, name: string, who: Named): Promise<string> {
  const body = new URLSearchParams({ code, name });
  const answer = await fetch(`${url}/code`, { method: "POST", body, headers: fromElsewhere() });
  const html = await answer.text();
  const words = wordsOf(html);
  if (words.includes("This code shows nothing")) return "shows nothing";
  if (words.includes("A share code has nine letters and digits. It never")) return "not a code";
  return outcomeOf(html, who);
}

async function withCode(lastDays: Record<string, string> = {}) {
  const images = { visaPaper: await uploaded(portal, admin) };
  const record = await addTestRecord(portal, admin, { images, lastDays });
  const { opened: holder } = await holderOf(portal, record);
  const wish = { whom: "employer", words: "", days: "7", uses: "3", [sharesField("visaPaper")]: "on" };
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
  "of a record on false papers": await codeAfter(({ record }) => mark(record.passportNumber)),
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
