import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { z } from "zod";
import { deleteRecord } from "#operations/records/change-record.ts";
import { findByNumber } from "#operations/records/read-record.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { actorOf, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { startSite } from "../support/site.ts";
import { addTestRecord } from "../support/records.ts";
import { zip } from "../support/zip.ts";

const { portal: office, url } = await startSite();
const { id, cookie, token } = await signedIn(office, url, "admin");
const admin = actorOf(id, "admin");

const named = async (number: string) => (await findByNumber(office, admin, number))[0]?.name;

const archiveWith = async (number: string) =>
  zip([
    { name: `${number} visa.jpg`, content: await drawnDocument() },
    { name: "IMG_001.jpg", content: "a" },
  ]);

/** Reloads the page until it contains these words: the result of background work shows at the next request. */
async function untilItSays(page: PlainBrowser, words: string): Promise<void> {
  const again = async () => {
    await page.opens(page.path);
    return page.words;
  };
  await expect.poll(again).toContain(words);
}

test("an admin without scripts chooses a table and its columns, sees a dry run, imports, reads the report and undoes", async () => {
  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/import");
  await page.presses("Read the table");
  expect([page.status, page.words.includes("Choose a file first.")]).toEqual([400, true]);
  page.chooses("table", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
  await page.presses("Read the table");
  expect(page.words).toContain("This is not a table that can be read.");
  const rows = [
    ["Our people"],
    [],
    ["Passport", "Paper", "Full name", "Father", "Mother", "Address", "Visa expiry", "Medical expiry"],
    ["AB7000001", "W7000001", "Rahim Uddin", "Karim Uddin", "Amina Begum", "12 Lake Road", "31/03/2030", "31/03/2027"],
    ["AB7000002", "W7000002", "", "Karim Uddin", "Amina Begum", "12 Lake Road", "soon"],
    ["AB7000003", "W7000003", "Rahima Khatun", "Karim Uddin", "Amina Begum", "12 Lake Road", "47573"],
    ["Total", "", "", "", "", "", ""],
  ];
  page.chooses("table", await writeXlsx({ sheets: [{ name: "People", rows }] }));
  page.chooses("scans", Buffer.from("Rar!"));
  await page.presses("Read the table");
  expect(page.words).toContain("This file is damaged, or it is not a ZIP.");
  page.chooses("table", await writeXlsx({ sheets: [{ name: "People", rows }] }));
  page.chooses("scans", await archiveWith("AB7000001"));
  await page.presses("Read the table");
  expect(page.words).toContain("4 rows under their headings.");
  expect(page.words).toContain("The headings are in row 3.");
  expect(page.words).toContain("No column is chosen for: IRCC number. New records need it.");
  page.types({ "What it is: Paper": "irccNumber" });
  await page.presses("See what would happen");
  await untilItSays(page, "New records 2");
  expect(page.words).toContain("Rows left out 2");
  expect(page.words).toContain("7 A total or a note, not a person");
  expect(page.words).toContain(
    "Visa paper: last day A number of five digits is read as the day for which spreadsheets store it. Row 6",
  );
  expect(page.words).toContain("Visitors see neither these papers nor their last days: \u2068Medical form\u2069.");
  expect(page.words).toContain("Scans taken 1 Scans left out 1");
  expect(page.words).toContain("IMG_001.jpg There is no number in its name");
  expect(page.words).toContain("5 Name : Nothing is written here, but a new record needs it.");
  expect(page.words).toContain("Visa paper: last day : This cannot be read as a day. Write it like 31/03/2026.");
  expect(await named("AB7000001")).toBeUndefined();
  const run = page.path;
  await page.opens(`${run.replace("/Bulk/", "/import/")}/report.csv`);
  expect(page.html).toContain(
    '"4","New records","","",""\r\n"4","Scan taken","Visa paper","","AB7000001 visa.jpg"\r\n"5","This row cannot be a record","Name","Nothing is written here, but a new record needs it.',
  );
  await page.opens(run);
  expect(page.html).toContain("report.csv?rows=refused");
  const refused = await fetch(`${url}${run.replace("/Bulk/", "/import/")}/report.csv?rows=refused`, {
    headers: { cookie },
  });
  expect(refused.headers.get("content-type")).toContain("spreadsheetml");
  await page.presses("Change the columns");
  expect(page.words).toContain("Take numbers as they are shown");
  await page.presses("See what would happen");
  await untilItSays(page, "New records 2");
  expect(page.words).toContain("Scans taken 1 Scans left out 1");
  await page.opens("/dashboard/import");
  expect(page.words).toContain("Not begun yet");
  expect(page.html).toContain(run);
  await page.opens(run);
  await page.presses("Import 2 rows");
  await untilItSays(page, "2 records done.");
  expect(await named("AB7000001")).toBe("Rahim Uddin");
  await page.opens("/dashboard/Bulk");
  expect(page.words).toContain("2 of 4 done");
  await page.opens(run);
  await page.presses("Undo the import of 2 records");
  await untilItSays(page, "2 reversed, 0 kept (edited since), 0 failed.");
  expect(page.words, "as if it was there").not.toContain("New records");
  expect(await named("AB7000001")).toBeUndefined();
});

const answerSchema = z.object({
  insertedId: z.string().optional(),
  error: z.object({ id: z.string() }).optional(),
});

test("a program imports a table once for each key, and reads the progress", async () => {
  const authorization = { Authorization: `Bearer ${token}` };
  const send = async (body: FormData, more: Record<string, string> = {}, query = "") => {
    const answer = await fetch(`${url}/import${query}`, {
      method: "POST",
      headers: { ...authorization, ...more },
      body,
    });
    return { status: answer.status, headers: answer.headers, data: answerSchema.parse(await answer.json()) };
  };
  const packed = await archiveWith("AB7100001");
  const body = () => {
    const form = new FormData();
    form.append("scans", new Blob([new Uint8Array(packed)]));
    form.append(
      "table",
      new Blob([
        "Passport,IRCC,Name,Father,Mother,Address,LMIA expiry\nAB7100001,W7100001,Rahim,Karim,Amina,Dhaka,47484\nAB71,,,,,,",
      ]),
    );
    return form;
  };
  const headers = { "Idempotency-Key": "import-1" };
  const dry = await send(body(), {}, "?dry_run=true");
  const state = async (importId = "") =>
    z.looseObject({}).parse(await (await fetch(`${url}/import/${importId}`, { headers: authorization })).json());
  await expect.poll(() => state(dry.data.insertedId)).toMatchObject({ state: "asked", create: 1, refused: 1, done: 0 });
  const first = await send(body(), headers);
  const again = await send(body(), headers);
  expect([first.status, first.headers.get("Location")]).toEqual([201, `/import/${first.data.insertedId}`]);
  expect(again.data).toEqual(first.data);
  await expect
    .poll(() => state(first.data.insertedId))
    .toMatchObject({ state: "done", create: 1, refused: 1, done: 1 });
  expect(await state(first.data.insertedId)).toMatchObject({
    scans: 1,
    scans_left_out: [{ name: "IMG_001.jpg", reason: "no-number" }],
    warned: 1,
    warnings: [{ row: 2, fields: { "Last_days.Doc_4_PC": "A number of five digits is read as the day for which spreadsheets store it. Check the day." } }], // prettier-ignore
  });
  expect((await findByNumber(office, admin, "AB7100001"))[0]?.documents.visaPaper).toHaveLength(1);
  expect((await state(first.data.insertedId))["rows"]).toEqual([
    { row: 3, reason: "refused", fields: { IRCC_Num: "This field is required.", name: "This field is required.", F_name: "This field is required.", M_name: "This field is required.", Po_address: "This field is required." } }, // prettier-ignore
  ]);
  expect(await named("AB7100001")).toBe("Rahim");
  const motherless = new FormData();
  motherless.append("table", new Blob(["Passport,IRCC,Name,Father,Address\nAB7100002,W7100002,Rahim,Karim,Dhaka"]));
  const without = await send(motherless, {}, "?dry_run=true");
  await expect
    .poll(() => state(without.data.insertedId))
    .toMatchObject({ columns_missing: ["M_name"], rows: [{ reason: "refused", fields: {} }] });
  const other = new FormData();
  other.append("table", new Blob(["Name\nRahim\n"]));
  expect(await send(other)).toMatchObject({ status: 422, data: { error: { id: "no-number-column" } } });
  expect(await send(other, headers)).toMatchObject({ data: { error: { id: "key-reused" } } });
});

test("the archive of the list is chosen as the table as it is, on the page and by a program", async () => {
  const passportNumber = "AB7300001";
  const images = { visaPaper: [await uploaded(office, admin), await uploaded(office, admin)] };
  const { id: record } = await addTestRecord(office, admin, { passportNumber, name: "Rokeya Archive", images });
  const body = new URLSearchParams({ format: "zip", back: "/dashboard/records?search=Rokeya" });
  const answer = await fetch(`${url}/dashboard/Export/table`, {
    method: "POST",
    body,
    headers: { cookie, Origin: url },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const archive = Buffer.from(await answer.arrayBuffer());

  const page = new PlainBrowser(url, cookie);
  await page.opens("/dashboard/import");
  page.chooses("table", await archiveWith(passportNumber));
  await page.presses("Read the table");
  expect(page.words).toContain("A ZIP needs exactly one table");
  page.chooses("table", archive);
  await page.presses("Read the table");
  await page.presses("See what would happen");
  await untilItSays(page, "Scans left out 2");

  await deleteRecord(office, admin, { id: record });
  const form = new FormData();
  form.append("table", new Blob([new Uint8Array(archive)]));
  const headers = { Authorization: `Bearer ${token}` };
  const sent = await fetch(`${url}/import`, { method: "POST", headers, body: form });
  const { insertedId = "" } = answerSchema.parse(await sent.json());
  const state = async () =>
    z.looseObject({}).parse(await (await fetch(`${url}/import/${insertedId}`, { headers })).json());
  await expect.poll(state).toMatchObject({ state: "done", create: 1, refused: 0, scans: 2, scans_left_out: [] });
  expect((await findByNumber(office, admin, passportNumber))[0]?.documents.visaPaper).toHaveLength(2);
});

test("the import command shows a dry run, imports, and names each row that it leaves out", async () => {
  const site = await freshEnvironment("sqlite");
  const folder = site["DATA_DIR"] ?? "";
  // npm runs commands in the project, and leaves the user's folder in INIT_CWD: relative paths start there.
  const environment = { ...site, INIT_CWD: folder };
  const portal = await openForTest(site);
  const owner = await freshAdmin(portal, "owner@agency.example");
  await writeFile(
    path.join(folder, "people.csv"),
    "Passport,IRCC,Name,Father,Mother,Address,LMIA expiry\nAB1,W7200001,Rahim,Karim,Amina,Dhaka,\nAB7200001,W7200002,Rahim,Karim,Amina,Dhaka,47484",
  );
  const command = ["import", "people.csv", "--as", "owner@agency.example"];
  await writeFile(path.join(folder, "visas.zip"), await archiveWith("AB7200001"));
  const row = "Row 2: passportNumber: Use 4 to 20 letters and digits, and at least one digit.\n";
  const warned =
    "Row 3, look at lastDays.lmia: A number of five digits is read as the day for which spreadsheets store it. Check the day.\n";
  expect(await attestry(environment, [...command, "--dry-run"])).toMatchObject({
    code: 1,
    out: "1 record would be added, 0 would be updated, 0 unchanged, 1 refused.\n",
    err: row + warned,
  });
  expect(await findByNumber(portal, owner, "AB7200001")).toEqual([]);
  expect(await attestry(environment, [...command, "--scans", "visas.zip"])).toMatchObject({
    code: 1,
    out: "1 record added, 0 updated, 0 unchanged, 1 refused.\n1 file taken, 1 left out.\n",
    err: `${row}${warned}IMG_001.jpg: The name of this file has no number in it.\n`,
  });
  expect(await findByNumber(portal, owner, "AB7200001")).toMatchObject([{ name: "Rahim", addedBy: owner.id }]);
  const asNobody = ["import", "people.csv", "--as", "nobody@agency.example"];
  expect(await attestry(environment, asNobody)).toMatchObject({ code: 1 });
  expect(await attestry(environment, [...command, "--scans", "missing.zip"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("missing.zip cannot be read (ENOENT).\n"),
  });
});
