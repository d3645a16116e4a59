import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { irccNumber, type SecondNumber } from "#core/records/second-number.ts";
import type { Settings } from "#core/settings/settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import {
  type Named,
  unused,
  numbersInEachState,
  outcomeOf,
  atDoor,
  table,
  siteForStrangers,
} from "../support/what-strangers-get.ts";

const { url, portal } = await siteForStrangers();
const numbers = await numbersInEachState(portal);

type Door = (who: Named, name: string) => Promise<string>;

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

const columns: readonly [LookupPolicy, hasName: boolean][] = [
  ["open", false],
  ["guarded", true],
  ["guarded", false],
  ["code", false],
];

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
    const site = await siteForStrangers();
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
          // A code or an address in the box is no error, so nothing on the page calls it one.
          const got = (answer.status === 400 ? "not a number" : outcomeOf(html, record)) + leadIn(html);
          const asked = lookups() - before;
          if (got !== cells[at] || asked !== Number(!got.startsWith("not a number")))
            wrong.push(`${what}, ${lookupPolicy}, ${path}: ${got.slice(0, 200)}, not ${cells[at]}; ${asked} lookups`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
