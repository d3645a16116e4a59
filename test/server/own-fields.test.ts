import { expect, test } from "vitest";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { typedForms } from "../../e2e/support/typed-forms.ts";
import { admin } from "../support/accounts/people.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { drawnDocument } from "../support/documents.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
const { cookie } = await signedIn(office, url, "admin");

const kafeel = '<b>Kafeel</b> "=1+1"';

test("a field that an admin adds stands in the forms, the record, its history, the list and the export, for staff alone until they show it", async () => {
  const page = new PlainBrowser(url, cookie);
  const declares = async (label: string, type: string) => {
    await page.opens("/dashboard/Field");
    page.types({ "Name (English)": label, "What it contains": type });
    if (type === "text") page.ticks("New records must have it");
    await page.presses("Save");
    expect(page.words).toContain("The field is saved.");
  };
  await declares(kafeel, "text");
  await declares("Country of work", "country");
  const { boxes, button } = await typedForms["a new record"]();
  await page.opens("/dashboard/Entry");
  page.types({ ...boxes, "Country of work": "QA" });
  await page.presses(button);
  expect([page.status, page.box(kafeel).isWrong, page.box("Country of work").value]).toEqual([400, true, "QA"]);
  page.types({ [kafeel]: "=Ali\u202E & Sons" });
  await page.presses(button);
  expect(page.words).toContain("Record added");
  const found = await lookUpRecord(office, { by: "passport", number: boxes["Passport number"] });
  expect(JSON.stringify(found)).not.toContain("Sons");
  const id = found?.id ?? "";
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toContain("=Ali & Sons");
  expect(page.words).toContain("Country of work Qatar");
  await page.opens(`/Update_A_User/${id}`);
  page.types({ "Country of work": "BD" });
  await page.presses("Update record");
  expect(page.words).toContain("Record updated");
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toContain("Country of work : “Qatar” became “Bangladesh”");
  await page.opens("/dashboard/update");
  page.ticks(kafeel);
  await page.presses("Show these columns");
  expect(page.words).toContain("=Ali & Sons");
  const sample = await fetch(`${url}/dashboard/import-sample.csv`, { headers: { Cookie: cookie } });
  expect(await sample.text()).toContain("Country of work");
  await page.opens("/dashboard/import");
  expect(page.words).toContain('Nationality · <b>Kafeel</b> "=1+1" · Country of work');
  await page.opens("/dashboard/History");
  expect(page.words).toMatch(/A field of your own: Name ?:? Country of work/);
  expect(page.html).not.toContain("<b>Kafeel");

  const lookup = new PlainBrowser(url);
  const asks = async () => {
    await lookup.opens("/");
    lookup.types({ "Passport or IRCC number": boxes["Passport number"] });
    await lookup.presses("Search");
    return lookup.words;
  };
  expect(await asks()).not.toContain("Country of work");
  await page.opens("/dashboard/Field?id=f2");
  page.types({ "Who sees it": "visitors" });
  await page.presses("Save");
  expect(page.words).toContain(
    "Visitors will see “Country of work” on every record that has it. 1 record is public now.",
  );
  expect(await asks()).not.toContain("Country of work");
  await page.presses("Yes, save it");
  expect(page.words).toContain("The field is saved.");
  expect(await asks()).toContain("Country of work Bangladesh");
  expect(lookup.html).not.toContain("Kafeel");

  // A language that is switched off has no box, and its texts stay.
  const { ownFields } = await currentSettings(office);
  const inNepali = ownFields.map((one) =>
    one.id === "f1" ? { ...one, labels: { ...one.labels, ne: "काफिल" }, hints: { en: "Sponsor", ne: "अरबमा" } } : one,
  );
  await changeSettings(office, admin, { change: { ownFields: inNepali } });
  await page.opens("/dashboard/Field?id=f1");
  page.ticks("Records can be found by it");
  await page.presses("Save");
  expect(page.words).toContain("The field is saved.");
  expect((await currentSettings(office)).ownFields[0]).toMatchObject({
    labels: { ne: "काफिल" },
    hints: { ne: "अरबमा" },
  });
});

test("a paper that an admin adds stands in the forms, the record, its history, the list and the log, for staff alone until they show it", async () => {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/Paper");
  page.types({ "Name (English)": "<b>Wafid</b> medical", "Picture in its empty place": "medical" });
  page.ticks("A last day is printed on it");
  await page.presses("Save");
  expect(page.words).toContain("The paper is saved.");
  expect(page.words).toContain("with a last day");
  const { boxes, button } = await typedForms["a new record"]();
  await page.opens("/dashboard/Entry");
  const picture = (kind: string) => new RegExp(`data-document="${kind}".*?(<svg.*?</svg>)`, "s").exec(page.html)?.[1];
  expect(picture("p1")).toBe(picture("medical"));
  expect(picture("p1")).not.toBe(picture("ticket"));
  const lastDay = "Last day on the paper <b>Wafid</b> medical";
  page.types({ ...boxes, [kafeel]: "Ali", [lastDay]: "1031-03-31" });
  await page.presses(button);
  expect([page.status, page.box(lastDay).isWrong]).toEqual([400, true]);
  expect(page.words).toContain("Please look at these again <b>Wafid</b> medical: ");
  page.types({ [lastDay]: "2031-03-31" });
  page.chooses("file.p1", await drawnDocument());
  await page.presses(button);
  expect(page.words).toContain("Record added");
  const found = await lookUpRecord(office, { by: "passport", number: boxes["Passport number"] });
  expect(JSON.stringify(found)).not.toMatch(/p1|2031/);
  const id = found?.id ?? "";
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toMatch(/Wafid<\/b> medical .*Last day on the paper: 31 March 2031.*For staff only\./);

  const lookup = new PlainBrowser(url);
  const asks = async (path: string) => {
    await lookup.opens(path);
    lookup.types({ "Passport or IRCC number": boxes["Passport number"] });
    await lookup.presses("Search");
    return lookup.words;
  };
  expect(await asks("/")).not.toContain("Wafid");
  await page.opens("/dashboard/Paper?id=p1");
  page.types({ "Who sees it": "visitors" });
  await page.presses("Save");
  expect(page.words).toContain(
    "Visitors will see “<b>Wafid</b> medical” on every record that has it. 1 paper is shown to strangers then.",
  );
  expect(await asks("/")).not.toContain("Wafid");
  await page.presses("Yes, save it");
  const shownWords = "Everybody who finds the record · On the first page · with a last day";
  expect(page.words).toContain(shownWords);
  await page.opens("/dashboard/Paper?id=p1");
  page.ticks("Records may share a file, such as one contract for many people");
  await page.presses("Save");
  expect(page.words, "nothing newly shown is asked about").toContain(`${shownWords} · for many people`);
  expect(await asks("/")).toMatch(/<b>Wafid<\/b> medical 1 of 1 · 1 page Last day on the paper: 31 March 2031/);
  expect(lookup.html).toMatch(/data-kind="p1"/);
  expect(lookup.html).not.toContain("<b>Wafid");
  expect(await asks("/Check_Visa")).not.toContain("Wafid");
  expect(lookup.words).toContain("1 more paper that this page does not show");
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).not.toContain("For staff only.");
  await page.opens(`/Update_A_User/${id}`);
  page.ticks("Take away <b>Wafid</b> medical");
  await page.presses("Update record");
  expect(page.words).toContain("Record updated");
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toMatch(/<b>Wafid<\/b> medical ?: taken away/);
  expect(page.words).toMatch(/Not in this record: .*<b>Wafid<\/b> medical/i);
  await page.opens("/dashboard/update");
  page.ticks("Papers");
  await page.presses("Show these columns");
  expect(page.words).toContain("0/13");
  const sample = await fetch(`${url}/dashboard/import-sample.csv`, { headers: { Cookie: cookie } });
  expect(await sample.text()).toContain("medical: last day");
  await page.opens("/dashboard/History");
  expect(page.words).toMatch(/A paper of your own: Name ?:? <b>Wafid/);
  expect(page.words).toMatch(/A paper of your own: Picture in its empty place ?:? Medical/);
  expect(page.html).not.toContain("<b>Wafid");
});
