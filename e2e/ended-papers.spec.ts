import type { Page } from "@playwright/test";
import { laterDay, officeDay } from "#core/office-clock.ts";
import { writtenDay } from "#i18n/written.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { commandLine } from "#test/support/accounts/people.ts";
import { changeSettingsTo, shown } from "./support/records.ts";
import type { StartedPortal } from "./support/portal.ts";
import { signedLink } from "./support/slips.ts";
import type { SavedProof } from "#verify/saved-proof.ts";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

// The slip is of a status list that does not exist.
test.use({ expectedComplaint: /404/ });

type Parts = { page: Page; visitor: Visitor; portal: StartedPortal };

/** The saved proof of a record whose work permit has this last day. */
async function savedWithLastDay({ page, visitor, portal }: Parts, workPermit: string): Promise<Buffer> {
  const found = await lookUpRecord(portal.office, { by: "passport", number: shown.passport });
  const sent = { particulars: { ...noParticulars, ...found }, images: {}, lastDays: { workPermit } };
  await updateRecord(portal.office, commandLine, { id: found?.id ?? "" }, sent);
  await page.goto(portal.url);
  await visitor.looksUp(shown.passport);
  const address = await page.getByRole("link", { name: "Save the proof" }).getAttribute("href");
  return (await page.request.get(new URL(address ?? "", portal.url).href)).body();
}

test("what has ended is the first heading above a saved proof, by the site's clock and the office's day", async ({
  page,
  visitor,
  startsPortal,
}) => {
  const portal = await startsPortal();
  const proof = await savedWithLastDay({ page, visitor, portal }, "2026-01-31");
  await page.goto(`${portal.url}/check`);
  await page.locator("#check-file").setInputFiles({ name: "proof.json", mimeType: "", buffer: proof });
  const answered = page.locator("#check-answer").getByRole("heading", { level: 2 });
  const first = answered.first();
  await expect(first).toHaveText("The work permit certificate in this record ended on 31 January 2026");
  await expect(first).toBeFocused();
  await expect(answered.nth(1)).toContainText("it stands by its own list");
  const noDays = page.getByText("A picture and last days that are printed beside the code");
  await expect(noDays).toHaveCount(0);
  await page.goto(await signedLink(portal));
  await expect(answered).toHaveCount(1);
  await expect(noDays).toBeVisible();

  // The holder keeps only the number, and the name of nobody.
  const saved = JSON.parse(proof.toString()) as SavedProof;
  const isName = (part: string) => Buffer.from(part, "base64url").toString().includes('"name"');
  const statement = saved.statement
    .split("~")
    .filter((part, at) => at === 0 || !isName(part))
    .join("~");
  const buffer = Buffer.from(JSON.stringify({ ...saved, statement }));
  await page.locator("#check-file").setInputFiles({ name: "proof.json", mimeType: "", buffer });
  const leftOut = page.getByText("The holder left papers out.");
  await expect(leftOut).toHaveCount(0);
  await expect(answered.nth(1)).toHaveText("Incomplete: the name or the number was left out");
  await expect(page.locator("#check-answer article > dl > div").first()).toHaveText(
    "Candidate nameNot shown by the holder",
  );

  // Without the paper that has ended, nothing in the proof tells of it.
  const isPermit = (part: string) => Buffer.from(part, "base64url").toString().includes('"workPermit"');
  const without = saved.statement
    .split("~")
    .filter((part, at) => at === 0 || !isPermit(part))
    .join("~");
  const less = Buffer.from(JSON.stringify({ ...saved, statement: without }));
  await page.locator("#check-file").setInputFiles({ name: "proof.json", mimeType: "", buffer: less });
  await expect(leftOut).toBeVisible();
  await expect(answered).toHaveCount(1);
});

test.describe("a reader far to the west of the office", () => {
  test.use({ timezoneId: "Etc/GMT+12" });

  test("reads which time zone the days are in, where one is still to come or not over for them", async ({
    page,
    visitor,
    startsPortal,
  }) => {
    const portal = await startsPortal();
    const zone = "Pacific/Kiritimati";
    await changeSettingsTo(portal.office, { timeZone: zone });
    const hint = page.locator("#check-answer").getByText(`the office’s time zone, ${zone}.`);
    const shows = async (buffer: Buffer, ended: string) => {
      await page.goto(`${portal.url}/check`);
      await page.locator("#check-file").setInputFiles({ name: "proof.json", mimeType: "", buffer });
      await expect(page.locator("#check-answer").getByRole("heading", { level: 2 }).first()).toContainText(ended);
    };
    const yesterday = laterDay(officeDay(zone, Date.now()), -1);
    await shows(await savedWithLastDay({ page, visitor, portal }, yesterday), writtenDay(yesterday, "en"));
    await expect(hint).toBeVisible();
  });
});
