import { expect, test } from "vitest";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const { id: adminId, cookie } = await signedIn(portal, url, "admin");
const admin = actorOf(adminId, "admin");
const mohre = "Ministry of Human Resources and Emiratisation";

test("an admin reads what a set does, uses it, and shows its offices after a look at each", async () => {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Settings");
  await page.follows("Sets to begin with");
  await page.follows("See what it does Work in the Gulf");
  const said = page.words.replaceAll(/[\u2066-\u2069]/g, "");
  expect(said).toContain("Labour permit Everybody who finds the record");
  expect(said).toContain(
    "For: MOHRE offer letter, Labour permit · Read on 30 November 2026 in a stored copy of this page: https://www.mohre.",
  );
  expect(said).toContain("The page is dated 20 May 2024.");
  expect(said).toContain("The second number: Visa or entry permit number, such as 201/2024/2/0123456.");
  expect((await currentSettings(portal)).ownPapers).toEqual([]);
  await page.presses("Use this set");
  expect(page.words).toContain("The set is in place.");
  await page.opens("/dashboard/Sets?set=gulf");
  expect(page.words).toContain("Here it changes nothing.");
  // A name in a language that is off has no box, and stays.
  await page.opens("/dashboard/Paper?id=p5");
  await page.presses("Save");
  expect(page.words).toContain("The paper is saved.");
  expect((await currentSettings(portal)).ownPapers[4]?.labels).toMatchObject({ ar: "تصريح عمل" });
  await page.opens("/dashboard/Sets?set=students");
  expect(page.words).toContain("Stays as it is The second number: its name, form or help is your choice. Use this set");
  await changeSettings(portal, system("test"), { change: { defaultNationality: "NEPAL" } });
  await page.presses("Use this set");
  expect(page.words).toContain("Somebody changed the settings in the meantime.");
  expect((await currentSettings(portal)).ownPapers.length).toBe(5);
  await page.opens("/dashboard/Sets?set=everything");
  expect(page.status).toBe(404);

  const images = { p3: await uploaded(portal, admin) };
  const { id, passportNumber } = await addTestRecord(portal, admin, { images, irccNumber: "201/2024/2/0123456" });
  const visitor = new PlainBrowser(url);
  const sees = async () => {
    await visitor.opens("/");
    visitor.types({ "Passport number or \u2068Visa or entry permit number\u2069": passportNumber });
    await visitor.presses("Search");
    return visitor.words;
  };
  expect(await sees()).toContain("MOHRE offer letter");
  expect(visitor.html).not.toContain(mohre);
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toMatch(new RegExp(`${mohre}.* Nobody has looked at it yet`));

  await page.opens("/dashboard/Settings");
  expect(page.words).toContain("2 offices to look at");
  await page.opens("/dashboard/Sets");
  await page.presses(`I have looked: show it ${mohre} (MOHRE), United Arab Emirates`);
  expect(page.words).toContain("Visitors see this office now.");
  expect(page.words).toMatch(/looked at it on .* Visitors see it\./);
  expect(await sees()).toContain(`${mohre} (MOHRE), United Arab Emirates`);
  expect(visitor.html).not.toContain(adminId);
  // It stands among the official places, and keeps its name in Bangla when these are saved.
  await page.opens("/dashboard/Settings/places");
  expect(page.words).toContain("MOHRE offer letter: 1");
  await page.presses("Save");
  expect((await currentSettings(portal)).officialPlaces["p3"]?.[0]?.labels).toMatchObject({
    bn: expect.stringContaining("MOHRE"),
  });
  await page.opens("/dashboard/Sets");
  await page.presses("Leave it out Labour Market Regulatory Authority (LMRA), Bahrain");
  expect(page.words).toContain("The office is left out.");
  expect(page.words).not.toContain("LMRA");
});
