import { describe, expect } from "vitest";
import { anonymous } from "#core/staff/actor.ts";
import { findDuplicateNumbers } from "#operations/records/duplicate-numbers.ts";
import type { Portal } from "#operations/portal.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin, moderator, otherModerator, student } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, sharedTest } from "../support/portals.ts";

const add = (portal: Portal, actor = moderator) => addTestRecord(portal, actor);

describe.each(engines)("a number that is being typed, on %s", (engine) => {
  const test = sharedTest[engine];
  test("is known to be taken however spelt, and by whom to who may read it", async ({ portal }) => {
    const { id, name, passportNumber, irccNumber } = await add(portal);
    const spelt = `${passportNumber.slice(0, 3).toLowerCase()} ${passportNumber.slice(3)}`;
    for (const actor of [admin, moderator]) {
      expect(await findDuplicateNumbers(portal, actor, { passportNumber: spelt, irccNumber })).toEqual({
        passportNumber: { record: { id, name } },
        irccNumber: { record: { id, name } },
      });
    }
    expect(await findDuplicateNumbers(portal, otherModerator, { irccNumber })).toEqual({
      irccNumber: { record: null },
    });
  });

  test("is taken by a hidden record as well, and may be of two records", async ({ portal }) => {
    const [one, two] = [await add(portal), await add(portal)];
    await hideRecord(portal, admin, { id: one.id });
    const typed = { passportNumber: one.passportNumber, irccNumber: two.irccNumber };
    const taken = await findDuplicateNumbers(portal, admin, typed);
    expect([taken.passportNumber?.record?.id, taken.irccNumber?.record?.id]).toEqual([one.id, two.id]);
  });

  test("is free as the other kind, elsewhere, in its own record, and half typed", async ({ portal }) => {
    const { id, passportNumber, irccNumber } = await add(portal);
    const elsewhere = { ...portal, registry: "Another_Registry" };
    expect(await findDuplicateNumbers(portal, moderator, { irccNumber: passportNumber })).toEqual({});
    expect(await findDuplicateNumbers(elsewhere, moderator, { passportNumber, irccNumber })).toEqual({});
    const typedInto = { passportNumber, irccNumber, ownId: id };
    expect(await findDuplicateNumbers(portal, admin, typedInto)).toEqual({});
    const unseen = { record: null };
    expect(await findDuplicateNumbers(portal, otherModerator, typedInto)).toEqual({
      passportNumber: unseen,
      irccNumber: unseen,
    });
    expect(await findDuplicateNumbers(portal, moderator, { passportNumber: "A1", irccNumber: "" })).toEqual({});
  });

  test("is answered to clerks, and to moderators only so often", async ({ portal }) => {
    const { passportNumber } = await add(portal);
    await expect(findDuplicateNumbers(portal, anonymous, {})).rejects.toMatchObject({ id: "not-signed-in" });
    await expect(findDuplicateNumbers(portal, student, { passportNumber })).rejects.toMatchObject({
      id: "not-allowed",
    });
    const tired = { ...portal, limits: { ...portal.limits, attempt: refusing } };
    await expect(findDuplicateNumbers(tired, moderator, { passportNumber })).rejects.toMatchObject({
      id: "too-many-requests",
    });
    expect(await findDuplicateNumbers(tired, admin, { passportNumber })).toHaveProperty("passportNumber");
  });
});

const refusing = async () => ({ allowed: false, waitSeconds: 60 }) as const;
