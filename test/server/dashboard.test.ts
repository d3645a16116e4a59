import { describe, expect, test } from "vitest";
import { machineZone } from "#core/settings/time-zone.ts";
import { system } from "#core/accounts/actor.ts";
import { deleteClass, updateClass } from "#operations/classes/manage-class.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { decideOnRecord, deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { pages } from "#web/pages.ts";
import { aClass, aPaidSeat, aStudent, facts } from "../../e2e/support/classes.ts";
import { aRecord, aWaitingRecord } from "../../e2e/support/own-records.ts";
import { admin as chief } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { holderOf } from "../support/holders.ts";
import { changeOperator } from "../support/operator.ts";
import { addTestRecord } from "../support/records.ts";
import { longFormsWithoutDraft } from "../support/browser/long-forms.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { fromElsewhere, type SignedInPerson, signedIn } from "../support/accounts/signed-in.ts";
import { startSite } from "../support/site.ts";

const { portal: office, url } = await startSite();
const admin = await signedIn(office, url, "admin");
const moderator = await signedIn(office, url, "moderator");
const student = await signedIn(office, url, "student");
await addTestRecord(office, system("test"), { name: "Rahima Khatun" });

const menuPages = Object.values(pages).filter(
  (page) => "menu" in page && !["students", "organisations"].includes(page.policy),
);

/** A list of numbers to look up, which changes nothing. */
const withoutDraft = new Set(["/MaltipleInput"]);

test.each(menuPages)(
  "$path loads at most 40 scripts of 200 kB in total, and saves its long forms while one types",
  async ({ path, policy }) => {
    const { cookie } = policy === "moderators" ? moderator : admin;
    const page = await (await fetch(url + path, { headers: { Cookie: cookie } })).text();
    expect(longFormsWithoutDraft(page).filter((form) => !withoutDraft.has(form))).toEqual([]);
    const scripts = new Set(page.match(/\/assets\/[\w.-]+\.js/g));
    expect(scripts.size).toBeGreaterThan(5);
    expect(scripts.size).toBeLessThanOrEqual(40);
    const sent = [...scripts].map(async (script) =>
      Number((await fetch(url + script, { headers: { "Accept-Encoding": "br" } })).headers.get("content-length")),
    );
    expect((await Promise.all(sent)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
  },
);

describe("dashboard data", () => {
  const asked = (path: string, person?: SignedInPerson) =>
    fetch(url + path, {
      headers: { ...fromElsewhere(), ...(person && { Cookie: person.cookie }) },
      redirect: "manual",
    });

  test("is sent to a user who may open the page", async () => {
    const answer = await asked("/dashboard/update.data", admin);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("Rahima Khatun");
  });

  test.each([
    ["a stranger", () => undefined, "/login?from=%2Fdashboard%2Fupdate"],
    ["a student", () => student, "/"],
  ])("redirects %s, as the page does", async (_, who, way) => {
    const answer = await asked("/dashboard/update.data", who());
    const text = await answer.text();
    expect(answer.status).toBe(202);
    expect(text).toContain(`"${way}"`);
    expect(text).not.toContain("Rahima Khatun");
  });

  test.each(["/_.data", "/_root.data", "/Check_Visa.data", "/account.data", "/language.data"])(
    "does not exist at %s",
    async (path) => {
      const answer = await asked(path, admin);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe("");
    },
  );

  test.each(["/_root.data", "/Check_Visa.data"])("accepts no form at %s", async (path) => {
    const posted = await fetch(url + path, { method: "POST", body: new URLSearchParams({ number: "A12345678" }) });
    expect(posted.status).toBe(404);
  });

  test.each([
    ["a number in the URL", "?search=A12345678"],
    ["invalid parameters", "?state=__proto__&sort=1&sealed=%00"],
    ["an invalid cursor", "?cursor=x"],
  ])("loads without a failure with %s", async (_, query) => {
    expect((await asked(`/dashboard/update${query}`, admin)).status).toBeLessThan(500);
  });

  test("of a missing record is answered with status 404", async () => {
    expect((await asked("/dashboard/update/nobody/delete", admin)).status).toBe(404);
  });

  test.each([
    ["moderator", "/dashboard/Find", "You are not Admin"],
    ["student", "/dashboard/ManagePost", "You are not Instructor"],
    ["moderator", "/dashboard/my-enrolled-classes", "This page is for students."],
    ["student", "/MaltipleInput", "This page is for admins and moderators."],
  ] as const)("is refused to a %s at %s, who reads on the first page: %s", async (role, path, words) => {
    const page = new PlainBrowser(url, (await signedIn(office, url, role)).cookie);
    await page.opens(path);
    expect([page.path, page.words]).toEqual(["/", expect.stringContaining(words)]);
  });
});

test.each([
  ["admin", "Overview"],
  ["moderator", "Overview"],
  ["student", "What you can do here"],
] as const)("a %s starts on the page %s", async (role, heading) => {
  const page = new PlainBrowser(url, (await signedIn(office, url, role)).cookie);
  await page.opens("/dashboard");
  expect(page.heading).toBe(heading);
});

test("the overview shows waiting work, and the tasks of a new site until an admin hides them", async () => {
  await aWaitingRecord({ office });
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens("/dashboard");
  expect(page.words).toMatch(/Waiting for approval\s*\d+\s*, \d+ waiting/);
  expect(page.words).toContain("Before visitors come");
  await page.presses("Hide this list");
  expect([page.path, page.heading]).toEqual(["/dashboard", "Overview"]);
  expect(page.words).not.toContain("Before visitors come");
  await page.follows("Review what is waiting");
  expect(page.path).toBe("/dashboard/Control_Post");
  const others = new PlainBrowser(url, moderator.cookie);
  await others.opens("/dashboard");
  expect(others.words).toContain("Sent back to you");
  expect(others.words).not.toMatch(/Open reports|Last backup/);
});

test("an admin limits the history to one record, checks the audit chain, and downloads events in their own language", async () => {
  const record = await addTestRecord(office, system("test"), { name: "=Shirin Akter" });
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens("/dashboard/History");
  page.types({ "A record, by its number or the address of its page": record.passportNumber });
  await page.presses("Search");
  expect(page.path).toBe(`/dashboard/History?about=candidate%2F${record.id}`);
  expect(page.words).toContain("Only what was done to =Shirin Akter.");
  expect(page.words).toMatch(/Record added .* 7 values Passport number : A\d+ .* The site itself \(test\)/);
  page.types({ What: "candidate-hidden" });
  await page.presses("Show");
  expect(page.words).toContain("No such events");

  await page.presses("Check the chain");
  const wordsNow = async () => {
    await page.opens("/dashboard/History");
    return page.words;
  };
  await expect.poll(wordsNow).toMatch(/Checked on .* for Sadia Student: all [\d,]+ events are whole\./);

  const body = new URLSearchParams({ about: `candidate/${record.id}` });
  const headers = { ...fromElsewhere(), Cookie: `${admin.cookie}; language=bn`, Origin: url };
  const answer = await fetch(`${url}/dashboard/History/table`, { method: "POST", body, headers });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="events-[\d-]+\.csv"$/);
  const [head, event] = (await answer.text()).split("\r\n");
  expect(head).toBe(`"ক্রমিক","কখন (${machineZone()})","কে","অ্যাকাউন্ট","কী","কার বা কীসের","কী থেকে কী"`);
  expect(event).toContain('"রেকর্ড যোগ","রেকর্ড: =Shirin Akter"');
});

const columnsOf = ({ html }: PlainBrowser) =>
  [...html.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, head = ""]) => head.replaceAll(/<[^>]*>/g, ""));

test("records and queue have rightly named columns, and an approval can be undone", async () => {
  const { id, name, passport } = await aWaitingRecord({ office });
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens(`/dashboard/update?search=${name}`);
  expect(columnsOf(page)).toEqual([
    "Tick",
    "Name",
    "IRCC number",
    "Papers",
    "Last day",
    "State",
    "Last changed",
    "Actions",
  ]);
  expect(page.words).toContain("waiting");
  await page.opens("/dashboard/Control_Post");
  expect(columnsOf(page)).toEqual(["Name", "Passport number", "Added on", "Papers", "Actions"]);
  expect(page.words).toContain(passport);
  await page.presses(`Approve ${name}`);
  expect(page.words).toContain("Post Approved");
  expect((await readRecord(office, system("test"), id)).approval).toBe("approved");
  await page.presses(`Undo ${name}`);
  expect(page.words).toContain(`${name} is waiting for approval again`);
  await page.follows(`Delete ${name}`);
  await page.presses("Yes, delete it!");
  expect([page.heading, page.words]).toEqual([
    "Waiting for approval",
    expect.stringContaining("The record has been deleted."),
  ]);
});

test("a typed reason stays when another user changed the record first", async () => {
  const record = await aWaitingRecord({ office });
  const decide = (decision: "approve" | "deny") => decideOnRecord(office, system("test"), record, decision);
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens(`/dashboard/Control_Post/${record.id}`);
  page.types({ "What has to be corrected?": "The page is cut off." });
  await decide("approve");
  await decide("deny");
  await page.presses("Send back");
  expect(page.box("What has to be corrected?")).toEqual({
    value: "The page is cut off.",
    isWrong: true,
    description: expect.stringContaining("Somebody changed this record in the meantime."),
  });
  await decide("approve");
  await page.presses("Send back");
  expect(page.words).toContain("Somebody changed this record in the meantime.");
  expect(page.words).toContain(`Take the approval back ${record.name}`);
  expect((await readRecord(office, system("test"), record.id)).approval).toBe("approved");
});

test("the queue counts the rows that it shows: a hidden record does not wait", async () => {
  const [waiting, hidden] = [await aWaitingRecord({ office }), await aWaitingRecord({ office })];
  await hideRecord(office, system("test"), { id: hidden.id });
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens("/dashboard/Control_Post");
  const rows = (await readApprovalQueue(office, system("test"))).records;
  expect(rows.map(({ record }) => record.id)).toContain(waiting.id);
  expect(page.words).toMatch(new RegExp(`\\b${rows.length} records? waits? `));
});

test("an old form takes over what a colleague changed, although the holder hid a document after that", async () => {
  const record = await addTestRecord(office, chief, { images: { visaPaper: await uploaded(office, chief) } });
  const { opened } = await holderOf(office, record);
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens(`/Update_A_User/${record.id}`);
  page.types({ Address: "Khulna" });
  const theirs = { ...record, motherName: "Jahanara" };
  await updateRecord(office, chief, { id: record.id }, { particulars: theirs, images: {} });
  await holdBack(office, opened, { kind: "visaPaper", isWithheld: true });
  await page.presses("Update record");
  expect([page.box("Address").value, page.box("Mother’s name").value]).toEqual(["Khulna", "Jahanara"]);
  await page.presses("Update record");
  expect(await readRecord(office, chief, record.id)).toMatchObject({
    address: "Khulna",
    motherName: "Jahanara",
    keptBack: ["visaPaper"],
  });
});

test("an approval without a record version is refused as stale", async () => {
  const { id } = await aWaitingRecord({ office });
  const { version } = await readRecord(office, system("test"), id);
  const approves = async (seen: Record<string, string>) => {
    const body = new URLSearchParams({ do: "approve", id, ...seen });
    const headers = { ...fromElsewhere(), Cookie: admin.cookie, Origin: url };
    const answer = await fetch(`${url}/dashboard/Control_Post`, { method: "POST", body, headers, redirect: "manual" });
    return [answer.headers.getSetCookie().join(), (await readRecord(office, system("test"), id)).approval];
  };
  expect(await approves({})).toEqual([expect.stringContaining("=stale"), "waiting"]);
  expect(await approves({ version: String(version) })).toEqual([expect.stringContaining("=approved"), "approved"]);
});

test("a stale approval says what changed since the version that was seen, and who changed it", async () => {
  const { id } = await aWaitingRecord({ office });
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens(`/dashboard/Control_Post/${id}`);
  const other = await readAccount(office, system("test"), { id: (await freshAdmin(office)).id });
  const actor = { kind: "account", id: other.id, role: "admin" } as const;
  const record = await readRecord(office, actor, id);
  const particulars = { ...record, motherName: "Jahanara", address: "Khulna" };
  await updateRecord(office, actor, { id }, { particulars, images: {} });
  await hideRecord(office, actor, { id });
  await page.presses(`Approve ${record.name}`);
  const [line = ""] = /<div role="alert".*?<\/div>/s.exec(page.html) ?? [];
  expect(line).toContain("Somebody changed this record in the meantime.");
  expect(line).toContain(`${other.name} changed: Mother’s name, Address`);
  expect(line).toContain(`${other.name} hid the record.`);
  expect((await readRecord(office, actor, id)).approval).toBe("waiting");
});

test("a receipt shows the class and the operator as they were at the time of payment", async () => {
  await changeOperator(office, { name: "Shapla Overseas" });
  const { one, paymentId } = await aPaidSeat({ office });
  await changeOperator(office, { name: "Renamed Overseas" });
  const other = { ...facts, title: "Another class", place: "Uttara", fee: 1 };
  await updateClass(office, system("test"), { id: one.id }, other);
  const page = new PlainBrowser(url, admin.cookie);
  await page.opens(`/dashboard/receipt/${paymentId}`);
  const [receipt = ""] = /<article.*<\/article>/s.exec(page.html.replaceAll("\u00A0", " ")) ?? [];
  for (const words of [one.title, facts.place, "BDT 1,500", "BDT 500", "Shapla Overseas"]) {
    expect(receipt).toContain(words);
  }
  expect(receipt).not.toMatch(/Another class|Uttara|Renamed/);
});

describe("the message after another user's change", () => {
  const recordGone = "This record is not here any more. Somebody may have deleted it.";
  const takeSeat = async (classId: string) => {
    const other = await aStudent({ office });
    await enrol(office, other, { classId, personId: other.id });
  };

  /** The page that is open, the button to press, and the change that happens before it is pressed. */
  type Late = { at: string; button: string; meanwhile: () => Promise<unknown> };

  const cases: [words: string, role: "admin" | "student", prepare: () => Promise<Late>][] = [
    [
      recordGone,
      "admin",
      async () => {
        const { id, name } = await aRecord({ office });
        const meanwhile = () => deleteRecord(office, system("test"), { id });
        return { at: `/dashboard/update?search=${name}`, button: `Hide ${name}`, meanwhile };
      },
    ],
    [
      recordGone,
      "admin",
      async () => {
        const { id, name } = await aWaitingRecord({ office });
        const meanwhile = () => deleteRecord(office, system("test"), { id });
        return { at: `/dashboard/Control_Post/${id}`, button: `Approve ${name}`, meanwhile };
      },
    ],
    [
      "This account is not here any more. Somebody may have deleted it.",
      "admin",
      async () => {
        const { id } = await aStudent({ office }, "Rafiq Gone");
        const meanwhile = () => deleteAccount(office, system("test"), { id });
        return { at: "/dashboard/Admin_Control", button: "Make Moderator Rafiq Gone", meanwhile };
      },
    ],
    [
      "This class is not here any more.",
      "student",
      async () => {
        const { id, title } = await aClass({ office });
        const meanwhile = () => deleteClass(office, system("test"), { id });
        return { at: "/dashboard/my-selected-classes", button: `Select ${title}`, meanwhile };
      },
    ],
    [
      "Somebody was quicker: this class is full now.",
      "student",
      async () => {
        const { id, title } = await aClass({ office }, { seats: 1 });
        return { at: "/dashboard/my-selected-classes", button: `Enrol ${title}`, meanwhile: () => takeSeat(id) };
      },
    ],
    [
      "Close it instead.",
      "admin",
      async () => {
        const { id } = await aClass({ office });
        return { at: `/dashboard/classes/${id}/delete`, button: "Yes, delete it!", meanwhile: () => takeSeat(id) };
      },
    ],
  ];

  test.each(cases)("reads: %s (%s)", async (words, role, prepare) => {
    const { at, button, meanwhile } = await prepare();
    const page = new PlainBrowser(url, (await signedIn(office, url, role)).cookie);
    await page.opens(at);
    await meanwhile();
    await page.presses(button);
    expect(page.words).toContain(words);
  });
});
