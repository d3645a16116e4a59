import { noParticulars } from "#core/records/record-details.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { commandLine } from "#test/support/accounts/people.ts";
import { shown } from "./support/records.ts";
import { signedLink } from "./support/slips.ts";
import type { SavedProof } from "#verify/saved-proof.ts";
import { expect, test } from "./support/test.ts";

// The slip is of a status list that does not exist.
test.use({ expectedComplaint: /404/ });

test("what has ended is the first heading above a saved proof, by the site's clock and the office's day", async ({
  page,
  visitor,
  startsPortal,
}) => {
  const portal = await startsPortal();
  const found = await lookUpRecord(portal.office, { by: "passport", number: shown.passport });
  const lastDays = { workPermit: "2026-01-31" };
  const sent = { particulars: { ...noParticulars, ...found }, images: {}, lastDays };
  await updateRecord(portal.office, commandLine, { id: found?.id ?? "" }, sent);
  await page.goto(portal.url);
  await visitor.looksUp(shown.passport);
  const address = await page.getByRole("link", { name: "Save the proof" }).getAttribute("href");
  const proof = await (await page.request.get(new URL(address ?? "", portal.url).href)).body();
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
