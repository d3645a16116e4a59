import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { deletePost } from "#operations/posts/publish-post.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { aPost } from "../../e2e/support/news.ts";
import { aRecord, aReport, journeys } from "../../e2e/support/own-records.ts";
import { type TypedForm, typedForms } from "../../e2e/support/typed-forms.ts";
import { changeOperator } from "../support/operator.ts";
import { longFormsWithoutDraft } from "../support/browser/long-forms.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { cookieFor, fromElsewhere, signedIn } from "../support/accounts/signed-in.ts";
import { changeRows } from "../support/change-rows.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { startSite } from "../support/site.ts";
import { freshEmail, freshAccount, goodPassword } from "../support/accounts/fresh-accounts.ts";

const { portal: office, url } = await startSite();
await changeOperator(office, { name: "Shapla Overseas" });
const { email, cookie } = await signedIn(office, url, "admin");

/** Opens the form as an admin and fills it in. */
async function filled({ address, boxes }: TypedForm, different: Record<string, string> = {}): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens(address);
  page.types({ ...boxes, ...different });
  return page;
}

/** For each form: a box, a value that this box refuses, and the message for that value. */
const wrong: Readonly<Record<string, readonly [box: string, value: string, words: string]>> = {
  "a text": ["Title", "", "Fill this in first."],
  "the settings": ["Your own website", "padma.example", "Use a link that starts with https://"],
  "the second number": ["Name (English)", "…", "Type a name in one language at least."],
  "a field of one's own": ["Name (English)", " ", "Type a name in one language at least."],
  "a paper of one's own": ["Name (English)", " ", "Type a name in one language at least."],
  "the date": ["Records checked up to", "2999-12-31", "This day is in the future."],
  "an invitation": ["Email", "nobody@", "Please input valid email"],
  "a class": ["Fee", "much", "Type a number"],
  "a changed class": ["Seats", "none", "Type a"],
  "a seat": ["Email", "mita", "Please input valid email"],
  "a payment": ["Amount", "1000.01", "Only BDT 1,000 is left to pay. Type that or less."],
  "why a payment is void": ["Why is it void?", " ", "Fill this in first."],
  "a changed post": ["Title", "", "Fill this in first."],
  "an answer to a report": ["Answer", "  ", "Fill this in first."],
  "what became of a report": ["Outcome", "", "Fill this in first."],
  "why a record is sent back": ["What has to be corrected?", "", "First say what has to be corrected."],
  "a comment": ["What should the others know?", " ", "Write something first."],
  "a new record": ["Address", "", "Address is required"],
  "a changed record": ["Address", "", "Address is required"],
};

describe.each(Object.entries(typedForms))("the form for %s, without scripts,", (name, prepare) => {
  test("is saved, and the next page says so", async () => {
    const form = await prepare({ office });
    const page = await filled(form);
    expect(longFormsWithoutDraft(page.html)).toEqual([]);
    await page.presses(form.button);
    expect([page.status, page.words]).toEqual([200, expect.stringContaining(form.saved)]);
  });

  test("is shown again with the error at its box, and keeps all other typed values", async () => {
    const form = await prepare({ office });
    const [box = "", value = "", words = ""] = wrong[name] ?? [];
    const page = await filled(form, { [box]: value });
    await page.presses(form.button);
    expect(page.status).toBe(400);
    expect(page.box(box)).toEqual({ value, isWrong: true, description: expect.stringMatching(words) });
    const others = Object.entries(form.boxes).filter(([label]) => label !== box && name !== "what became of a report");
    for (const [label, typed] of others) expect([label, page.box(label).value]).toEqual([label, typed]);
  });
});

test.each(["a new record", "a changed record"] as const)(
  "a number that another record has is listed with what else is wrong in %s",
  async (name) => {
    const other = await aRecord({ office });
    const { address, boxes, button } = await typedForms[name]({ office });
    const page = new PlainBrowser(url, cookie);
    await page.opens(address);
    page.types({ ...boxes, "Passport number": other.passport, Address: "" });
    await page.presses(button);
    const [, summary = ""] = /<section role="alert"[^>]*>(.*?)<\/section>/s.exec(page.html) ?? [];
    for (const said of ["This number is already on record.", "Address is required", other.name])
      expect(summary).toContain(said);
  },
);

test("a form whose post, record or report was deleted meanwhile comes back with what was typed, or at least its text does", async () => {
  const post = await aPost(office, "A new office");
  const record = await aRecord({ office });
  const report = await aReport({ office });
  const text = "Typed for\nan hour.";
  for (const [address, box, button, remove] of [
    [`/dashboard/Posts/${post.id}/edit`, "Text", "Save", () => deletePost(office, journeys, post)],
    [`/Update_A_User/${record.id}`, "Address", "Update record", () => deleteRecord(office, journeys, record)],
    [`/dashboard/Reports/${report.id}`, "Outcome", "Close", () => deleteReport(report)],
  ] as const) {
    const page = new PlainBrowser(url, cookie);
    await page.opens(address);
    page.types({ [box]: text });
    await remove();
    await page.presses(button);
    expect(page.status).toBe(404);
    expect(page.words).toContain("not here any more");
    if (box === "Outcome") expect(page.html).toContain(text);
    else expect(page.box(box).value).toBe(text);
  }
});

const deleteReport = ({ id }: { id: string }) =>
  office.database.write((writer) => writer.deleteFrom("report").where("id", "=", id).execute());

test("several files of one field become pages of one document, and a guessed document kind is confirmed", async () => {
  const address = freshEmail();
  const clerk = await freshAccount(office, "admin", address);
  const { boxes, button, saved } = await typedForms["a new record"]();
  const file = await uploaded(office, clerk);
  const form = randomUUID();
  await saveDraft(office, clerk, { form, opening: randomUUID(), unsorted: [file], guesses: { [file]: "visaPaper" } });
  const page = new PlainBrowser(url, await cookieFor(url, address));
  await page.opens(`/dashboard/Entry?form=${form}`);
  await page.presses("Yes, that is what they are");
  page.types(boxes);
  page.chooses("file.lmia", await drawnDocument(), await drawnDocument());
  await page.presses(button);
  expect(page.words).toContain(saved);
  const record = await lookUpRecord(office, { by: "passport", number: boxes["Passport number"] });
  expect(record?.documents).toMatchObject({ visaPaper: [{ image: `${file}-1` }], lmia: [{}, {}] });
});

test("a page that did not arrive stays listed beside the other pages, until files are sent again", async () => {
  const address = freshEmail();
  const clerk = await freshAccount(office, "admin", address);
  const form = randomUUID();
  const failed = [{ kind: "ticket", name: "second page.jpg", problem: "broken-file" }];
  await saveDraft(office, clerk, {
    form,
    opening: randomUUID(),
    images: { ticket: [await uploaded(office, clerk)] },
    failed,
  });
  const page = new PlainBrowser(url, await cookieFor(url, address));
  await page.opens(`/dashboard/Entry?form=${form}`);
  const { button } = await typedForms["a new record"]();
  await page.presses(button);
  expect([page.status, page.words]).toEqual([400, expect.stringContaining("second page.jpg")]);
  page.chooses("file.ticket", await drawnDocument());
  await page.presses(button);
  expect(page.words).not.toContain("second page.jpg");
});

test("files for a paper that was removed do not hold up a new record, whose page says that they are not in it", async () => {
  const address = freshEmail();
  const clerk = await freshAccount(office, "admin", address);
  const { ownPapers } = await currentSettings(office);
  const wafid = ownPaper("p90", "Wafid medical");
  await declarePapers(office, ...ownPapers, wafid);
  const failed = [{ kind: "p90", name: "second page.jpg", problem: "too-large" }];
  const begun = async () => {
    const [form, images] = [randomUUID(), { p90: [await uploaded(office, clerk)] }];
    await saveDraft(office, clerk, { form, opening: randomUUID(), images, failed });
    const page = new PlainBrowser(url, await cookieFor(url, address));
    await page.opens(`/dashboard/Entry?form=${form}`);
    return page;
  };
  const namesFile = ({ html }: PlainBrowser) => html.includes("second page.jpg");
  const [page, open] = [await begun(), await begun()];
  expect([namesFile(page), namesFile(open)]).toEqual([true, true]);
  await declarePapers(office, ...ownPapers, { ...wafid, isRemoved: true });
  const { boxes, button } = await typedForms["a new record"]();
  await open.presses(button);
  expect([open.status, namesFile(open)]).toEqual([400, false]);
  await page.opens(page.path);
  expect(namesFile(page)).toBe(false);
  page.types(boxes);
  await page.presses(button);
  expect(page.words).toContain("Record added");
  expect(page.words).toContain(
    "Files for papers that were removed meanwhile, or that cannot be read any more, are not in it.",
  );
});

test("a link to a form that cannot be read opens an empty form and says so", async () => {
  const address = freshEmail();
  const clerk = await freshAccount(office, "admin", address);
  const form = randomUUID();
  await saveDraft(office, clerk, { form, opening: randomUUID(), particulars: { name: "Half A Name" } });
  const page = new PlainBrowser(url, await cookieFor(url, address));
  const opened = async () => {
    await page.opens(`/dashboard/Entry?form=${form}`);
    return [page.box("Name").value, page.words.includes("This cannot be read: it is damaged")];
  };
  expect(await opened()).toEqual(["Half A Name", false]);
  await changeRows(office, "form_draft", { sealed: Buffer.alloc(90, 1) }, { form });
  expect(await opened()).toEqual(["", true]);
});

test("a refused record is there again next time, with its files, until it is thrown away", async () => {
  const address = freshEmail();
  await freshAccount(office, "admin", address);
  const page = new PlainBrowser(url, await cookieFor(url, address));
  await page.opens("/dashboard/Entry");
  page.types({ Name: "Half A Name" });
  page.chooses("file.photo", await drawnDocument());
  await page.presses("Add record");
  expect(page.box("Address")).toMatchObject({ isWrong: true, description: "Address is required" });
  page.chooses("file.ticket", Buffer.from("a letter"));
  await page.presses("Add record");
  expect(page.words).toContain("A file is missing.");
  await page.opens("/dashboard/Entry");
  expect(page.words).toContain("This is what you had typed");
  expect(page.words).toContain("scan.jpg This is not a photo or PDF");
  expect(page.box("Name").value).toBe("Half A Name");
  expect(page.html).toMatch(/data-document="photo"((?!data-document).)*<img/s);
  await page.presses("Yes, throw it away");
  expect(page.words).toContain("The form was thrown away.");
  await page.opens("/dashboard/Entry");
  expect([page.box("Name").value, page.html]).toEqual(["", expect.not.stringContaining("scan.jpg")]);
});

test("a form that is open in two windows makes two records, after a message in the second window", async () => {
  const form = await typedForms["a new record"]();
  const [one, other] = [await filled(form, { Address: "" }), await filled(form)];
  await one.presses(form.button);
  await other.opens(form.address);
  expect(other.box("Name").value).toBe(form.boxes["Name"]);
  one.types({ Address: "Dhaka" });
  await one.presses(form.button);
  const { boxes } = await typedForms["a new record"]();
  for (const words of ["A record was already added from this form, with different details.", form.saved]) {
    other.types(boxes);
    await other.presses(form.button);
    expect(other.words).toContain(words);
  }
  expect(await lookUpRecord(office, { by: "passport", number: boxes["Passport number"] })).not.toBeNull();
});

test("a form that is sent after the session ended is not saved, and the sign-in leads back to it", async () => {
  const form = await typedForms["a payment"]({ office });
  const page = await filled(form);
  page.forgetsSession();
  await page.presses(form.button);
  expect(page.words).not.toContain(form.saved);
  page.types({ Email: email, Password: goodPassword });
  await page.presses("Sign in");
  expect(page.path).toBe(form.address);
});

test("a report from a program that fills in every field is thanked for and dropped", async () => {
  const form = { kind: "other", about: "x", message: "Buy now.", contact: "x", website: "https://spam.example" };
  const answer = await fetch(`${url}/report`, { method: "POST", body: new URLSearchParams(form) });
  expect(await answer.text()).toMatch(/R-\w{4}-\w{4}/);
  const { reports } = await listReports(office, journeys, { limit: 500 });
  expect(reports.map(({ message }) => message)).not.toContain("Buy now.");
});

test("a report with a phone number is answered by a call, and may name a number that is on no record", async () => {
  const { id } = await aReport({ office }, { contact: "+880 1000 000000", about: "Q0000000" });
  const page = await filled({ address: `/dashboard/Reports/${id}`, boxes: {}, button: "", saved: "" });
  expect(page.html).toContain('href="tel:+8801000000000"');
  expect(page.words).toContain("They left no email. Call them");
  expect(page.html).not.toContain('name="answer"');
  await page.follows("Search the records");
  expect(page.path).not.toContain("0000000");
});

test("the delivered text of a page is restored after a confirmation", async () => {
  await changeSettings(office, journeys, { change: { texts: { about: { en: { title: "Us", body: "We." } } } } });
  const page = await filled({ address: "/dashboard/Texts?page=about&language=en", boxes: {}, button: "", saved: "" });
  expect(page.box("Text").value).toBe("We.");
  await page.presses("Back to the delivered text");
  await page.presses("Yes, bring the delivered text back");
  expect(page.words).toContain("The delivered text is back.");
  expect((await currentSettings(office)).texts["about"]).toBeUndefined();
});

test("a sign-in never redirects to another site", async () => {
  const address = freshEmail();
  await freshAccount(office, "student", address);
  const page = new PlainBrowser(url);
  await page.opens(`/login?from=${encodeURIComponent("//evil.example")}`);
  page.types({ Email: address, Password: goodPassword });
  await page.presses("Sign in");
  expect([page.origin, page.words]).toEqual([new URL(url).origin, expect.stringContaining("Login successful!")]);
});

test("choosing a language never redirects to another site", async () => {
  const body = new URLSearchParams({ language: "bn", page: "//evil.example" });
  const answer = await fetch(`${url}/language`, { method: "POST", body, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
});

describe("a save that a page sends by itself", () => {
  const name = "text:terms:en";
  const place = { form: randomUUID(), opening: randomUUID(), name: "Rahim" };
  const kinds: Record<string, string>[] = [
    { do: "keep", "page-draft": name, title: "House rules" },
    { do: "keep-record", ...place },
  ];
  const saves = (session: string, personId: string, fields: Record<string, string>) =>
    fetch(`${url}/dashboard/page-draft`, {
      method: "POST",
      headers: { ...fromElsewhere(), Cookie: session, Origin: url },
      body: new URLSearchParams({ "draft-person": personId, ...fields }),
      redirect: "manual",
    });
  const savedOf = async (id: string) => {
    const rows = await office.database.read
      .selectFrom("form_draft")
      .select("form")
      .where("person_id", "=", id)
      .execute();
    return rows.map(({ form }) => form);
  };

  test("is dropped if somebody else is signed in by then, and after sign-out", async () => {
    const [clerk, other] = [await signedIn(office, url, "admin"), await signedIn(office, url, "admin")];
    for (const fields of kinds) {
      expect((await saves(other.cookie, clerk.id, fields)).status).toBe(401);
      expect((await saves(clerk.cookie, "", fields)).status).toBe(401);
    }
    expect([...(await savedOf(clerk.id)), ...(await savedOf(other.id))]).toEqual([]);
    for (const fields of kinds) expect((await saves(clerk.cookie, clerk.id, fields)).ok).toBe(true);
    expect((await savedOf(clerk.id)).toSorted()).toEqual([place.form, name].toSorted());

    await fetch(`${url}/sign-out`, {
      method: "POST",
      headers: { ...fromElsewhere(), Cookie: other.cookie, Origin: url },
      redirect: "manual",
    });
    for (const fields of kinds) expect((await saves(other.cookie, other.id, fields)).ok).toBe(false);
    expect(await savedOf(other.id)).toEqual([]);
  });
});
