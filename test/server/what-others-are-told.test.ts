import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { type LookupPolicy, lookupPolicies } from "#core/records/lookup-policy.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { askWallet, takePresentation } from "#operations/holders/ask-wallet.ts";
import { endShareCode, makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { sealedWatch } from "#operations/watches/sealed-watch.ts";
import { tellWatchers } from "#operations/watches/tell-watchers.ts";
import { insertRow, rowById } from "#storage/database/rows.ts";
import { fromElsewhere } from "../support/accounts/signed-in.ts";
import { admin } from "../support/accounts/people.ts";
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
import { TestWallet } from "../support/wallet.ts";
import {
  type Named,
  unused,
  numbersInEachState,
  mark,
  outcomeOf,
  atDoor,
  table,
  siteForStrangers,
} from "../support/what-strangers-get.ts";

const server = await new MailServer().start();
whenFileEnds(() => server.stop());
const { url, portal } = await siteForStrangers({ SMTP_URL: server.url });
const numbers = await numbersInEachState(portal);

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
  "of a record on false papers": await codeAfter(({ record }) => mark(portal, record.passportNumber)),
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
