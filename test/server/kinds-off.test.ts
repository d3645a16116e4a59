import { expect, test } from "vitest";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { system } from "#core/accounts/actor.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const { id: adminId, cookie } = await signedIn(portal, url, "admin");
const admin = actorOf(adminId, "admin");
const lastDays = { ticket: "2031-03-31" };
const images = { ticket: await uploaded(portal, admin), photo: await uploaded(portal, admin) };
const record = await addTestRecord(portal, admin, { images, lastDays });
const officialPlaces = { ticket: [{ label: "The airline", to: "https://airline.example" }] };
await changeSettings(portal, system("test"), { change: { officialPlaces } });

/** Where staff would see a paper of the record, or be asked for one. */
const places = [
  "/dashboard/Entry",
  `/Update_A_User/${record.id}`,
  `/dashboard/records/${record.id}`,
  "/dashboard/update",
  "/dashboard/Settings/publishing",
  "/dashboard/Settings/places",
];

test("an admin switches a paper of the program off and on again, asked with the number of records each time", async () => {
  const page = new PlainBrowser(url, cookie);
  const at = async (path: string) => {
    await page.opens(path);
    return page.words;
  };
  for (const place of places) expect(await at(place)).toContain("Ticket");
  expect(await at("/dashboard/update")).toContain("2/12");
  const sees = async () => {
    await page.opens("/");
    page.types({ "Passport or IRCC number": record.passportNumber });
    await page.presses("Search");
    return page.words;
  };
  expect(await sees()).toContain("Ticket");

  await page.opens("/dashboard/Papers");
  await page.presses("Switch off Ticket");
  expect(page.words).toContain("1 record has this paper: Ticket.");
  expect((await currentSettings(portal)).kindsOff).toEqual({});
  await page.presses("Yes, save it");
  expect(page.words).toContain("The paper is switched off.");
  expect(page.words).toMatch(/Ticket Switched off/);
  for (const place of places.slice(0, 3)) expect(await at(place)).not.toContain("Ticket");
  expect(await at("/dashboard/update")).toContain("1/11");
  expect(await at("/dashboard/update?missing=ticket")).toContain("This filter cannot be used");
  expect(await sees()).not.toContain("Ticket");

  // Forms that do not name it leave it as it is.
  await page.opens("/dashboard/Settings/places");
  expect(page.words).not.toContain("Ticket");
  await page.presses("Save");
  await page.opens("/dashboard/Settings/publishing");
  expect(page.words).not.toContain("Ticket");
  await page.presses("Save");
  await page.opens(`/Update_A_User/${record.id}`);
  await page.presses("Update record");
  expect((await currentSettings(portal)).officialPlaces.ticket).toEqual(officialPlaces.ticket);

  await page.opens("/dashboard/Papers");
  const counts: string[] = [];
  {
    using _watching = watchQueries(({ text }) => void (/as records|string_agg/.test(text) && counts.push(text)));
    await page.presses("Switch on Ticket");
    expect(page.words).toContain("This shows visitors the paper “Ticket” of 1 public record.");
    // The question counts, its answer does not.
    expect(counts.splice(0)).not.toEqual([]);
    await page.presses("Yes, save it");
    expect(counts).toEqual([]);
  }
  expect(page.words).toContain("The paper is switched on.");
  for (const place of places) expect(await at(place)).toContain("Ticket");
  expect(await sees()).toContain("Ticket");
  expect(await at("/dashboard/History")).toContain("Papers that are switched off");
});
