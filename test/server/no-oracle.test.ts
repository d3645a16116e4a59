import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type LookupPolicy, lookupPolicies } from "#core/records/lookup-policy.ts";
import { laterDay } from "#core/office-clock.ts";
import { groupsOf } from "#core/records/numbers.ts";
import { system } from "#core/accounts/actor.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { markFalseNumber } from "#operations/reports/false-numbers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { routes } from "#server/routes.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { noLimits, startSite } from "../support/site.ts";

type Somebody = { id: string; passportNumber: string; irccNumber: string; name: string };

// With a mail server, a miss also offers to send a mail once there is a record.
const mails = { SMTP_URL: "smtp://127.0.0.1:2" };
const foreign: Record<string, Somebody> = {};
const addForeign = async (own: Portal) =>
  (foreign["foreign"] = await addTestRecord({ ...own, registry: "Other" }, admin));
// The same numbers are asked for again and again.
const limits = { ...lookupLimits, ...noLimits };
const { url, portal } = await startSite(mails, addForeign, undefined, undefined, { limits });
const shown = await addTestRecord(portal, admin);
const waiting = await addTestRecord(portal, moderator);
const hidden = await addTestRecord(portal, admin);
await hideRecord(portal, admin, { id: hidden.id });
// The site signs its log a few seconds later. That would change a page between two questions.
await signCheckpoint(portal);
/** A new invented person each time: the names that visitors try for one number are counted. */
let nobodies = 0;
const nobody = (): Somebody => {
  nobodies += 1;
  const numbers = { passportNumber: `Z1000000${nobodies}`, irccNumber: `W20000000${nobodies}` };
  return { id: randomUUID(), ...numbers, name: "Nobody Known" };
};

/** The records that must look like missing records under each policy. */
const unseen: Record<LookupPolicy, Record<string, Somebody>> = {
  open: { hidden, waiting, ...foreign },
  guarded: { hidden, waiting, ...foreign, "shown, by another name": { ...shown, name: "Rahima Begum" } },
  code: { hidden, waiting, ...foreign, shown },
};

type Question = { name: string; address: string; init: RequestInit };

/** Requests for every place in which a visitor can name somebody: path, query, form, JSON. */
function questionsAbout({ id, passportNumber: number, irccNumber, name }: Somebody): Question[] {
  const said = { number, name, q: number, about: number, card: number, fact: number, code: number, message: number };
  const inQuery = new URLSearchParams({ name, number, q: number, until: "9", signature: id, format: "sd-jwt" });
  const form = { method: "POST", body: new URLSearchParams({ ...said, kind: "mistake" }) };
  const byIrcc = { method: "POST", body: new URLSearchParams({ ...said, number: irccNumber }) };
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) };
  const ofStrangers = routes.filter(({ kind }) => kind === "page" || kind === "call");
  return ofStrangers.flatMap(({ path, policies }) =>
    (path.includes(":") ? [path.startsWith("/ircc/") ? irccNumber : number, id] : [number]).flatMap((named) => {
      const address = path.replaceAll(/:\w+/g, named).replace("/*", `/${named}`);
      const inPath = address === path ? [] : [address, `${address}?name=${encodeURIComponent(name)}`];
      const reads = [...inPath, `${address}?${inQuery}`];
      return [
        ...(policies.GET === "anyone" ? reads.map((read) => ({ name: `GET ${path}`, address: read, init: {} })) : []),
        ...(policies.POST === "anyone"
          ? [form, byIrcc, json].map((init) => ({ name: `POST ${path}`, address, init }))
          : []),
      ];
    }),
  );
}

/** The whole answer, without the parts that are new each time and the values that the visitor sent. */
async function answerTo(
  { address, init }: Question,
  { id, passportNumber, irccNumber, name }: Somebody,
): Promise<string> {
  const headers = { ...init.headers, ...fromElsewhere() };
  const answer = await fetch(url + address, { ...init, redirect: "manual", headers });
  const own = /^(?:date|x-request-id|content-length|etag)$/;
  const numbers = [passportNumber, irccNumber].flatMap((number) => [number, groupsOf(number).join("\u00A0")]);
  const said = [id, ...numbers, name, encodeURIComponent(name)];
  const text = JSON.stringify([
    answer.status,
    [...answer.headers].filter(([header]) => !own.test(header)),
    await answer.text(),
  ]);
  // Times, and how long ago they were, references, tickets and challenges.
  const isNew = /<time .*?<\/time>|\((?:now|\d+ minutes? ago)\)|\bR-\w{4}-\w{4}\b|\b\d{10}(?:\d{3})?\b|[\w-]{24,}/g;
  return said.reduce((masked, part) => masked.replaceAll(part, "…"), text).replaceAll(isNew, "new");
}

/** The text around the first difference of two answers. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((sign, place) => sign !== other[place]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join(" ≠ ");
}

const numbersOf = ({ passportNumber, irccNumber }: Somebody) => [passportNumber, irccNumber];

async function mark(number: string): Promise<void> {
  const until = laterDay(officeToday(portal), 30);
  await markFalseNumber(portal, admin, { number, reason: "Three false visas", until });
}

test.each([
  ...lookupPolicies.map((policy) => ({ policy, numbers: "numbers" })),
  ...lookupPolicies.map((policy) => ({ policy, numbers: "numbers on false papers" })),
])(
  "no public route answers differently for a missing record and for one that is not shown, under $policy with $numbers",
  { timeout: 120_000 },
  async ({ policy: lookupPolicy, numbers }) => {
    await changeSettings(portal, system("test"), { change: { lookupPolicy } });
    // After this request the server knows the new policy.
    await fetch(url);
    const differences: string[] = [];
    const missing = nobody();
    if (numbers !== "numbers")
      for (const number of [missing, ...Object.values(unseen[lookupPolicy])].flatMap(numbersOf)) await mark(number);
    const others = Object.entries(unseen[lookupPolicy]).map(([who, somebody]) => ({
      who,
      somebody,
      questions: questionsAbout(somebody),
    }));
    const asked = questionsAbout(missing);
    expect(asked.length).toBeGreaterThan(100);
    for (const [at, question] of asked.entries()) {
      const due = await answerTo(question, missing);
      for (const { who, somebody, questions } of others) {
        const met = await answerTo(questions[at] ?? question, somebody);
        if (met !== due) differences.push(`${question.name}, ${who}: ${difference(met, due)}`);
      }
    }
    expect(differences).toEqual([]);
  },
);
