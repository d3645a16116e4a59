import { expect, test } from "vitest";
import type { StaffActor } from "#core/staff/actor.ts";
import { aRecord, freshPerson, letters } from "../../e2e/support/own-records.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { particulars } from "../support/accounts/people.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
const list = "/dashboard/update";

async function clerk(role: "admin" | "moderator") {
  const { cookie, id } = await signedIn(office, url, role);
  const page = new PlainBrowser(url, cookie);
  const actor: StaffActor = { kind: "staff", id, role };
  return { page, actor };
}

test("the list is filtered, shows other columns and is saved as a view, all without scripts", async () => {
  const { page, actor } = await clerk("admin");
  const family = letters();
  const other = await clerk("moderator");
  const theirs = await aRecord(
    { office },
    { person: { ...freshPerson(), name: `Amina ${family}` }, addedBy: other.actor },
  );
  const ours = await aRecord({ office }, { person: { ...freshPerson(), name: `Bilkis ${family}` } });
  await page.opens(`${list}?search=${family}`);
  expect(page.words).toContain("2 records");
  page.types({ "Added by": other.actor.id, "Missing paper": "photo", "Added from": "2020-01-01" });
  await page.presses("Show");
  expect(page.path).toMatch(/search=\w+&missing=photo&by=[\w-]+&assigned=&from=2020-01-01&to=$/);
  expect([page.words.includes(theirs.name), page.words.includes(ours.name)]).toEqual([true, false]);
  expect(page.words).toContain("1 record More filters: 3 chosen");

  await assignRecord(office, actor, { id: theirs.id }, actor.id);
  page.types({ "Assigned to": "me", "Missing paper": "" });
  await page.presses("Show");
  expect(page.path).toContain("&assigned=me&");
  expect(page.words).toContain("1 record More filters: 3 chosen");
  page.types({ "Assigned to": other.actor.id, "Missing paper": "photo" });
  await page.presses("Show");
  expect(page.words).toContain("Nothing matches");
  page.types({ "Assigned to": "" });
  await page.presses("Show");

  page.ticks("#column-passport-1");
  await page.presses("Show these columns");
  expect(page.words).toContain("State Passport number Update");
  page.types({ "Name of the view": "No photo" });
  await page.presses("Save");
  expect(page.path).not.toContain(family);
  await page.opens(list);
  await page.follows("No photo");
  expect(page.path).toMatch(/\?missing=photo&by=[\w-]+&from=2020-01-01$/);
  expect(page.words).toContain("State Passport number Update");
  await other.page.opens(list);
  expect(other.page.words).not.toContain("No photo");
  await page.presses("Yes, delete it! No photo");
  await page.opens(list);
  expect(page.words).not.toContain("No photo");
});

test("a moderator finds their own records alone, also by the last four, which no address holds", async () => {
  const { page, actor } = await clerk("moderator");
  const one = await aRecord({ office }, { addedBy: actor });
  const same = await addTestRecord(office, actor, { passportNumber: `Q${one.passport.slice(-4)}`, name: one.name });
  await addTestRecord(office, undefined, { passportNumber: `R1${one.passport.slice(-4)}`, name: "Somebody Else" });
  await page.opens(list);
  page.types({ "Name, number, or its last four": one.passport.slice(-4) });
  await page.presses("Search");
  expect(page.path).not.toContain(one.passport.slice(-4));
  expect(page.words).toContain("2 records");
  expect(page.words).not.toContain("Somebody Else");
  expect(page.words).not.toContain(`Delete ${same.name}`);
});

test("another record of the same person is pointed out beside what is approved", async () => {
  const { page } = await clerk("admin");
  const names = { name: `Md. Karim ${letters()}`, fatherName: "Abdul Karim", motherName: "Fatema Begum" };
  const first = await addTestRecord(office, undefined, names);
  const { actor } = await clerk("moderator");
  const { id } = await addTestRecord(office, actor, { ...particulars(), ...names });
  await page.opens(`/dashboard/Control_Post/${id}`);
  expect(page.words).toContain(
    `Another record has the same name and parents. Is it the same person? ${first.name} shown`,
  );
});
