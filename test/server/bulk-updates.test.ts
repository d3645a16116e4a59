import { expect, test } from "vitest";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { addTestRecord as add } from "../support/records.ts";
import { startSite } from "../support/site.ts";

const { portal, url } = await startSite();

test("an admin without scripts sets the last day of a document in two records, after a bad day and a question", async () => {
  const { id, cookie } = await signedIn(portal, url, "admin");
  const admin = actorOf(id, "admin");
  const records = [await add(portal, admin, { name: "Rahim Uddin" }), await add(portal, admin)];
  const run = await askForRun(portal, admin, "update", { ids: records.map((record) => record.id) });
  const page = new PlainBrowser(url, cookie);
  await page.opens(`/dashboard/Bulk/${run.id}`);
  expect(page.words).toContain("2 records : Rahim Uddin,");
  page.types({ Document: "lastDays.lmia", "Last day on the paper": "2027-02-30" });
  await page.presses("Continue");
  expect([page.status, page.box("Document").value, page.box("Last day on the paper")]).toMatchObject([
    400,
    "lastDays.lmia",
    { value: "2027-02-30", isWrong: true },
  ]);
  page.types({ "Last day on the paper": "2027-03-31" });
  await page.presses("Continue");
  expect(page.words).toContain("“LMIA: last day” becomes “31 March 2027” in each of them.");
  expect((await readRecord(portal, admin, records[0]?.id ?? "")).lastDays, "before the answer").toEqual({});
  await page.presses("Update 2 records");
  const again = async () => {
    await page.opens(page.path);
    return page.words;
  };
  await expect.poll(again).toContain("2 records done.");
  expect(page.words).toContain("“LMIA: last day” becomes “31 March 2027” in each of them.");
  for (const record of records)
    expect((await readRecord(portal, admin, record.id)).lastDays).toEqual({ lmia: "2027-03-31" });
  await page.opens("/dashboard/Bulk");
  expect(page.words).toContain("Update records LMIA: last day");
});

test("an own field has the box of its type there, and its value is read as in the form", async () => {
  const { id, cookie } = await signedIn(portal, url, "admin");
  const admin = actorOf(id, "admin");
  const [fee, country] = [ownField("f1", "Fee", { type: "number" }), ownField("f2", "Country", { type: "country" })];
  await declare(portal, fee, country, ownField("f3", "Old name", { isRemoved: true }));
  const record = await add(portal, admin);
  const run = await askForRun(portal, admin, "update", { ids: [record.id] });
  const page = new PlainBrowser(url, cookie);
  await page.opens(`/dashboard/Bulk/${run.id}`);
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
