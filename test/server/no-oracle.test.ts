import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type LookupPolicy, lookupPolicies } from "#core/records/lookup-policy.ts";
import { numberGroups } from "#core/records/numbers.ts";
import { system } from "#core/staff/actor.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { routes } from "#server/routes.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

type Somebody = { id: string; passportNumber: string; name: string };

const { url, portal } = await startSite();
const shown = await addTestRecord(portal, admin);
const waiting = await addTestRecord(portal, moderator);
const hidden = await addTestRecord(portal, admin);
await hideRecord(portal, admin, { id: hidden.id });
/** Another one each time: names that are given for a number are counted. */
let nobodies = 0;
const nobody = (): Somebody => {
  nobodies += 1;
  return { id: randomUUID(), passportNumber: `Z1000000${nobodies}`, name: "Nobody Known" };
};

/** What nobody may tell from a missing record. */
const unseen: Record<LookupPolicy, Record<string, Somebody>> = {
  open: { hidden, waiting },
  guarded: { hidden, waiting, "shown, by another name": { ...shown, name: "Rahima Begum" } },
  code: { hidden, waiting, shown },
};

type Question = { name: string; address: string; init: RequestInit };

/** Every place in which a stranger can name somebody: in the path, behind it, in a form, in JSON. */
function questionsAbout({ id, passportNumber: number, name }: Somebody): Question[] {
  const said = { number, name, q: number, about: number, card: number, fact: number, code: number, message: number };
  const inQuery = new URLSearchParams({ name, number, q: number, until: "9", signature: id });
  const form = { method: "POST", body: new URLSearchParams({ ...said, kind: "mistake" }) };
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) };
  const ofStrangers = routes.filter(({ kind }) => kind === "page" || kind === "call");
  return ofStrangers.flatMap(({ path, policies }) =>
    (path.includes(":") ? [number, id] : [number]).flatMap((named) => {
      const address = path.replaceAll(/:\w+/g, named).replace("/*", `/${named}`);
      const reads = [address, `${address}?name=${encodeURIComponent(name)}`, `${address}?${inQuery}`];
      return [
        ...(policies.GET === "anyone" ? reads.map((read) => ({ name: `GET ${path}`, address: read, init: {} })) : []),
        ...(policies.POST === "anyone" ? [form, json].map((init) => ({ name: `POST ${path}`, address, init })) : []),
      ];
    }),
  );
}

/** All of it but what is new each time, and what the visitor said. */
async function answerTo({ address, init }: Question, { id, passportNumber, name }: Somebody): Promise<string> {
  const headers = { ...init.headers, ...fromElsewhere() };
  const answer = await fetch(url + address, { ...init, redirect: "manual", headers });
  const own = /^(?:date|x-request-id|content-length|etag)$/;
  const said = [id, passportNumber, numberGroups(passportNumber).join("\u00A0"), name, encodeURIComponent(name)];
  const text = JSON.stringify([
    answer.status,
    [...answer.headers].filter(([header]) => !own.test(header)),
    await answer.text(),
  ]);
  // Moments, references, tickets and challenges.
  const isNew = /<time .*?<\/time>|\bR-\w{4}-\w{4}\b|\b\d{10}\b|[\w-]{24,}/g;
  return said.reduce((masked, part) => masked.replaceAll(part, "…"), text).replaceAll(isNew, "new");
}

/** Where two answers part. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((sign, place) => sign !== other[place]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join(" ≠ ");
}

test.each(lookupPolicies)(
  "no public route tells a record that is not shown from a missing one under %s",
  { timeout: 120_000 },
  async (lookupPolicy) => {
    await changeSettings(portal, system("test"), { change: { lookupPolicy } });
    // From now on the server knows it.
    await fetch(url);
    const differences: string[] = [];
    for (const [who, somebody] of Object.entries(unseen[lookupPolicy])) {
      const missing = nobody();
      const asked = questionsAbout(missing);
      expect(asked.length).toBeGreaterThan(100);
      for (const [at, question] of questionsAbout(somebody).entries()) {
        const one = await answerTo(question, somebody);
        const other = await answerTo(asked[at] ?? question, missing);
        if (one !== other) differences.push(`${question.name}, ${who}: ${difference(one, other)}`);
      }
    }
    expect(differences).toEqual([]);
  },
);
