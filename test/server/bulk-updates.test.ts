import { expect, test } from "vitest";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { actorOf } from "../support/accounts/fresh-accounts.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { holderOf } from "../support/holders.ts";
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
  expect(page.words).toContain("Medical form · Visitors see neither this paper nor its last day.");
  expect(page.words).not.toContain("LMIA · Visitors");
  page.types({ Paper: "lastDays.lmia", "Last day on the paper": "2027-02-30" });
  await page.presses("Continue");
  expect([page.status, page.box("Paper").value, page.box("Last day on the paper")]).toMatchObject([
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

test("the forms for records say beside a last day that visitors do not see it: of a kind for staff, and of what a holder holds back", async () => {
  const { id, cookie } = await signedIn(portal, url, "admin");
  const record = await add(portal, actorOf(id, "admin"), { lastDays: { lmia: "2027-03-31" } });
  await holdBack(portal, (await holderOf(portal, record)).opened, { kind: "lmia", isWithheld: true });
  const page = new PlainBrowser(url, cookie);
  const unseen = async (address: string) => {
    await page.opens(address);
    return [
      ...page.html.matchAll(
        /id="lastDays\.(\w+)-note" data-hint="Visitors see neither this paper nor its last day\."/g,
      ),
    ].map(([, kind]) => kind);
  };
  const forStaff = ["policeClearance", "fingerprint", "medical"];
  expect(await unseen("/dashboard/Entry")).toEqual(forStaff);
  expect(await unseen(`/Update_A_User/${record.id}`)).toEqual(["lmia", ...forStaff]);
});
