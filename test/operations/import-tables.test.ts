import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { Cell } from "#core/imports/table.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut, readLeftOfFile, readWarnings } from "#operations/bulk/read-run.ts";
import { readColumns, takeGuessedColumns, takeNumbers, takeUnusual } from "#operations/imports/choose-columns.ts";
import { readDoubtfulNumbers } from "#operations/imports/problems-of-table.ts";
import { readRefusedRows } from "#operations/imports/read-refused-rows.ts";
import { receiveRows } from "#operations/imports/receive-import.ts";
import { sendBackRecord } from "#operations/records/change-record.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { countOf, heads, imported, leftOut, line, named, received } from "../support/imports.ts";
import { testOn } from "../support/portals.ts";
import { watchPlans } from "../support/query-plans.ts";
import { addTestRecord } from "../support/records.ts";

const test = testOn("sqlite");

describe("an import", () => {
  test("reads all sheets with the same headings, costs only the cells that cannot be read, and takes numbers for a whole column", async ({
    portal,
    admin,
  }) => {
    const id = randomUUID();
    const columns = [...heads.split(","), "Visa expiry"];
    const person = (passport: Cell, ircc: string, day: string) => [
      passport,
      ...line("", ircc).split(",").slice(1),
      day,
    ];
    const sheetOf = (name: string, rows: readonly Cell[][]) =>
      rows.map((cells, at) => ({ row: at + 1, cells, sheet: name }));
    const rows = [
      ...sheetOf("Cover", [["Shapla Overseas"], ["2026"]]),
      ...sheetOf("May", [
        columns,
        person("AB1000001", "W1000001", "soon"),
        person({ number: "1234567" }, "W1000002", "31/03/2027"),
      ]),
      ...sheetOf("June", [
        ["June"],
        columns,
        person("AB1000003", "W1000003", "03/04/2027"),
        columns,
        person("AB 3", "W1000004", "later"),
      ]),
      ...sheetOf("Fees", [["Item", "Taka"]]),
    ];
    await receiveRows(portal, admin, { id, dataKey: newDataKey(portal.keyring, id) }, (async function* () { yield rows; })()); // prettier-ignore
    const { sheets, unread } = await readColumns(portal, admin, id);
    expect([sheets, unread.map(({ name, rowCount }) => [name, rowCount])]).toEqual([["May", "June"], [["Cover", 2], ["Fees", 1]]]); // prettier-ignore
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    const wrong = { passportNumber: "number-format", "lastDays.visaPaper": "date-format" };
    expect(await leftOut(portal, admin, id)).toEqual([
      { "3 refused": { passportNumber: "number-changed" } },
      { "4 no-person": {} },
      { "5 refused": wrong },
    ]);
    expect((await readLeftOut(portal, admin, id)).rows.map(({ sheet }) => sheet)).toEqual(["May", "June", "June"]);
    expect((await readLeftOfFile(portal, admin, id)).sheets.map(({ name }) => name)).toEqual(["Cover", "Fees"]);
    expect((await readWarnings(portal, admin, id)).map(({ problems }) => problems)).toEqual([{ "lastDays.visaPaper": "date-format" }]); // prettier-ignore
    await takeNumbers(portal, admin, id);
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await executeAllRuns(portal);
    expect(await named(portal, admin, "1234567")).toMatchObject({ lastDays: { visaPaper: "2027-03-31" } });
    expect(await named(portal, admin, "AB1000003")).toMatchObject({ lastDays: { visaPaper: "2027-04-03" } });
    expect(await named(portal, admin, "AB1000001")).toMatchObject({ lastDays: {} });
    const refused = await readRefusedRows(portal, admin, id);
    expect(refused.heads).toEqual(columns);
    expect(refused.rows).toMatchObject([{ cells: expect.arrayContaining(["AB 3", "later"]), problems: wrong }]);
  });

  test("shows the numbers that are unlike the others, and takes them in one press", async ({ portal, admin }) => {
    const people = Array.from({ length: 22 }, (_, at) => line(`AB${1_000_001 + at}`, `W${1_000_001 + at}`));
    const id = await received(portal, admin, [heads, ...people, line("AB100", "W2000001"), line("1.2E+8", "W2000002")]);
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    expect(await readDoubtfulNumbers(portal, admin, id)).toEqual({ changed: 0, unusual: 1, first: ["AB100"] });
    await takeUnusual(portal, admin, id);
    await executeAllRuns(portal);
    expect(await readDoubtfulNumbers(portal, admin, id)).toMatchObject({ unusual: 0 });
    expect(await leftOut(portal, admin, id)).toEqual([{ "25 refused": { passportNumber: "digits-lost" } }]);
  });

  test("is undone although a later import was made and undone, and a row that says nothing new changes nothing", async ({
    portal,
    admin,
  }) => {
    const old = { passportNumber: "AB1000001", irccNumber: "W1000001" };
    const { id } = await addTestRecord(portal, admin, { ...old, name: "Old Name" });
    const first = await imported(portal, admin, [
      line("AB1000001", "", "First"),
      line("AB1000002", "W1000002", "First"),
    ]);
    const lines = [line("AB1000001", "", "Second"), line("AB1000002", "W1000002", "Second")];
    const second = await imported(portal, admin, lines);
    await undoRun(portal, admin, second);
    await executeAllRuns(portal);
    const undo = await undoRun(portal, admin, first);
    const plans = watchPlans(portal);
    await executeAllRuns(portal);
    const byRecord = (await plans()).filter(({ text }) => text.startsWith('select "record_id", "version_after"'));
    // Without the index, each part of an undo reads all rows of all imports.
    expect(byRecord.map(({ plan }) => plan[0])).toEqual([expect.stringContaining("bulk_item_by_record")]);
    expect(await leftOut(portal, admin, undo)).toEqual([]);
    expect(await named(portal, admin, "AB1000001")).toMatchObject({ name: "Old Name" });
    expect(await named(portal, admin, "AB1000002")).toBeUndefined();

    // The other way round, the undo of the first keeps what the second changed, until that is undone.
    const [third, fourth] = [await imported(portal, admin, [line("AB1000003", "W1000003", "First")]), await imported(portal, admin, [line("AB1000003", "W1000003", "Second")])]; // prettier-ignore
    const kept = await undoRun(portal, admin, third);
    await executeAllRuns(portal);
    expect(await leftOut(portal, admin, kept)).toEqual([{ "2 changed": {} }]);
    await undoRun(portal, admin, fourth);
    await executeAllRuns(portal);
    expect(await leftOut(portal, admin, kept)).toEqual([]);
    expect(await named(portal, admin, "AB1000003")).toBeUndefined();

    const { approval } = await sendBackRecord(portal, admin, { id }, "The photo is missing").then(
      ({ record }) => record,
    );
    expect(approval).toBe("returned");
    const events = await countOf(portal, "audit_event");
    await imported(portal, admin, ["AB1000001,,Old Name,,,"]);
    expect(await named(portal, admin, "AB1000001")).toMatchObject({ approval: "returned" });
    expect(await countOf(portal, "audit_event")).toBe(events);
  });

  test("takes the state of new records from an export, and never makes a record more public than it says", async ({
    portal,
    admin,
  }) => {
    const states = ["shown", "hidden", "waiting", "sent back"];
    const rows = states.map(
      (state, at) => `${line(`AB100000${at}`, `W100000${at}`)},${state},${state === "sent back" ? "No photo" : ""}`,
    );
    const id = await received(portal, admin, [`${heads},State,Why it came back`, ...rows]);
    await takeGuessedColumns(portal, admin, id, { begins: true });
    await executeAllRuns(portal);
    const records = await Promise.all(states.map((_, at) => named(portal, admin, `AB100000${at}`)));
    expect(records.map((record) => record && publicStateOf(record))).toEqual([
      "shown",
      "hidden",
      "waiting",
      "returned",
    ]);
    expect(records[3]).toMatchObject({ returnReason: "No photo", approvedAt: null });
  });
});
