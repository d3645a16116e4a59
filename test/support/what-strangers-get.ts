import { readFileSync } from "node:fs";
import { system } from "#core/accounts/actor.ts";
import { dayMs } from "#core/durations.ts";
import { laterDay } from "#core/office-clock.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { deleteRecord, hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin, moderator } from "./accounts/people.ts";
import { wordsOf } from "./browser/read-forms.ts";
import { uploaded } from "./documents.ts";
import { addTestRecord } from "./records.ts";
import { edit } from "./revisions.ts";
import { noLimits, startSite } from "./site.ts";

/** A site on which nobody is slowed down: wrong names for one number cost more and more. */
export const siteForStrangers = (environment: Record<string, string> = {}) =>
  startSite(environment, undefined, undefined, undefined, { limits: { ...lookupLimits, ...noLimits } });

export type Named = { passportNumber: string; irccNumber: string; name: string };

export const unused = { passportNumber: "Z10000001", irccNumber: "W200000001", name: "Nobody Known" };

async function changed(record: Promise<Named & { id: string }>, change: (target: { id: string }) => Promise<unknown>) {
  const made = await record;
  await change({ id: made.id });
  return made;
}

/** Adds a record in each state, by the words of the table. */
export async function numbersInEachState(portal: Portal): Promise<Record<string, Named>> {
  const numbers: Record<string, Named> = {
    shown: await addTestRecord(portal),
    "shown, changes of it wait": await withWaitingChanges(portal),
    "shown, its content was changed on a later day": await withChangedContent(portal),
    "shown, a paper has ended": await addTestRecord(portal, admin, {
      images: { visaPaper: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) },
      lastDays: { visaPaper: "2020-01-31" },
    }),
    "shown, a paper without a scan has ended": await addTestRecord(portal, admin, {
      images: { workPermit: await uploaded(portal, admin) },
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

  for (const [state, { passportNumber, irccNumber: second }] of Object.entries(numbers).filter(([name]) =>
    isMarked(name),
  ))
    // Of a record that is shown, the mark of one number is told at both.
    for (const number of state.startsWith("shown") ? [passportNumber] : [passportNumber, second])
      await mark(portal, number);

  return numbers;
}

const isMarked = (state: string) => state.endsWith("on false papers");

export async function mark(portal: Portal, number: string): Promise<void> {
  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, admin, { number, reason: "Three false visas", until });
}

/** What an admin changes waits for another one. */
async function withWaitingChanges(portal: Portal): Promise<Named> {
  const record = await addTestRecord(portal);
  await changeSettings(portal, system("test"), { change: { fourEyes: true } });
  await edit(portal, admin, record, { address: "1 New Road, Dhaka" });
  await changeSettings(portal, system("test"), { change: { fourEyes: false } });
  return record;
}

async function withChangedContent(portal: Portal): Promise<Named> {
  const record = await addTestRecord(portal);
  const next = { ...portal, now: () => portal.now() + 3 * dayMs };
  await edit(next, admin, record, { motherName: "Rahima Khatun" });
  return record;
}

/** The words of the table for the answer on a page. */
export function outcomeOf(html: string, { name }: Named): string {
  const words = wordsOf(html.replace(/^.*<main/s, "<main"));
  const mayBeFalse = words.includes("Reports say that false papers with this number circulate");
  if (words.includes("We found no record for")) return mayBeFalse ? "nothing found, but false papers" : "nothing found";
  if (words.includes("This cannot be the number")) return "not a number";
  if (words.includes("only to people who have a share code")) return "asks for a code";
  if (!words.includes(name)) return words;
  const said = [
    ...[falsePapers, otherFalsePapers].filter((text) => words.includes(text)),
    ...(words.includes("ended on 31 January 2020") ? [visaEnded] : []),
  ];
  const [first] = said;
  if (first === undefined)
    return words.includes("Name, numbers or papers were last changed on")
      ? "the record, and when it was changed"
      : "the record";
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
const otherFalsePapers = "False papers with the other number of this record circulate";
const visaEnded = "The visa paper in this record ended on 31 January 2020";
const outcomes: Record<string, string> = {
  [falsePapers]: "false papers",
  [otherFalsePapers]: "false papers",
  [visaEnded]: "what has ended",
};

/** What a table says of all doors, or after a semicolon of some. */
export function atDoor(cell: string, door: string): string {
  const [usual = "", ...exceptions] = cell.split("; ").map((part) => part.split(": "));
  const isOne = (some = "") =>
    (some === "calls" && door.startsWith("GET")) ||
    (some === "the other number" && door.endsWith("the second number")) ||
    (some === "pages of other papers" && ["/Work_Permit", "/Application_Stts", "/Lima"].includes(door));
  const [, different = usual[0]] = exceptions.find(([some = ""]) => some.split(", ").some(isOne)) ?? [];
  return different ?? "";
}

/** The rows of a table of the document, without its head. */
export const table = (heading: string) =>
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
