import { buffer } from "node:stream/consumers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { readUploadFormOf } from "#api/images/upload-form.ts";
import { cellText, type TableRow } from "#core/imports/table.ts";
import { openZip } from "#documents/spreadsheets/open-zip.ts";
import { readTable } from "#documents/spreadsheets/read-table.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { answerFor, signedReceipt } from "#verify/lookup-receipt.ts";
import { action } from "../../src/web/dashboard/desk/desk-table.route.ts";
import { typedBefore } from "../../src/web/frame/say-why.server.ts";
import { type Visit, visitContext } from "../../src/web/frame/visit.server.ts";
import { admin } from "../support/accounts/people.ts";
import { atTheDesk } from "../support/organisations.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";

const portal = await openForTest(await freshEnvironment("sqlite", whenFileEnds), whenFileEnds);
const { person: actor } = await atTheDesk(portal);

/** Sends a table as the page does. */
function send(table: string, purpose: string): Promise<Response> {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("table", new Blob([table]), "people.csv");
  const visit = { portal, signedIn: async () => ({ actor }), report: () => undefined, readUploads: readUploadFormOf };
  const context = new RouterContextProvider(new Map([[visitContext, visit as unknown as Visit]]));
  const request = new Request("http://site.example/dashboard/Desk/table", { method: "POST", body: form });
  return action({ request, url: new URL(request.url), context, params: {}, pattern: "/dashboard/Desk/table" });
}

test("a refused list leads back to the page, with the typed purpose in its box", async () => {
  const purpose = "ভিসা, Visas; 2026";
  const answer = await send("Case,Name\n1,Rahim Uddin\n", purpose);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard/Desk"]);
  const [cookie = ""] = answer.headers.getSetCookie();
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  expect(typedBefore(new Request("http://site.example/dashboard/Desk", { headers }))).toBe(purpose);
  const tooLong = await send("Number,Name\nA12345678,Rahim Uddin\n", "ভ".repeat(1200));
  expect(tooLong.headers.getSetCookie()[0]?.length, "within what browsers keep").toBeLessThan(4096);
});

test("the page sends a table back with the answers in new columns, and the receipt beside it", async () => {
  const images = { visaPaper: await uploaded(portal, admin) };
  const shown = await addTestRecord(portal, admin, { images, lastDays: { visaPaper: "2020-01-31" } });
  const hidden = await addTestRecord(portal, admin);
  await hideRecord(portal, admin, { id: hidden.id });
  const lines = [shown, hidden].map(({ passportNumber, name }) => `=1+1,${passportNumber},"${name}"`);
  const answer = await send(`Case,Passport no.,Name\n${lines.join("\n")}\n3,,Total\n`, "Visas");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);

  const limits = { entries: 9, bytes: 1e7, ratio: 1000, tooLarge: "too-large", broken: "broken-archive" } as const;
  const entries = await openZip(Buffer.from(await answer.arrayBuffer()), limits);
  const files = new Map(
    await Promise.all(entries.map(async ({ name, read }) => [name, await buffer(await read())] as const)),
  );
  expect([...files.keys()]).toEqual(["list.xlsx", "receipt.pdf", "receipt.jwt"]);
  const rows: TableRow[] = [];
  for await (const some of readTable(files.get("list.xlsx") ?? Buffer.of())) rows.push(...some);
  const [heads, first, second, total] = rows.map(({ cells }) => cells);
  expect(heads?.slice(0, 4)).toEqual(["Case", "Passport no.", "Name", "Answer"]);
  expect([heads?.[4], first?.[4]]).toEqual(["Has ended", "Visa paper: 31 January 2020"]);
  expect(first?.slice(0, 4)).toEqual(["=1+1", shown.passportNumber, shown.name, "Published"]);
  expect(second?.slice(3, 6)).toEqual(["This site shows nothing", "", ""]);
  expect(total?.[3]).toBe("Number or name is missing");
  const keys = await publicKeys(portal, portal.database.read, "statement");
  const receipt = await signedReceipt(String(files.get("receipt.jwt")), keys.keys);
  const told = receipt && (await answerFor(receipt, cellText(second?.[8])));
  expect(told).toMatchObject({ asked: { number: hidden.passportNumber }, answer: { digest: second?.[7] } });
});
