import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { readHeldChanges } from "#operations/decisions/decide-change.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { changeRows } from "../support/change-rows.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { addTestRecord } from "../support/records.ts";
import { approvedRecord, edit, seen } from "../support/revisions.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
await changeSettings(office, system("test"), { change: { fourEyes: true } });
const { cookie } = await signedIn(office, url, "admin");
const [one, other] = [await freshAdmin(office), await freshAdmin(office)];

test("an admin compares old and new, sends a change back, changes it themselves, takes their part back, and approves the rest", async () => {
  const record = await approvedRecord(office, one, other, { name: "Rahima Khatun" });
  const page = new PlainBrowser(url, cookie);
  await edit(office, one, record, { name: "Rahima Begum", address: "Sylhet" });
  const { fatherName, motherName } = record;
  await addTestRecord(office, one, { name: "Rahima Begum", fatherName, motherName });

  await page.opens("/dashboard/Control_Post");
  expect(page.words).toMatch(/Changes of [^:]+: Name, Address .*Compare/);
  expect(page.words).not.toContain("Approve Rahima Khatun");
  await page.follows("Compare Rahima Khatun");
  expect(page.words).toContain("Another record has the same name and parents.");
  expect(page.words).toMatch(/Name by Amina Admin Rahima Khatun Rahima Begum Address by Amina Admin .+ Sylhet/);
  page.types({ "What has to be corrected?": "Who says so?" });
  await page.presses("Send back");
  await page.opens("/dashboard/Control_Post");
  expect(page.words).toContain("Changes that were sent back and not corrected yet Rahima Khatun");

  await page.opens(`/Update_A_User/${record.id}`);
  expect(page.words).toContain("This form shows them, and what you save joins them.");
  expect(page.words).toContain("Sent back: Who says so?");
  expect(page.box("Name").value).toBe("Rahima Begum");
  page.types({ "Mother’s name": "Jahanara" });
  await page.presses("Update record");
  expect(page.words).toContain("Saved. The changes wait for a second person.");
  await page.opens(`/dashboard/records/${record.id}`);
  expect(page.words).toContain("Another admin has to approve this: you added or changed it");
  await page.presses("Take my part back Rahima Khatun");
  expect(page.words).toContain("Your part was taken back");
  expect(page.words).not.toContain("Jahanara Begum");
  await page.presses("Approve the changes Rahima Khatun");
  expect(page.words).toContain("Changes approved");
  expect(await seen(office, record.passportNumber)).toMatchObject({
    name: "Rahima Begum",
    motherName: record.motherName,
  });
});

test("an admin is told why a part cannot be taken back", async () => {
  const waiting = await addTestRecord(office, one, { name: "Karim Uddin" });
  const page = new PlainBrowser(url, cookie);
  await page.opens(`/Update_A_User/${waiting.id}`);
  page.types({ "Passport number": "EEE11111" });
  await page.presses("Update record");
  await addTestRecord(office, one, { passportNumber: waiting.passportNumber });
  await page.opens(`/dashboard/records/${waiting.id}`);
  await page.presses("Take my part back Karim Uddin");
  expect(page.words).toContain("Another record has got the number that this record had before");
});

test("the overview names what nobody may approve, and whoever ends the rule says what becomes of what waits", async () => {
  const record = await approvedRecord(office, one, other, { name: "Salma Khatun" });
  const page = new PlainBrowser(url, cookie);
  await edit(office, one, record, { name: "Somebody Else" });
  await changeRows(office, "record_revision", { sealed: Buffer.from("no seal") });
  for (const place of ["/dashboard", `/Update_A_User/${record.id}`, "/dashboard/Control_Post"]) {
    await page.opens(place);
    expect(page.words).toMatch(/They cannot be read: in the database they are damaged|Salma Khatun .*Cannot be read/);
  }
  await page.follows("Salma Khatun");
  expect(page.words).toContain("Changes that cannot be read");
  await page.presses("Throw the damaged changes away Salma Khatun");
  expect(page.words).toContain("Thrown away. The record stays as it was approved.");
  for (const [admin, address] of [
    [one, "Sylhet"],
    [other, "Khulna"],
  ] as const)
    await edit(office, admin, record, { address });
  await page.opens(`/Update_A_User/${record.id}`);
  page.types({ Address: "Barishal" });
  await page.presses("Update record");
  await page.opens("/dashboard");
  expect(page.words).toContain("Nobody may approve these");
  expect(page.words).toContain(`attestry changes --release ${record.id}`);
  expect(page.words).toMatch(/could, after taking their own part back/);

  await page.opens("/dashboard/Settings/records");
  page.unticks("Two people look at every record");
  await page.presses("Save");
  expect(page.words).toContain("What becomes of the changes of records that still wait?");
  page.ticks("Publish them");
  await page.presses("Yes, save it");
  const [held] = await readHeldChanges(office, other);
  expect(held?.change).toEqual({ kind: "four-eyes-off", subject: "publish" });
});
