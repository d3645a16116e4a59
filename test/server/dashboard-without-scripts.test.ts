import { describe, expect, test } from "vitest";
import { imageOfPage } from "#core/images/image-id.ts";
import { system } from "#core/accounts/actor.ts";
import { listNews } from "#operations/posts/read-posts.ts";
import { decideOnRecord, hideRecord } from "#operations/records/change-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { changeRole } from "#operations/accounts/manage-accounts.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { bindByCard } from "#operations/holders/holder-page.ts";
import { cardForm, freshClient } from "../support/holders.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { aRecord, freshPerson, journeys, aWaitingRecord, letters } from "../../e2e/support/own-records.ts";
import { typedForms } from "../../e2e/support/typed-forms.ts";
import { changeOperator } from "../support/operator.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { startSite } from "../support/site.ts";
import {
  actorOf,
  createAccount,
  freshEmail,
  freshAccount,
  hashingOnce,
  openSession,
  registered,
  sessionsOf,
} from "../support/accounts/fresh-accounts.ts";

const { portal: office, url } = await startSite();
await changeOperator(office, { name: "Shapla Overseas" });
const { cookie } = await signedIn(office, url, "admin");

async function adminAt(path: string): Promise<PlainBrowser> {
  const page = new PlainBrowser(url, cookie);
  await page.opens(path);
  return page;
}

const newestPost = async () => (await listNews(office, { limit: 1 })).posts[0];

test("an admin publishes a post with two images, keeps the typed values after errors, edits the post and deletes it", async () => {
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

test("a record whose retention period is over is listed, and is kept longer for a stated reason", async () => {
  const then = office.now() - 800 * 24 * 3_600_000;
  const { id, name } = await addTestRecord({ ...office, now: () => then });
  await changeSettings(office, system("test"), {
    change: { retention: { since: "published", months: 24, noticeDays: 30 } },
  });
  await reviewRetention(office, { report: (error) => expect.unreachable(String(error)) });
  const page = await adminAt("/dashboard");
  expect(page.words).toContain("1 Records that will be deleted from");
  await page.opens("/dashboard/update?leaving=yes");
  expect(page.words).toContain(name);
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toMatch(/It will be deleted on or after \d+ \w+ \d{4}/);
  page.types({ "Keep until": "2026-01-01" });
  await page.presses("Keep the record");
  expect(page.box("Keep until")).toMatchObject({ value: "2026-01-01", description: "Choose a day after today." });
  expect(page.box("Why it is kept").isWrong).toBe(true);
  page.types({ "Keep until": "2199-12-31", "Why it is kept": "A court asks for it." });
  await page.presses("Keep the record");
  expect(page.words).toContain(`The record of ${name} is kept longer.`);
  expect(page.words).toContain("It is kept until 31 December 2199.");
  expect(page.words).toContain("Why it is kept : A court asks for it.");
});

test("assigning a record to a person who may no longer see it is refused at that choice", async () => {
  const [{ id }, leaving] = [await addTestRecord(office), await freshAccount(office, "admin")];
  const page = await adminAt(`/dashboard/records/${id}`);
  await changeRole(office, system("test"), { id: leaving.id, role: "student" });
  page.types({ "Assigned to": leaving.id });
  await page.presses("Assign");
  expect(page.box("Assigned to")).toMatchObject({ description: "This person may not see it" });
  expect(page.box("What should the others know?").isWrong).toBe(false);
});

test("suspending a member of staff asks why, lists what they leave, and freezes the pages that stay ticked", async () => {
  const [clerk, records] = [await freshAccount(office, "moderator"), []] as [AccountActor, { id: string }[]];
  for (let nth = 0; nth < 2; nth += 1) {
    const record = await addTestRecord(office, clerk);
    const card = (await offerHolderLink(office, clerk, { id: record.id }, {})) ?? "";
    await bindByCard(hashingOnce(office), cardForm(card), freshClient());
    records.push(record);
  }
  const [one, two] = records as [{ id: string }, { id: string }];
  const page = await adminAt(`/dashboard/Admin_Control/${clerk.id}`);
  await page.follows("Suspend Sadia Student");
  expect(page.words).toContain("Records of theirs that wait for approval : 2");
  page.unticks(`#freeze-${two.id}`);
  await page.presses("Yes, suspend");
  expect(page.status).toBe(400);
  expect(page.words).toContain("Choose one: they left, or they are suspected.");
  page.ticks("They are suspected");
  await page.presses("Yes, suspend");
  expect(page.words).toContain("Sadia Student is suspended now");
  const isFrozen = async ({ id }: { id: string }) => (await readHolder(office, system("test"), id)).isFrozen;
  expect([await isFrozen(one), await isFrozen(two)]).toEqual([true, false]);
  await page.opens(`/dashboard/Admin_Control/${clerk.id}`);
  await page.follows("Suspected: freeze their pages Sadia Student");
  await page.presses("Suspected: freeze their pages");
  expect(await isFrozen(two)).toBe(true);
});

describe("ticked records", () => {
  /** The page that follows when these records are ticked in the list and this action is chosen. */
  async function ticked(names: readonly string[], action: string, search: string): Promise<PlainBrowser> {
    const page = await adminAt(`/dashboard/update?search=${search}`);
    for (const name of names) page.ticks(`Tick ${name}`);
    page.types({ "With the ticked records": action });
    await page.presses("Continue");
    return page;
  }

  async function untilDone(page: PlainBrowser, words: string): Promise<void> {
    const again = async () => {
      await page.opens(page.path);
      return page.words;
    };
    await expect.poll(again).toContain(words);
  }

  const family = letters();
  const named = (name: string, last = family) => ({ person: { ...freshPerson(), name: `${name} ${last}` } });

  test("are hidden after a confirmation, with a report of the records left out, and the action can be undone", async () => {
    const [one, two] = [await aRecord({ office }, named("Amina")), await aRecord({ office }, named("Babul"))];
    const page = await ticked([], "hide", family);
    expect(page.words).toContain("Tick at least one record first.");
    const asked = await ticked([one.name, two.name], "hide", family);
    expect(asked.words).toContain(`2 records : ${one.name}, ${two.name}`);
    await hideRecord(office, journeys, { id: two.id });
    expect((await readRecord(office, journeys, one.id)).hidden).toBe(false);
    await asked.presses("Hide 2 records");
    await untilDone(asked, "1 record done.");
    expect(asked.words).toContain(`1 record was left out Record Why ${two.name} Somebody changed it meanwhile`);
    await asked.presses("Undo");
    await untilDone(asked, "1 record was put back.");
    expect((await readRecord(office, journeys, one.id)).hidden).toBe(false);
    await asked.follows("All that you did with many records");
    expect(asked.words).toContain("Undo: Unhide records");
  });

  test("can be all records that match, including those on other pages", async () => {
    const large = letters();
    const all = [];
    while (all.length < 31) all.push(await aRecord({ office }, named("Dalia", `${letters()} ${large}`)));
    const other = await aRecord({ office }, named("Eklas", large));
    const list = `/dashboard/update?search=${large}+dalia&sort=added`;
    const page = await adminAt(list);
    await page.follows("Next page");
    expect(page.html.split("data-row=")).toHaveLength(2);
    await page.follows("First page");
    expect(page.html.split("data-row=")).toHaveLength(31);
    page.ticks("All 31 that match");
    page.types({ "With the ticked records": "hide" });
    await page.presses("Continue");
    expect(page.words).toContain(`31 records : ${all.at(-1)?.name}, `);
    await page.presses("Hide 31 records");
    await untilDone(page, "31 records done.");
    const hidden = await Promise.all(all.map(async ({ id }) => (await readRecord(office, journeys, id)).hidden));
    expect(hidden).not.toContain(false);
    expect((await readRecord(office, journeys, other.id)).hidden).toBe(false);
    await page.follows("Back to the list");
    expect(page.path).toBe(list);
  });

  test("are exported as a table without formulas, and printed as cards", async () => {
    const one = await aRecord({ office }, named("=Chand"));
    const page = await ticked([one.name], "export", family);
    await page.presses("Download as CSV");
    expect(page.html).toContain(`\r\n"${one.passport}","${one.ircc}","'=Chand ${family}","`);
    expect(page.html).toMatch(/"BANGLADESH",(?:"",)*"shown","20/);
    const cards = await ticked([one.name], "cards", family);
    await cards.follows("Show 1 card");
    expect(cards.words).toContain(`Shapla Overseas ${one.name} Passport number`);
    expect(cards.words).toContain("Shapla Overseas is not a government.");
  });

  test("are reviewed one after another when the four-eyes rule is on", async () => {
    const names = [named("Eva"), named("Farid")];
    const [one, two] = [await aWaitingRecord({ office }, names[0]), await aWaitingRecord({ office }, names[1])];
    await aWaitingRecord({ office });
    await changeSettings(office, journeys, { change: { fourEyes: true } });
    const page = await ticked([two.name, one.name], "approve", family);
    expect(page.words).not.toContain("Approve 2 records");
    await page.follows("Look at the first one");
    expect(page.heading).toBe(one.name);
    await page.presses(`Approve ${one.name}`);
    expect(page.heading).toBe(two.name);
    await page.presses(`Approve ${two.name}`);
    expect(page.words).toContain("None of them waits any more.");
    await changeSettings(office, journeys, { change: { fourEyes: false } });
  });
});

test("an account is confirmed, given roles, suspended, restored and deleted, each with a button", async () => {
  const { id } = await registered(office);
  const { name } = await readAccount(office, journeys, { id });
  const page = await adminAt(`/dashboard/Admin_Control/${id}`);
  const buttons = [
    ["Make Admin", "This account is not confirmed yet. Confirm it first.", { role: "student" }],
    ["Confirm the email", "Send this link to", { confirmed: true }],
    ["Make Admin", `${name} is an admin now`, { role: "admin" }],
    ["Make Moderator", `${name} is a Moderator now`, { role: "moderator" }],
    ["Make Student", `${name} is a student now`, { role: "student" }],
    ["Suspend", `${name} is suspended now`, { suspended: true }],
    ["Let in again", `${name} can sign in again`, { suspended: false }],
    ["Sign out everywhere", `${name} is signed out everywhere`, { suspended: false }],
  ] as const;
  const [ask, leave] = [{ "Make Admin": "Yes, make admin", "Confirm the email": "Confirm the email" }, "Make Student"];
  const answers: Partial<Record<string, string>> = { ...ask, [leave]: "Yes, make a student" };
  for (const [button, words, outcome] of buttons) {
    await openSession(office, id);
    await page.opens(`/dashboard/Admin_Control/${id}`);
    const yes = answers[button];
    if (yes) await page.follows(`${button} ${name}`);
    if (button === leave) page.ticks("They left");
    await page.presses(yes ?? `${button} ${name}`);
    expect(page.words).toContain(words);
    expect(await readAccount(office, journeys, { id })).toMatchObject(outcome);
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
await createAccount(office, "student", colleague.email, colleague.name);

describe("a search", () => {
  const nothing = { list: "Nothing matches", find: "No record has this number", many: "1 unknown" };

  test.each([
    ["/dashboard/Admin_Control", "Part of a name or email", "Search", colleague.email, colleague.name, nothing.list],
    ["/dashboard/update", "Name, number or last 4 characters", "Search", person.passport, person.name, nothing.list],
    ["/dashboard/update", "Name, number or last 4 characters", "Search", person.ircc, person.name, nothing.list],
    ["/dashboard/Find", "Passport or IRCC number", "Search", person.ircc, person.name, nothing.find],
    ["/MaltipleInput", "Passport or IRCC numbers", "Check", person.passport, person.name, nothing.many],
  ])("on %s in the box %s finds it, and keeps it out of the URL", async (path, label, button, asked, found, none) => {
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

  test("for a name is part of the URL, together with state and order", async () => {
    const { name } = await aWaitingRecord({ office });
    const page = await adminAt("/dashboard/update");
    page.types({ "Name, number or last 4 characters": name });
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

test("a record links to another one with the same file, and names what changed and a letter that no slip can print", async () => {
  const file = await drawnDocument();
  const [one, two] = [await aRecord({ office }), await aRecord({ office })];
  for (const { id } of [one, two]) {
    const images = { visaPaper: [await uploaded(office, journeys, file)] };
    await updateRecord(office, journeys, { id }, { particulars: await readRecord(office, journeys, id), images });
  }
  const page = await adminAt(`/dashboard/records/${one.id}`);
  expect(page.words).toContain("The same file is in another record Visa paper :");
  await page.follows(`Open the record of ${two.name}`);
  expect(page.path).toBe(`/dashboard/records/${two.id}`);

  const record = await readRecord(office, journeys, two.id);
  const images = {
    visaPaper: [imageOfPage(record.documents.visaPaper?.[0]?.image ?? "") ?? "", await uploaded(office, journeys)],
  };
  const particulars = { ...record, name: `${record.name} 𓀀` };
  await updateRecord(office, journeys, { id: two.id }, { particulars, images });
  await page.opens(`/dashboard/records/${two.id}`);
  expect(page.words).toMatch(/Visa paper ?:? replaced/);
  expect(page.words).toContain("a box stands for 𓀀 (U+13000)");
});

test("a moderator sees only the public state of others' records, and checks a limited number of lists an hour", async () => {
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
  await page.follows(own.name);
  expect(page.path).toBe(`/dashboard/records/${own.id}`);
  for (let lists = 1; lists < 20; lists += 1) await checkNumbers(office, actor, { numbers: list });
  await page.opens("/MaltipleInput");
  page.types({ "Passport or IRCC numbers": list });
  await page.presses("Check");
  expect(page.words).toContain("You have checked many lists this hour. Nothing you pasted is lost. Try again later.");
  expect(page.box("Passport or IRCC numbers").value).toBe(list);
});

test.each([
  [0, "Paste the numbers first."],
  [501, "These are more than 500 numbers. Check them in several parts."],
  [9000, "These are more than 500 numbers. Check them in several parts."],
])("a list of %i numbers is refused, and stays as it was pasted", async (count, description) => {
  const page = await adminAt("/MaltipleInput");
  const list = Array.from({ length: count }, (_, at) => `A${10_000_000 + at}`).join("\n");
  page.types({ "Passport or IRCC numbers": list });
  await page.presses("Check");
  const refused = { value: list, isWrong: true, description: expect.stringContaining(description) };
  expect(page.box("Passport or IRCC numbers")).toEqual(refused);
});

test("a text can be previewed before it is saved", async () => {
  const page = await adminAt("/dashboard/Texts?page=terms&language=en");
  page.types({ Title: "House rules", Text: "- to everybody\n\n<b>bold</b>" });
  await page.presses("Preview");
  expect(page.html).toMatch(/data-preview.*<li[^>]*>to everybody<\/li>.*&lt;b&gt;bold/s);
  expect(page.box("Title").value).toBe("House rules");
  await page.presses("Save");
  expect(page.words).toContain("The text is saved.");
});

test("a Bangla text of the maximum length can be saved", async () => {
  const page = await adminAt("/dashboard/Texts?page=accessibility&language=bn");
  page.types({ Text: "ক".repeat(12_000) });
  await page.presses("Save");
  expect(page.words).toContain("The text is saved.");
});

test.each([
  ["a changed post", "Title", "Somebody changed this post in the meantime."],
  ["a text", "Title", "Somebody changed the settings in the meantime."],
  ["the settings", "Licence number", "Somebody else changed this part in the meantime"],
  ["a changed class", "Title", "Somebody changed this class in the meantime."],
  ["a changed record", "Address", "Changed in the meantime"],
] as const)("the form for %s is refused after another change, and saved if sent again", async (name, box, words) => {
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
