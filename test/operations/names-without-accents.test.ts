import { describe, expect } from "vitest";
import { listRecords } from "#operations/records/list-records.ts";
import { foldNamesAnew } from "#operations/upkeep/fold-names-anew.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const found = async (portal: Portal, search: string) =>
  (await listRecords(portal, admin, { search })).records.map(({ name }) => name);

describe.each(engines)("staff on %s", (engine) => {
  const test = testOn(engine);

  test("find names without accents and titles", async ({ portal }) => {
    for (const name of ["Ángel Núñez Quxano", "Angel Quxano", "Rokeya Quxabegum"])
      await addTestRecord(portal, admin, { name });
    expect(await found(portal, "angel nunez quxano")).toEqual(["Ángel Núñez Quxano"]);
    expect((await found(portal, "ANGEL quxano")).toSorted()).toEqual(["Angel Quxano", "Ángel Núñez Quxano"]);
    expect(await found(portal, "Ángel Quxano")).toEqual(["Ángel Núñez Quxano"]);
    expect(await found(portal, "rokéya quxabegum")).toEqual(["Rokeya Quxabegum"]);
    expect(await found(portal, "Mst. Rokeya Quxabegum")).toEqual(["Rokeya Quxabegum"]);
    expect(await found(portal, "Mst. Rokeya Quxa Nobody")).toEqual([]);
  });

  test("find what 1.1 wrote, once it is folded anew; until then it is no damage", async ({ portal }) => {
    const { id } = await addTestRecord(portal, admin, { name: "José Quxito" });
    await portal.database.write((writer) =>
      writer.updateTable("candidate").set({ name_folded: "josé quxito" }).where("id", "=", id).execute(),
    );
    expect(await found(portal, "jose quxito")).toEqual([]);
    expect((await verifyRecords(portal)).broken).not.toContain(id);
    await foldNamesAnew(portal);
    expect(await found(portal, "jose quxito")).toEqual(["José Quxito"]);
    expect((await verifyRecords(portal)).broken).not.toContain(id);
  });
});
