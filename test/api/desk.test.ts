import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { receiptPdf } from "#operations/desk/receipt-pdf.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { answerFor, signedReceipt } from "#verify/lookup-receipt.ts";
import { admin } from "../support/accounts/people.ts";
import { atTheDesk } from "../support/organisations.ts";
import { addTestRecord } from "../support/records.ts";
import { sharedApi } from "../support/site.ts";

const { url, portal } = await sharedApi();

let key = "";
let person: Awaited<ReturnType<typeof atTheDesk>>["person"];
beforeAll(async () => {
  ({ person } = await atTheDesk(portal));
  ({ key } = await makeApiKey(portal, person, { name: "Visa system", scope: "look-up", days: 30 }));
});

function check(table: string, purpose = "Visas", token = key) {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("table", new Blob([table]), "people.csv");
  return fetch(`${url}/desk/lists`, { method: "POST", body: form, headers: { Authorization: `Bearer ${token}` } });
}

type CheckedList = {
  stopped: boolean;
  left: object;
  receipt: string;
  rows: { number: string; outcome: string; disclosure: string; published?: string; documents?: string[] }[];
};

describe("a program of an organisation", () => {
  test("checks a table, and proves each answer with the receipt", async () => {
    const shown = await addTestRecord(portal, admin);
    const hidden = await addTestRecord(portal, admin);
    await hideRecord(portal, admin, { id: hidden.id });
    const lines = [shown, hidden].map(({ passportNumber, name }) => `${passportNumber},"${name}",x`);
    const answer = await check(`Passport no.,Name,Case\n${lines.join("\n")}\nZ9999999,Nobody Here,y\n`);
    expect(answer.status).toBe(200);
    const { stopped, left, receipt: token, rows } = (await answer.json()) as CheckedList;
    expect([stopped, left]).toEqual([false, { other_names: 10, misses: 28 }]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["shown", "nothing", "nothing"]);
    // What is hidden and what is missing differ in nothing but what was sent.
    const [, ofHidden, ofMissing] = rows.map((row) => Object.keys(row));
    expect(ofHidden).toEqual(ofMissing);
    const receipt = await signedReceipt(token, (await publicKeys(portal, portal.database.read, "statement")).keys);
    if (!receipt) throw new Error("the receipt cannot be read");
    const told = await Promise.all(rows.map(({ disclosure }) => answerFor(receipt, disclosure)));
    expect(told.map((one) => one?.asked.number)).toEqual([shown.passportNumber, hidden.passportNumber, "Z9999999"]);
    expect(await answerFor(receipt, rows[0]?.disclosure.slice(1) ?? "")).toBeNull();
  });

  test.each([
    ["Passport no.,Case\nA1234567,x\n", 422, "no-name-column"],
    ["Name,Case\nRahim Uddin,x\n", 422, "no-number-column"],
    [`Passport no.,Name\n${"A1234567,Rahim Uddin\n".repeat(10_001)}`, 413, "list-too-long"],
  ])("is told why a table cannot be checked (%#)", async (table, status, id) => {
    const answer = await check(table);
    expect([answer.status, ((await answer.json()) as { error: { id: string } }).error.id]).toEqual([status, id]);
  });

  test("gives a purpose, and has no other call", async () => {
    expect((await check("Passport no.,Name\nA1234567,Rahim Uddin\n", " ")).status).toBe(400);
    for (const path of ["/User_Data", "/import/x"]) {
      const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    await expect(makeApiKey(portal, person, { name: "More", scope: "read", days: 30 })).rejects.toMatchObject({
      fields: { scope: "unknown-choice" },
    });
  });
});

test("the page that people file is a PDF which names no number, and everything is on it", async () => {
  const { person: asker } = await atTheDesk(portal, { name: "WMWM ".repeat(24), country: "WMWM ".repeat(12) });
  const shown = await addTestRecord(portal, admin);
  const row = () => ({ cells: [], number: shown.passportNumber, name: shown.name, code: "" });
  const rows = Array.from({ length: 30 }, row);
  for (const purpose of ["Visas, التأشيرات", "WMWM ".repeat(60)]) {
    const checked = await checkList(portal, asker, { list: { heads: [], rows }, purpose });
    for (const language of ["en", "bn"] as const) {
      const pdf = Buffer.from(await receiptPdf(portal, checked, language));
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.toString("latin1")).not.toContain(shown.passportNumber);
      const [, drawn = ""] = /stream\n(.*?)\nendstream/s.exec(pdf.toString("latin1")) ?? [];
      const heights = inflateSync(Buffer.from(drawn, "latin1"))
        .toString("latin1")
        .matchAll(/ (\S+) Tm /g);
      expect(Math.min(...[...heights].map(([, up]) => Number(up)))).toBeGreaterThan(40);
    }
  }
});
