import { expect, test } from "vitest";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { actorOf, freshAccount } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();
const { id: adminId, cookie } = await signedIn(portal, url, "admin");
const admin = actorOf(adminId, "admin");
const [fee, country] = [ownField("f1", "Fee", { type: "number" }), ownField("f2", "Country", { type: "country" })];
const kafeel = ownField("f4", "Kafeel", { isNeeded: true });
await declare(portal, fee, country, ownField("f3", "Old name"), kafeel);
const withOld = await addTestRecord(portal, admin, { own: { f3: "Rahman", f4: "Ali" } });
await declare(portal, fee, country, ownField("f3", "Old name", { isRemoved: true }), kafeel);

async function adminAt(path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens(path);
  return page;
}

test("many records get one value of a field by the box of its type, and it is read as in the form", async () => {
  const record = await addTestRecord(portal, admin);
  const run = await askForRun(portal, admin, "update", { ids: [record.id] });
  const page = await adminAt(`/dashboard/Bulk/${run.id}`);
  expect(page.words).not.toContain("Old name");
  page.types({ Fee: "twelve" });
  await page.presses("Continue Fee");
  expect(page.box("Fee")).toMatchObject({ value: "twelve", isWrong: true });
  page.types({ Country: "QA" });
  await page.presses("Continue Country");
  expect(page.words).toMatch(/“.?Country.?” becomes “.?Qatar.?” in each of them/);
  await page.presses("Update 1 record");
  const again = async () => {
    await page.opens(page.path);
    return page.words;
  };
  await expect.poll(again).toContain("1 record done.");
  expect((await readRecord(portal, admin, record.id)).own).toEqual({ f2: "QA" });
  await page.opens("/dashboard/Bulk");
  expect(page.words).toContain("Update records Country");
});

test("the queue and the page of a record name a needed field that is empty, and lead to the form instead of an approval", async () => {
  const { id, name } = await addTestRecord(portal, await freshAccount(portal, "moderator"));
  const page = await adminAt("/dashboard/Control_Post");
  const says = /Not approved before this is filled in: .?Kafeel/;
  expect(page.words).toMatch(says);
  expect(page.words).not.toContain(`Approve ${name}`);
  await page.opens(`/dashboard/Control_Post/${id}`);
  expect(page.words).toMatch(says);
  await page.follows(`Fill it in ${name}`);
  page.types({ Kafeel: "Ali Hassan" });
  await page.presses("Update record");
  await page.opens(`/dashboard/Control_Post/${id}`);
  expect(page.words).not.toMatch(says);
  await page.presses(`Approve ${name}`);
  expect((await readRecord(portal, admin, id)).approval).toBe("approved");
});

test("the values of a removed field are counted, and deleted after a question", async () => {
  const page = await adminAt("/dashboard/Fields");
  expect(page.words).toMatch(/Old name 1 record has a value\./);
  await page.presses("Delete the values of 1 record");
  expect(page.words).toContain("The values are being deleted.");
  const again = async () => {
    await page.opens(page.path);
    return page.words;
  };
  await expect.poll(again).toMatch(/Old name No record has a value\. Bring back/);
  expect((await readRecord(portal, admin, withOld.id)).own).toEqual({ f4: "Ali" });
});
