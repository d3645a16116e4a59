import { describe, expect } from "vitest";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut, readRuns } from "#operations/bulk/read-run.ts";
import { changeColumns, chooseColumns, readColumns } from "#operations/imports/choose-columns.ts";
import { readRefusedRows } from "#operations/imports/read-refused-rows.ts";
import { nameImport } from "#operations/imports/rows-of-import.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { heads, line, named, received } from "../support/imports.ts";
import { testOn } from "../support/portals.ts";

// One engine is enough: imports.test.ts makes PostgreSQL plan these queries too.
describe("an import", () => {
  const test = testOn("sqlite");

  test("goes back from its dry run to the columns, takes numbers as shown, and returns the rows that it refuses", async ({
    portal,
    admin,
  }) => {
    const lines = [heads, line("12345678", "W1000001"), line("AB1000002", "W1000002", " "), ",,,,,"];
    const id = await received(portal, admin, lines);
    await nameImport(portal, id, "people.csv");
    const choose = async (takesNumbers: boolean) => {
      const { headsAt, columns } = await readColumns(portal, admin, id);
      await chooseColumns(portal, admin, id, { headsAt, columns: columns.map(({ field }) => field), takesNumbers });
      await executeAllRuns(portal);
    };
    await choose(false);
    expect(await readRefusedRows(portal, admin, id)).toMatchObject({
      heads: heads.split(","),
      rows: [
        { cells: line("12345678", "W1000001").split(","), problems: { passportNumber: "number-changed" } },
        { cells: line("AB1000002", "W1000002", "").split(","), problems: { name: "required" } },
      ],
    });
    await changeColumns(portal, admin, id);
    await choose(true);
    expect((await readLeftOut(portal, admin, id)).rows).toMatchObject([{ sourceRow: 3, outcome: "refused" }]);
    await changeColumns(portal, admin, id);
    const [first, ...others] = (await readColumns(portal, admin, id)).columns.map(({ field }) => field);
    await chooseColumns(portal, admin, id, { headsAt: 1, columns: [first ?? null, null], takesNumbers: true });
    await executeAllRuns(portal);
    await changeColumns(portal, admin, id);
    const again = await readColumns(portal, admin, id);
    expect(again, "as chosen").toMatchObject({ headsAt: 1, takesNumbers: true });
    expect(again.columns.map(({ field }) => field).filter((field) => field !== null)).toEqual([first]);
    await chooseColumns(portal, admin, id, { headsAt: 0, columns: [first ?? null, ...others], takesNumbers: true });
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await expect(changeColumns(portal, admin, id)).rejects.toMatchObject({ id: "stale" });
    await executeAllRuns(portal);
    expect(await named(portal, admin, "12345678")).toMatchObject({ irccNumber: "W1000001" });
    expect((await readRuns(portal, admin)).map(({ name }) => name)).toEqual(["people.csv"]);
    const rows = [{ cells: line("AB1000002", "W1000002", "").split(","), problems: { name: "required" } }];
    expect(await readRefusedRows(portal, admin, id)).toMatchObject({ heads: heads.split(","), rows });
  });
});
