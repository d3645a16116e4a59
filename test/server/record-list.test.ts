import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { officeDay, laterDay } from "#core/office-clock.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { aRecord, freshPerson, journeys, letters } from "../../e2e/support/own-records.ts";
import { fromElsewhere, signedIn } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { particulars } from "../support/accounts/people.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { declare, fillIndex, ownField } from "../support/own-fields.ts";
import { addTestRecord } from "../support/records.ts";
import { uploaded } from "../support/documents.ts";
import { startSite } from "../support/site.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const { portal: office, url } = await startSite();
const list = "/dashboard/update";

async function clerk(role: "admin" | "moderator") {
  const { cookie, id } = await signedIn(office, url, role);
  const page = new PlainBrowser(url, cookie);
  const actor: AccountActor = { kind: "account", id, role };
  return { page, actor, cookie };
}

test("the list is filtered, shows chosen columns and is saved as a view, all without scripts", async () => {
  const { page, actor } = await clerk("admin");
  const family = letters();
  const other = await clerk("moderator");
  const theirs = await aRecord(
    { office },
    { person: { ...freshPerson(), name: `Amina ${family}` }, addedBy: other.actor },
  );
  const ours = await aRecord({ office }, { person: { ...freshPerson(), name: `Bilkis ${family}` } });
  await page.opens(`${list}?search=${family}`);
  expect(page.words).toContain("2 records");
  page.types({ "Added by": other.actor.id, "Missing paper": "photo", "Added from": "2020-01-01" });
  await page.presses("Show");
  expect(page.path).toMatch(/search=\w+&missing=photo&ends=&holder=&by=[\w-]+&assigned=&from=2020-01-01&to=$/);
  expect([page.words.includes(theirs.name), page.words.includes(ours.name)]).toEqual([true, false]);
  expect(page.words).toContain("1 record Tick");
  expect(page.words).toContain("More filters: 3 chosen");

  await assignRecord(office, actor, { id: theirs.id }, actor.id);
  page.types({ "Assigned to": "me", "Missing paper": "" });
  await page.presses("Show");
  expect(page.path).toContain("&assigned=me&");
  expect(page.words).toContain("1 record Tick");
  expect(page.words).toContain("More filters: 3 chosen");
  page.types({ "Assigned to": other.actor.id, "Missing paper": "photo" });
  await page.presses("Show");
  expect(page.words).toContain("Nothing matches");
  page.types({ "Assigned to": "" });
  await page.presses("Show");

  page.ticks("#column-passport-1");
  await page.presses("Show these columns");
  expect(page.words).toContain("IRCC number Passport number Papers");
  page.types({ "Name of the view": "No photo" });
  await page.presses("Save");
  expect(page.path).not.toContain(family);
  await page.opens(list);
  await page.follows("No photo");
  expect(page.path).toMatch(/\?missing=photo&by=[\w-]+&from=2020-01-01$/);
  expect(page.words).toContain("IRCC number Passport number Papers");
  await other.page.opens(list);
  expect(other.page.words).not.toContain("No photo");
  await page.presses("Yes, delete it! No photo");
  await page.opens(list);
  expect(page.words).not.toContain("No photo");
});

test("a moderator finds only their own records, also by the last four characters, which the URL never contains", async () => {
  const { page, actor } = await clerk("moderator");
  const one = await aRecord({ office }, { addedBy: actor });
  const same = await addTestRecord(office, actor, { passportNumber: `Q${one.passport.slice(-4)}`, name: one.name });
  await addTestRecord(office, undefined, { passportNumber: `R1${one.passport.slice(-4)}`, name: "Somebody Else" });
  await page.opens(list);
  page.types({ "Name, number or last 4 characters": one.passport.slice(-4) });
  await page.presses("Search");
  expect(page.path).not.toContain(one.passport.slice(-4));
  expect(page.words).toContain("2 records");
  expect(page.words).not.toContain("Somebody Else");
  expect(page.words).not.toContain(`Delete ${same.name}`);
});

test("matching records are exported as a streamed table, and the audit log names the search without numbers", async () => {
  const { page, actor, cookie } = await clerk("moderator");
  const family = letters();
  const own = await addTestRecord(office, actor, { name: `=Amina ${family}` });
  await addTestRecord(office, undefined, { name: `Bilkis ${family}` });
  const taken = (format: string) =>
    fetch(`${url}/dashboard/Export/table`, {
      method: "POST",
      body: new URLSearchParams({ format, back: `${list}?search=${family}&state=waiting` }),
      headers: { ...fromElsewhere(), Cookie: cookie, Origin: url, "Sec-Fetch-Site": "same-origin" },
    });
  const table = await taken("csv");
  expect(table.headers.get("content-encoding"), "compressing would read it whole").toBeNull();
  const [, ...lines] = (await table.text()).trimEnd().split("\r\n");
  expect(lines).toEqual([expect.stringContaining(`"${own.passportNumber}","${own.irccNumber}","'=Amina ${family}"`)]);
  const { sheets } = await readXlsx(new Uint8Array(await (await taken("xlsx")).arrayBuffer()));
  expect(sheets[0]?.rows.slice(1).map((row) => row[2])).toEqual([`=Amina ${family}`]);

  await page.opens(list);
  page.types({ "Name, number or last 4 characters": own.passportNumber });
  await page.presses("Search");
  await page.presses("Download as CSV");
  expect(page.html).toContain(own.passportNumber);
  const { events } = await readAudit(office, system("test"), { by: actor.id, kind: "records-exported" });
  const asked = events.map(({ details }) =>
    Object.entries(details ?? {}).map(([field, { to }]) => `${field}: ${String(to)}`),
  );
  const byName = ["search: " + family, "status: waiting", "hidden: false", "records: 1"].toSorted();
  expect(asked.map((fields) => fields.toSorted())).toEqual([["records: 1", "search: number"], byName, byName]);
});

test("another record of the same person is pointed out during approval", async () => {
  const { page } = await clerk("admin");
  const names = { name: `Md. Karim ${letters()}`, fatherName: "Abdul Karim", motherName: "Fatema Begum" };
  const first = await addTestRecord(office, undefined, names);
  const { actor } = await clerk("moderator");
  const { id } = await addTestRecord(office, actor, { ...particulars(), ...names });
  await page.opens(`/dashboard/Control_Post/${id}`);
  expect(page.words).toContain(
    `Another record has the same name and parents. Is it the same person? ${first.name} shown`,
  );
});

test("records with ending documents are found from the overview; list, record and table show the last days", async () => {
  const { page, actor } = await clerk("moderator");
  await page.opens("/dashboard");
  expect(page.words).not.toContain("within 30 days");
  const day = (days: number) => laterDay(officeDay(machineZone(), Date.now()), days);
  const add = async (lastDays: Record<string, string>) => {
    const images = { visaPaper: await uploaded(office, actor), medical: await uploaded(office, actor) };
    return addTestRecord(office, actor, { name: `Zarina ${letters()}`, images, lastDays });
  };
  const over = await add({ medical: "2020-02-29" });
  const soon = await add({ medical: "2020-02-29", visaPaper: day(1) });
  const later = await add({ visaPaper: day(90) });
  const names = { over: over.name, soon: soon.name, later: later.name };
  const shown = () => Object.entries(names).flatMap(([key, name]) => (page.words.includes(name) ? [key] : []));
  await page.opens("/dashboard");
  await page.follows("1 Records with a paper that ends within 30 days");
  expect([page.path, shown()]).toEqual([`${list}?ends=30`, ["soon"]]);
  expect(page.words).toContain(" · Visa paper");
  for (const [choice, found] of [
    ["90", ["soon", "later"]],
    ["ended", ["over", "soon"]],
    ["ended&missing=visaPaper", []],
    ["tomorrow", ["over", "soon", "later"]],
  ] as const) {
    await page.opens(`${list}?ends=${choice}`);
    expect([choice, shown()]).toEqual([choice, found]);
  }
  await page.opens(`/dashboard/records/${soon.id}`);
  expect(page.words).toContain("Medical form 2 of 2 · 1 page This paper ended on 29 February 2020");
  await page.opens(`${list}?search=${over.name}`);
  page.ticks(`Tick ${over.name}`);
  page.types({ "With the ticked records": "export" });
  await page.presses("Continue");
  await page.presses("Download as CSV");
  const cellsOf = (line = ""): string[] => line.match(/"(?:[^"]|"")*"/g) ?? [];
  const [heads, row] = page.html.split("\r\n");
  expect(cellsOf(row)[cellsOf(heads).indexOf('"Medical form: last day"')]).toBe('"2020-02-29"');
});

test("a last day is typed, refused, merged with another user's change and named in the history, all without scripts", async () => {
  const { page, actor } = await clerk("admin");
  const images = { visaPaper: await uploaded(office, actor), lmia: await uploaded(office, actor) };
  const { id } = await addTestRecord(office, actor, { images, lastDays: { lmia: "2026-03-31" } });
  const record = () => readRecord(office, journeys, id);
  const visa = "Last day on the paper Visa paper";
  await page.opens(`/Update_A_User/${id}`);
  page.types({ [visa]: "0026-05-01" });
  await page.presses("Update record");
  expect(page.status).toBe(400);
  expect(page.box(visa)).toMatchObject({ value: "0026-05-01", isWrong: true });
  page.types({ [visa]: "2026-05-01" });
  const theirs = { visaPaper: "2027-01-01", lmia: "2027-02-02" };
  await updateRecord(office, journeys, { id }, { particulars: await record(), images: {}, lastDays: theirs });
  await page.presses("Update record");
  expect(page.words).toContain("LMIA: last day On record now: 2 February 2027");
  expect(page.words).toMatch(/Visa paper: last day On record now: 1 January 2027 Your version here is different/);
  const shown = (label: string) => page.box(label).value;
  expect([shown(visa), shown("Last day on the paper LMIA")]).toEqual(["2026-05-01", "2027-02-02"]);
  await page.presses("Update record");
  expect((await record()).lastDays).toEqual({ visaPaper: "2026-05-01", lmia: "2027-02-02" });
  await page.opens(`/dashboard/records/${id}`);
  expect(page.words).toContain("Visa paper: last day : “1 January 2027” became “1 May 2026”");
});

test("the list is filtered by own fields, whose words no address has; a view of one that is not searched any more shows nothing", async () => {
  const { page, actor, cookie } = await clerk("admin");
  const searched = { isSearched: true } as const;
  const kafeel = ownField("f1", "Kafeel", searched);
  const others = [
    ownField("f2", "Branch", { type: "choice", choices: ["Old town", "Sylhet"], ...searched }),
    ownField("f3", "Country of work", { type: "country", ...searched }),
  ];
  await declare(office, kafeel, ...others);
  await page.opens(list);
  expect(page.words).toContain("Kafeel: not ready to be searched, 0 % done");
  await fillIndex(office);
  const [one, two] = [letters(), letters()];
  await addTestRecord(office, actor, { name: `Amina ${one}`, own: { f1: "Abu Bakr", f2: "Old town", f3: "QA" } });
  await addTestRecord(office, actor, { name: `Bilkis ${two}`, own: { f1: "Abu Bakr" } });
  const shown = () => [one, two].map((name) => page.words.includes(name));

  await page.opens(list);
  page.types({ Kafeel: " abu bakr", "Country of work": "QA" });
  await page.presses("Show");
  expect([page.path, shown()]).toEqual([expect.stringMatching(/\?f1=[\w-]{40,}&f3=QA$/), [true, false]]);
  expect([page.box("Kafeel").value, page.words]).toEqual(["abu bakr", expect.stringContaining("filters: 2 chosen")]);
  page.types({ "Country of work": " -" });
  await page.presses("Show");
  expect(shown()).toEqual([false, true]);
  page.types({ "Country of work": "", Branch: "Old town" });
  await page.presses("Show");
  await page.follows("waiting");
  expect(page.words).toContain("Nothing matches");
  await page.follows("Every state");
  expect([page.path, shown()]).toEqual([expect.stringMatching(/\?f1=[\w-]+&f2=c[\da-f]+$/), [true, false]]);
  page.types({ "Name of the view": "His people" });
  await page.presses("Save");

  const taken = async () => {
    const answer = await fetch(`${url}/dashboard/Export/table`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ format: "csv", back: page.path }),
      headers: { ...fromElsewhere(), Cookie: cookie, Origin: url, "Sec-Fetch-Site": "same-origin" },
    });
    return [answer.status, (await answer.text()).split("\r\n").length - 2];
  };
  expect(await taken()).toEqual([200, 1]);
  await declare(office, { ...kafeel, isSearched: false }, ...others);
  await page.opens(list);
  expect(page.words).not.toContain("Nothing there Kafeel");
  await page.follows("His people");
  expect([page.status, shown()]).toEqual([200, [false, false]]);
  expect(page.words).toContain("This filter cannot be used");
  expect((await taken())[0]).not.toBe(200);
  await page.presses("Yes, delete it! His people");
});
