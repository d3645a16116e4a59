import { describe, expect, test } from "vitest";
import { listNews } from "#operations/posts/read-posts.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { readStaffMember } from "#operations/staff/read-staff.ts";
import { aRecord, freshPerson, journeys, aWaitingRecord } from "../../e2e/support/own-records.ts";
import { typedForms } from "../../e2e/support/typed-forms.ts";
import { changeOperator } from "../support/operator.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { drawnDocument } from "../support/documents.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { startSite } from "../support/site.ts";
import { actorOf, anAccount, freshEmail, openSession, registered, sessionsOf } from "../support/accounts/staff.ts";

const { portal: office, url } = await startSite();
await changeOperator(office, { name: "Shapla Overseas" });
const { cookie } = await signedIn(office, url, "admin");

async function adminAt(path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens(path);
  return page;
}

const newestPost = async () => (await listNews(office, { limit: 1 })).posts[0];

test("a post gets two images, keeps them while it comes back, is edited and deleted", async () => {
  const page = await adminAt("/dashboard/New_Post");
  page.types({ Title: "A new office", Text: "Come in." });
  page.chooses("file.0", await drawnDocument());
  await page.presses("Post");
  expect([page.status, page.box("Title").value]).toEqual([400, "A new office"]);
  expect(page.words.split("Class Image is required")).toHaveLength(2);
  page.chooses("file.1", Buffer.from("a letter"));
  await page.presses("Post");
  expect(page.words).toContain("This is not a photo or PDF that can be read.");
  page.chooses("file.1", await drawnDocument());
  await page.presses("Post");
  expect(page.words).toContain("The post is published.");
  const before = await newestPost();
  await page.follows("A new office");
  page.types({ Title: "A newer office", "What does the second image show?": "Two desks" });
  page.chooses("file.1", await drawnDocument());
  await page.presses("Save");
  expect(page.words).toContain("The post is saved.");
  const after = await newestPost();
  expect(after).toMatchObject({ id: before?.id, title: "A newer office", text: "Come in." });
  expect(after?.images).toMatchObject([before?.images[0], { description: "Two desks" }]);
  expect(after?.images[1].image).not.toBe(before?.images[1].image);
  await page.follows("Delete A newer office");
  await page.presses("Yes, delete it!");
  expect(page.words).toContain("The post and its images have been deleted.");
  expect(await newestPost()).toBeUndefined();
});

test("an account is confirmed, gets roles, is suspended, let in again and deleted, each by a button", async () => {
  const { id } = await registered(office);
  const { name } = await readStaffMember(office, journeys, { id });
  const page = await adminAt(`/dashboard/Admin_Control/${id}`);
  const buttons = [
    ["Make Admin", "This account is not confirmed yet. Confirm it first.", { role: "student" }],
    ["Confirm the email", `${name} is confirmed now`, { confirmed: true }],
    ["Make Admin", `${name} is an admin now`, { role: "admin" }],
    ["Make Moderator", `${name} is a Moderator now`, { role: "moderator" }],
    ["Make Student", `${name} is a student now`, { role: "student" }],
    ["Suspend", `${name} is suspended now`, { suspended: true }],
    ["Let in again", `${name} can sign in again`, { suspended: false }],
    ["Sign out everywhere", `${name} is signed out everywhere`, { suspended: false }],
  ] as const;
  for (const [button, words, outcome] of buttons) {
    await openSession(office, id);
    await page.opens(`/dashboard/Admin_Control/${id}`);
    if (button === "Make Admin") await page.follows(`${button} ${name}`);
    await page.presses(button === "Make Admin" ? "Yes, make admin" : `${button} ${name}`);
    expect(page.words).toContain(words);
    expect(await readStaffMember(office, journeys, { id })).toMatchObject(outcome);
  }
  expect(await sessionsOf(office, id)).toBe(0);
  await page.opens(`/dashboard/Admin_Control/${id}`);
  await page.follows(`Delete ${name}`);
  await page.presses("Yes, delete it!");
  expect(page.words).toContain("The account has been deleted.");
});

const person = freshPerson();
await aRecord({ office }, { person });
const colleague = { email: freshEmail(), name: "Colleague Found" };
await anAccount(office, "student", colleague.email, colleague.name);

describe("a search", () => {
  const nothing = { list: "Nothing matches", find: "No record has this number", many: "1 unknown" };

  test.each([
    ["/dashboard/Admin_Control", "Part of a name or email", "Search", colleague.email, colleague.name, nothing.list],
    ["/dashboard/update", "Name, passport or IRCC number", "Search", person.passport, person.name, nothing.list],
    ["/dashboard/update", "Name, passport or IRCC number", "Search", person.ircc, person.name, nothing.list],
    ["/dashboard/Find", "Passport or IRCC number", "Search", person.ircc, person.name, nothing.find],
    ["/MaltipleInput", "Passport or IRCC numbers", "Check", person.passport, person.name, nothing.many],
  ])("on %s for %s finds it, and leaves it out of the address", async (path, label, button, asked, found, none) => {
    const page = await adminAt(path);
    page.types({ [label]: asked });
    await page.presses(button);
    expect(page.words).toContain(found);
    expect(page.path).not.toContain(asked);
    page.types({ [label]: "Z00000000" });
    await page.presses(button);
    expect(page.words).toContain(none);
    expect(page.words).not.toContain(found);
  });

  test("for a name stands in the address, beside state and order", async () => {
    const { name } = await aWaitingRecord({ office });
    const page = await adminAt("/dashboard/update");
    page.types({ "Name, passport or IRCC number": name });
    await page.presses("Search");
    await page.follows("waiting");
    await page.follows("Newest first");
    const query = new URLSearchParams(page.path.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({ search: name, state: "waiting", sort: "added" });
    expect(page.html.split("data-row=")).toHaveLength(2);
    await page.follows("shown");
    expect(page.words).toContain("Nothing matches");
  });
});

test("a moderator learns of others' records what strangers would, from so many lists an hour", async () => {
  const { id, cookie: ofModerator } = await signedIn(office, url, "moderator");
  const actor = actorOf(id, "moderator");
  const [other, own] = [await aRecord({ office }), await aRecord({ office }, { addedBy: actor })];
  const published = await aRecord({ office }, { addedBy: actor });
  await decideOnRecord(office, journeys, published, "approve");
  const page = new PlainBrowser(url, ofModerator);
  await page.opens("/MaltipleInput");
  const list = [other, own, published].map(({ passport }) => passport).join("\n");
  page.types({ "Passport or IRCC numbers": list });
  await page.presses("Check");
  expect(page.words).toContain("2 shown · 1 waiting");
  expect(page.words).not.toContain(other.name);
  expect(page.words).toContain(published.name);
  expect(() => page.follows(published.name)).toThrow("there is no link");
  await page.follows(own.name);
  expect(page.path).toBe(`/Update_A_User/${own.id}`);
  for (let lists = 1; lists < 20; lists += 1) await checkNumbers(office, actor, { numbers: list });
  await page.opens("/MaltipleInput");
  page.types({ "Passport or IRCC numbers": list });
  await page.presses("Check");
  expect(page.words).toContain(
    "You have checked many lists in this hour. Nothing you pasted is lost: try again later.",
  );
  expect(page.box("Passport or IRCC numbers").value).toBe(list);
});

test.each([
  ["why a record is sent back", "What has to be corrected?", "x".repeat(501), "This text is too long."],
  ["the date", "Records checked up to", "", "Choose a day from the calendar."],
] as const)("%s comes back as it was typed: %s", async (name, box, value, words) => {
  const { address, button } = await typedForms[name]({ office });
  const page = await adminAt(address);
  page.types({ [box]: value });
  await page.presses(button);
  expect(page.status).toBe(400);
  expect(page.box(box)).toEqual({ value, isWrong: true, description: expect.stringContaining(words) });
});

test("a text is seen before it is saved", async () => {
  const page = await adminAt("/dashboard/Texts?page=terms&language=en");
  page.types({ Title: "House rules", Text: "- to everybody\n\n<b>bold</b>" });
  await page.presses("Preview");
  expect(page.html).toMatch(/data-preview.*<li[^>]*>to everybody<\/li>.*&lt;b&gt;bold/s);
  expect(page.box("Title").value).toBe("House rules");
  await page.presses("Save");
  expect(page.words).toContain("The text is saved.");
});

test.each([
  ["a changed post", "Title", "Somebody changed this post in the meantime."],
  ["a text", "Title", "Somebody changed the settings in the meantime."],
  ["the settings", "Licence number", "Somebody else changed this part in the meantime"],
  ["a changed class", "Title", "Somebody changed this class in the meantime."],
  ["a changed record", "Address", "Changed in the meantime"],
] as const)("%s that comes second is refused at first, then saved by who wants it so", async (name, box, words) => {
  const form = await typedForms[name]({ office });
  const [one, other] = [await adminAt(form.address), await adminAt(form.address)];
  for (const page of [one, other]) page.types(form.boxes);
  await one.presses(form.button);
  expect(one.words).toContain(form.saved);
  other.types({ [box]: "Later words" });
  await other.presses(form.button);
  expect([other.status, other.words]).toEqual([412, expect.stringContaining(words)]);
  expect(other.box(box).value).toBe("Later words");
  if (name === "a changed class") return;
  await other.presses(form.button);
  expect([other.status, other.words]).toEqual([200, expect.stringContaining(form.saved)]);
});

test("a payment for which nothing is left any more is refused at its box", async () => {
  const { address, button, boxes, saved } = await typedForms["a payment"]({ office });
  const [one, other] = [await adminAt(address), await adminAt(address)];
  one.types({ Amount: "1000" });
  await one.presses(button);
  expect(one.words).toContain(saved);
  other.types(boxes);
  await other.presses(button);
  const description = expect.stringContaining("Nothing is left to pay.") as string;
  expect([other.status, other.box("Amount")]).toEqual([400, { value: boxes.Amount, isWrong: true, description }]);
});
