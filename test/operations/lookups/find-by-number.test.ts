import { describe, expect } from "vitest";
import { findByNumber } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin, moderator } from "../../support/accounts/people.ts";
import { addTestRecord as add } from "../../support/records.ts";
import { engines, sharedTest } from "../../support/portals.ts";

const found = async (portal: Portal, actor: typeof admin, number: string) =>
  (await findByNumber(portal, actor, number)).map(({ id }) => id);

describe.each(engines)("a search by number on %s", (engine) => {
  const test = sharedTest[engine];
  test("finds a record by either number, in any spelling and in any state", async ({ portal }) => {
    const [hidden, waiting] = [await add(portal), await add(portal, moderator)];
    await hideRecord(portal, admin, hidden);
    for (const { id, passportNumber, irccNumber } of [hidden, waiting]) {
      expect(await found(portal, admin, passportNumber)).toEqual([id]);
      expect(await found(portal, admin, ` ${irccNumber.toLowerCase().replace(/^./, "$&-")} `)).toEqual([id]);
    }
    expect(await found(portal, admin, "A00000000")).toEqual([]);
    expect(await found(portal, admin, waiting.name)).toEqual([]);
    expect(await found({ ...portal, registry: "Another_Registry" }, admin, waiting.irccNumber)).toEqual([]);
  });

  test("finds two records if two have the number, the older first, and a record once if both its numbers match", async ({
    portal,
  }) => {
    const one = await add(portal, admin, { passportNumber: "SAME1234" });
    const other = await add(portal, admin, { irccNumber: "SAME1234" });
    expect(await found(portal, admin, "same 1234")).toEqual([one.id, other.id]);
    const both = await add(portal, admin, { passportNumber: "BOTH1234", irccNumber: "BOTH1234" });
    expect(await found(portal, admin, "BOTH1234")).toEqual([both.id]);
  });
});
