import { expect, test } from "vitest";
import { openDoors } from "#cli/demo/open-doors.ts";
import { roles } from "#cli/demo/demo-words.ts";
import { makeHolderCard } from "#cli/demo/holder-card.ts";
import { system } from "#core/accounts/actor.ts";
import { lookupPolicies } from "#core/records/lookup-policy.ts";
import { allFeatures } from "#core/settings/features.ts";
import type { Agency } from "#demo/agency.ts";
import { dhaka } from "#demo/agencies/dhaka.ts";
import { beginDemo, completeDemo } from "#demo/build-demo.ts";
import { demoPassword, demoStaff, factsOfOrganisation, makeDemoStaff } from "#demo/demo-staff.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin as office } from "../support/accounts/people.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { sendRaw, statusIn } from "../support/processes/raw-request.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite, startSiteProcess } from "../support/site.ts";

async function withStaff(portal: Portal) {
  const { id } = await addOrganisation(portal, system("test"), factsOfOrganisation(dhaka, "2099-12-31"));
  const { admin } = await makeDemoStaff(portal, dhaka, () => demoPassword, id);
  await changeSettings(portal, admin, { change: { features: allFeatures } });
}

const of = () => demoPassword;
const aDemo = (areKnown: boolean) =>
  startSite({}, withStaff, whenFileEnds, (parts) => openDoors(parts, { of, areKnown }));

const signInPage = async (url: string) => {
  const page = new PlainBrowser(url);
  page.addedHeaders = {};
  await page.opens("/login");
  return page;
};

test("one press on the demo's sign-in page signs in as each role, and an employer is at the desk at once", async () => {
  const { url } = await aDemo(true);
  const first: string[] = [];
  for (const { role, press } of roles) {
    const page = await signInPage(url);
    await page.presses(press.en);
    await page.opens("/dashboard");
    first.push(page.path);
    expect(page.words).toContain(dhaka.staff[role]);
  }
  expect(first).toEqual(["/dashboard", "/dashboard", "/dashboard/Desk", "/dashboard/BAD_Request"]);
});

test.each([
  ["a site that is started", async () => startSiteProcess({}, withStaff)],
  ["a demo that others can reach", async () => aDemo(false)],
])("%s has no such press, and asks the people of organisations for a second step", async (_, start) => {
  const { url } = await start();
  const page = await signInPage(url);
  expect(page.html).not.toContain("data-demo");
  expect(page.html).not.toContain(demoStaff.admin.email);
  page.types({ Email: demoStaff.organisation.email, Password: demoPassword });
  await page.presses("Sign in");
  await page.opens("/dashboard/Desk");
  expect(page.path).not.toContain("/Desk");
  expect(page.words).toMatch(/second step/i);
});

test.each([
  ["a proxy that says for whom it asks", "Host: localhost\r\nX-Forwarded-For: 192.0.2.1"],
  ["a proxy that says where it was asked", "Host: localhost\r\nX-Forwarded-Host: demo.example"],
  ["the address of a network", "Host: 192.0.2.7"],
])("nobody who comes by %s reads a press", async (_, headers) => {
  const { url } = await aDemo(true);
  const answer = await sendRaw(url, `GET /login HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  expect(statusIn(answer)).toBe(200);
  expect(answer).not.toContain("data-demo");
});

test("the first person of the demo has a card, whatever visitors have to type", async () => {
  const { portal } = await aDemo(true);
  const [passportNumber] = dhaka.people.memorable;
  await addTestRecord(portal, office, { passportNumber });
  for (const lookupPolicy of lookupPolicies) {
    await changeSettings(portal, system("test"), { change: { lookupPolicy } });
    expect(await makeHolderCard(portal, dhaka)).toMatchObject({ number: passportNumber, parent: "Karim Uddin" });
  }
});

test("a demo that was stopped goes on with whom it lacks, also after somebody of another registry", async () => {
  const portal = await openForTest(await freshEnvironment("sqlite", whenFileEnds), whenFileEnds);
  // Papers take long to draw.
  const one = { ...dhaka.destinations[0], papers: [] };
  const agency: Agency = { ...dhaka, destinations: [one, one, one, one, one] };
  await beginDemo(portal, agency, () => undefined);
  const countAfter = async (steps: number) => {
    let left = steps;
    await completeDemo(portal, agency, { begunAt: portal.now(), isStopped: () => left-- <= 0 });
    return (await portal.database.read.selectFrom("candidate").select("registry").execute()).length;
  };
  expect([await countAfter(23), await countAfter(24)]).toEqual([23, 24]);
});
