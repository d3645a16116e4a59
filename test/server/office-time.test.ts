import { expect, test } from "vitest";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
const { cookie } = await signedIn(office, url, "admin");
await addTestRecord(office, admin, { passportNumber: "A12345678" });

const label = "Time zone";

async function setsZone(zone: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Settings/operator");
  page.types({ "Name of your agency or centre": "Shapla Overseas", [label]: zone });
  await page.presses("Save");
  return page;
}

async function pageOf(path: string, as = cookie): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, as);
  await page.opens(path);
  return page;
}

test("an admin sets the office's time zone, and staff and visitors read each moment in it", async () => {
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(office.now());
  expect((await setsZone("Dhaka")).box(label)).toMatchObject({ isWrong: true, value: "Dhaka" });
  // The two are never on the same day.
  for (const [zone, short] of [
    ["Pacific/Kiritimati", "GMT+14"],
    ["Pacific/Niue", "GMT-11"],
  ] as const) {
    expect((await setsZone(zone)).words).toContain("Saved. It applies from now on.");
    expect((await currentSettings(office)).timeZone).toBe(zone);
    expect((await pageOf("/dashboard/History")).words).toMatch(
      new RegExp(`${dayIn(zone)} at \\d\\d:\\d\\d ${RegExp.escape(short)}`),
    );
    const page = await pageOf("/", "");
    page.types({ "Passport or IRCC number": "A12345678" });
    await page.presses("Search");
    expect(page.html).toContain(`data-zone="${zone}"`);
    expect(page.words).toMatch(new RegExp(`Checked at .* on ${dayIn(zone)} at \\d\\d:\\d\\d ${RegExp.escape(short)}`));
    expect(page.words).toContain(`on ${dayIn(zone)}`);
  }
});
