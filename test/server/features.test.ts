import { EventEmitter } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { type Feature, features, featuresOf } from "#core/settings/features.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { takeMatching } from "#operations/records/list-records.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { routeAt, routes } from "#server/routes.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { freshAccount, freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { attributesIn } from "../support/browser/read-forms.ts";
import { attestry } from "../support/command.ts";
import { switchOff } from "../support/features.ts";
import { imported, line } from "../support/imports.ts";
import { addTestRecord } from "../support/records.ts";
import { offer } from "../support/classes.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startSite } from "../support/site.ts";
import { atDesk } from "./matrix/personas.ts";

const { portal, url } = await startSite();

let record: CandidateRecord;
const people = new Map<string, string>([["nobody", "language=en"]]);

beforeAll(async () => {
  for (const role of ["admin", "moderator", "student"] as const) {
    const { id, cookie } = await openSession(portal, (await freshAccount(portal, role)).id);
    await portal.database.write((writer) => updateSession(portal, writer, id, { proved_at: portal.now() }));
    people.set(role, cookie);
  }
  people.set("organisation", (await atDesk(portal, url)).person?.cookie ?? "");
  record = await addTestRecord(portal, await freshAdmin(portal));
  await offer(portal);
});

const statusOf = async (method: string, path: string, cookie: string) => {
  const headers = { Cookie: cookie, Origin: url };
  const answer = await fetch(url + path, { method, headers, redirect: "manual" });
  await answer.body?.cancel();
  return answer.status;
};

/** Every page and call that these people may ask for by the routes of a feature. */
const requestsOf = (feature: Feature) =>
  routes
    .filter((route) => featuresOf(route).includes(feature))
    .flatMap(({ path, policies }) =>
      Object.keys(policies).map((method) => ({ method, path: path.replaceAll(/:\w+/g, "one") })),
    );

/** The statuses that differ from 404, by request. */
async function found(feature: Feature): Promise<string[]> {
  const answers = requestsOf(feature).flatMap(({ method, path }) =>
    [...people].map(async ([name, cookie]) => `${name} ${method} ${path} ${await statusOf(method, path, cookie)}`),
  );
  return (await Promise.all(answers)).filter((answer) => !answer.endsWith(" 404"));
}

/** Follows the links of the pages, once for each route. Returns the routes to which links and forms lead. */
async function linksOf(cookie: string): Promise<{ reached: Set<string>; notThere: string[] }> {
  const starts = ["/", "/account", "/dashboard", "/login"];
  const [followed, reached] = [new Map(starts.map((path) => [path, path])), new Set(starts)];
  const notThere: string[] = [];
  for (const [, path] of followed) {
    const browser = new PlainBrowser(url, cookie);
    await browser.opens(path);
    if (browser.status === 404) notThere.push(path);
    for (const [, name, tag = ""] of browser.html.matchAll(/<(a|form)\b([^>]*)>/g)) {
      const { href, action } = attributesIn(tag);
      const to = URL.parse(href ?? action ?? "", url + browser.path);
      if (to?.origin !== url) continue;
      const { path: route, kind } = routeAt(to.pathname);
      reached.add(route);
      if (name === "a" && kind === "page" && !followed.has(route)) followed.set(route, to.pathname + to.search);
    }
  }
  return { reached, notThere };
}

/** The others have no route of their own. The addresses of slips and proofs need a signature, so these have tests of their own. */
const withRoutes = features
  .filter((feature) => feature !== "slips" && feature !== "statements")
  .filter((feature) => requestsOf(feature).length > 0);

describe("a feature", () => {
  test.each(withRoutes)("%s is not found while it is off, and found again as before", async (feature) => {
    const before = await found(feature);
    expect(before).not.toEqual([]);
    await switchOff(portal, [feature]);
    expect(await found(feature)).toEqual([]);
    await switchOff(portal, []);
    expect(await found(feature)).toEqual(before);
  });

  test("has no link while it is off, and no link leads to a page that is not there", async () => {
    const withFeature = new Set(routes.filter((route) => featuresOf(route).length > 0).map(({ path }) => path));
    const linked = async () =>
      Array.fromAsync(people, async ([name, cookie]) => {
        const { reached, notThere } = await linksOf(cookie);
        return { name, ofFeatures: [...reached].filter((path) => withFeature.has(path)).length, notThere };
      });
    const counts = new Map((await linked()).map(({ name, ofFeatures }) => [name, ofFeatures]));
    expect(["admin", "student", "organisation"].filter((name) => !counts.get(name))).toEqual([]);
    await switchOff(portal, features);
    expect(await linked()).toEqual([...people.keys()].map((name) => ({ name, ofFeatures: 0, notThere: [] })));
    const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(api.paths).filter((path) => routeAt(path.replaceAll(/[{}]/g, "")).feature)).toEqual([]);
    await switchOff(portal, []);
  });
});

/** What was given out goes on: whoever has it checks it without knowing of the switch. */
const givenOut = [
  "/.well-known/jwks.json",
  "/.well-known/jwt-vc-issuer",
  "/log/newest/checkpoint",
  "/log/policy",
  "/check",
  "/proof",
  "/my-record/mails",
];

/** Parts of forms that no route tells of. */
const offers = [
  ["/dashboard/Entry", 'id="read-passport"'],
  ["/dashboard/update", '<option value="export">'],
  ["/dashboard/update", 'name="record"'],
  ["/account/alerts", 'name="run"'],
  ["/dashboard", "Holders’ own pages"],
  ["/dashboard/update", 'name="holder"'],
  ["/dashboard/Settings/publishing", 'name="holdersMayHoldBack"'],
  ["/dashboard/Settings/log", 'name="log.witnesses"'],
  ["/dashboard/Settings", "Public log"],
  ["/dashboard/Settings/publishing", 'name="statementDays"'],
  ["/", 'href="/proof"'],
] as const;

test("what was given out goes on while everything is off, and no form offers what is off", async () => {
  const admin = people.get("admin") ?? "";
  const offered = async (path: string, what: string) =>
    (await (await fetch(url + path, { headers: { Cookie: admin } })).text()).includes(what);
  const all = () => Promise.all(offers.map(([path, what]) => offered(path, what)));
  expect(await all()).toEqual(offers.map(() => true));
  await signCheckpoint(portal);
  await switchOff(portal, features);
  const list = `/status-lists/${(await statementOf(portal, record.id))?.row.list_id}`;
  const statuses = [...givenOut, list].map(async (path) => [path, await statusOf("GET", path, "")]);
  expect(await Promise.all(statuses)).toEqual([...givenOut, list].map((path) => [path, 200]));
  expect(await all()).toEqual(offers.map(() => false));
  await switchOff(portal, []);
});

test("an answer offers no slip while slips are off, and a slip's address is not found", async () => {
  const page = new PlainBrowser(url);
  const slipIn = async () => {
    await page.opens("/");
    page.types({ "Passport or IRCC number": record.passportNumber });
    await page.presses("Search");
    expect(page.words).toContain(record.name);
    return /href="(\/published\/[^"]+\/slip\?[^"]+)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
  };
  const slip = (await slipIn()) ?? "";
  expect(await statusOf("GET", slip, "")).toBe(200);
  await switchOff(portal, ["slips"]);
  expect([await slipIn(), await statusOf("GET", slip, "")]).toEqual([undefined, 404]);
  await switchOff(portal, []);
  expect(await statusOf("GET", slip, "")).toBe(200);
});

test("an answer offers nothing signed while statements are off, and asking for it says nothing of a record", async () => {
  const page = new PlainBrowser(url);
  const signedIn = async () => {
    await page.opens("/");
    page.types({ "Passport or IRCC number": record.passportNumber });
    await page.presses("Search");
    expect(page.words).toContain(record.name);
    return {
      proof: /href="(\/published\/[^"]+\/proof\?[^"]+)"/.exec(page.html)?.[1],
      keeps: page.html.includes('name="keep"'),
    };
  };
  const asked = () =>
    Promise.all(
      [record.passportNumber, "Z99999999"].map((number) => statusOf("GET", `/result/${number}?format=sd-jwt`, "")),
    );
  const { proof = "", keeps } = await signedIn();
  const address = proof.replaceAll("&amp;", "&");
  expect([keeps, await statusOf("GET", address, ""), await asked()]).toEqual([true, 200, [200, 404]]);
  await switchOff(portal, ["statements"]);
  expect(await signedIn()).toEqual({ proof: undefined, keeps: false });
  expect([await statusOf("GET", address, ""), await asked()]).toEqual([404, [400, 400]]);
  const office = new PlainBrowser(url, people.get("admin"));
  await office.opens("/dashboard/Settings/log");
  expect(office.words).toContain("Registers of agencies that this site believes");
  expect(office.words).not.toMatch(/Mail the checkpoint to|Public log/);
  await switchOff(portal, []);
  expect([await statusOf("GET", address, ""), await asked()]).toEqual([200, [200, 404]]);
});

test("a feature that another needs is not switched off while that is on, and its box says so", async () => {
  const page = new PlainBrowser(url, people.get("admin"));
  await page.opens("/dashboard/Settings/features");
  page.unticks("Many records at once");
  await page.presses("Save");
  expect(page.words).toContain("This needs: Many records at once.");
  page.unticks("Import records");
  await page.presses("Save");
  expect(page.words).toContain("Many records at once (nothing of it is stored) Import records (");
});

test("an admin who switches a feature off is told what is stored of it", async () => {
  const clerk = await freshAdmin(portal);
  // The jobs of the site do not hear of it, so they do not begin it in between.
  await imported({ ...portal, events: new EventEmitter() }, clerk, [line("B7000001", "W700000001")]);
  await takeMatching(portal, clerk, {});
  const page = new PlainBrowser(url, people.get("admin"));
  await page.opens("/dashboard/Settings/features");
  for (const feature of ["Classes", "Import records", "Tables of records", "Reading passports"]) page.unticks(feature);
  await page.presses("Save");
  expect(page.words).toContain("Classes (classes: 1)");
  expect(page.words).toContain("Import records (imports on the list: 1)");
  // Other tests of this file take tables, too.
  expect(page.words).toMatch(/Tables of records \(tables taken: [1-9]\d*\)/);
  expect(page.words).toContain("Reading passports (nothing of it is stored)");
  expect(await statusOf("GET", "/dashboard/classes", people.get("admin") ?? "")).toBe(200);
  await page.presses("Yes, save it");
  expect(await statusOf("GET", "/dashboard/classes", people.get("admin") ?? "")).toBe(404);
  await page.opens("/dashboard/Settings/features");
  for (const feature of ["Classes", "Import records", "Tables of records", "Reading passports"]) page.ticks(feature);
  await page.presses("Save");
  expect(await statusOf("GET", "/dashboard/classes", people.get("admin") ?? "")).toBe(200);
});

test("the command line names the feature that a setting needs", async () => {
  const environment = await freshEnvironment("sqlite");
  await openForTest(environment);
  const { code, err } = await attestry(environment, ["settings", "features.bulk=false", "features.imports=true"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^features\.imports is not valid: .* It is features\.bulk\.$/m);
});
