import { describe, expect } from "vitest";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { findDuplicateNumbers } from "#operations/records/duplicate-numbers.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { admin, moderator, otherModerator, particulars } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { freshAdmin, freshEmail } from "../support/accounts/fresh-accounts.ts";
import { engines, sharedTest } from "../support/portals.ts";

const add = (portal: Portal, actor = moderator, different = {}) => addTestRecord(portal, actor, different);

describe.each(engines)("a number that is being typed, on %s", (engine) => {
  const test = sharedTest[engine];
  test("is known to be taken in any spelling; the record is named only to people who may read it", async ({
    portal,
  }) => {
    const { id, name, passportNumber, irccNumber } = await add(portal);
    const spelt = `${passportNumber.slice(0, 3).toLowerCase()} ${passportNumber.slice(3)}`;
    for (const actor of [admin, moderator]) {
      expect(await findDuplicateNumbers(portal, actor, { passportNumber: spelt, irccNumber })).toEqual({
        passportNumber: { record: { id, name } },
        irccNumber: { record: { id, name } },
      });
    }
    expect(await findDuplicateNumbers(portal, otherModerator, { irccNumber })).toEqual({});
  });
});

// One engine is enough: these queries are the same on both.
describe("a number that is being typed,", () => {
  const test = sharedTest.sqlite;

  test("can be taken by a hidden record, and two numbers by two records", async ({ portal }) => {
    const [one, two] = [await add(portal), await add(portal)];
    await hideRecord(portal, admin, { id: one.id });
    const typed = { passportNumber: one.passportNumber, irccNumber: two.irccNumber };
    const taken = await findDuplicateNumbers(portal, admin, typed);
    expect([taken.passportNumber?.record?.id, taken.irccNumber?.record?.id]).toEqual([one.id, two.id]);
  });

  test("is free as the other kind of number, in another registry, in its own record and while incomplete", async ({
    portal,
  }) => {
    const { id, passportNumber, irccNumber } = await add(portal);
    const elsewhere = { ...portal, registry: "Another_Registry" };
    expect(await findDuplicateNumbers(portal, moderator, { irccNumber: passportNumber })).toEqual({});
    expect(await findDuplicateNumbers(elsewhere, moderator, { passportNumber, irccNumber })).toEqual({});
    const typedInto = { passportNumber, irccNumber, ownId: id };
    expect(await findDuplicateNumbers(portal, admin, typedInto)).toEqual({});
    expect(await findDuplicateNumbers(portal, moderator, { passportNumber: "A1", irccNumber: "" })).toEqual({});
  });
});

const ways = [
  ["added", (portal: Portal, numbers: Record<string, string>) => add(portal, moderator, numbers)],
  [
    "updated",
    async (portal: Portal, numbers: Record<string, string>) => {
      const { id } = await addTestRecord({ ...portal, limits: unlimited }, moderator);
      return updateRecord(portal, moderator, { id }, { particulars: particulars(numbers), images: {} });
    },
  ],
] as const;

describe.each(engines)("a number that is saved, on %s", (engine) => {
  const test = sharedTest[engine];

  test("is refused after 30 taken numbers in an hour, whether it is taken or not, and the admins are told once", async ({
    portal,
  }) => {
    const clerk: Actor = { kind: "account", id: "moderator-3", role: "moderator" };
    const email = freshEmail();
    await freshAdmin(portal, email);
    const { irccNumber } = await add(portal, admin);
    const saved = (numbers = {}) =>
      add(portal, clerk, numbers).then(
        () => "saved",
        (error: unknown) => isPortalError(error) && error.id,
      );
    for (let times = 0; times < 35; times += 1) expect(await saved()).toBe("saved");
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => saved({ irccNumber })));
    expect(atOnce.filter((said) => said === "duplicate-number")).toHaveLength(30);
    expect(await saved({ irccNumber })).toBe("admin-must-look");
    expect(await saved()).toBe("admin-must-look");
    const mails = (await Array.fromAsync(waitingMails(portal))).flat().filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("taken numbers")]);
  });
});

// One engine is enough: these queries are the same on both.
describe("a number that is saved,", () => {
  const test = sharedTest.sqlite;

  test.for(ways)(
    "and is taken causes an audit event about the person who learnt that, when a record is %s",
    async ([, save], { portal }) => {
      const { irccNumber } = await add(portal, admin);
      const learnt = async () =>
        (await auditTrail(portal, admin, "staff", "moderator-1")).filter(
          ({ action }) => action === "numbers-found-taken",
        );
      const before = await learnt();
      await expect(save(portal, { irccNumber })).rejects.toMatchObject({ id: "duplicate-number" });
      expect((await learnt()).slice(before.length)).toMatchObject([
        { actor: "moderator-1", changedFields: ["irccNumber"], details: { irccNumber: { to: "number-taken" } } },
      ]);
      expect(JSON.stringify(await learnt())).not.toContain(irccNumber);
      await expect(save(portal, { irccNumber: "" })).rejects.toMatchObject({ id: "invalid" });
      expect(await learnt()).toHaveLength(before.length + 1);
      expect((await verifyAudit(portal)).brokenAt).toBeNull();
    },
  );

  test.for(ways)("counts towards a limit, taken or not, when a record is %s", async ([, save], { portal }) => {
    const { irccNumber } = await add(portal, admin);
    const tired = { ...portal, limits: { ...portal.limits, attempt: refusing } };
    for (const numbers of [{ irccNumber }, {}]) {
      await expect(save(tired, numbers)).rejects.toMatchObject({ id: "too-many-requests", waitSeconds: 60 });
    }
  });

  test("by an admin is neither counted nor audited", async ({ portal }) => {
    const { irccNumber } = await add(portal, admin);
    const tired = { ...portal, limits: { ...portal.limits, attempt: refusing } };
    await expect(add(tired, admin, { irccNumber })).rejects.toMatchObject({ id: "duplicate-number" });
    expect(await auditTrail(portal, admin, "staff", "admin-1")).toEqual([]);
  });
});

const refusing = async () => ({ allowed: false, waitSeconds: 60 }) as const;

const unlimited = {
  attempt: async () => ({ allowed: true }) as const,
  count: async () => [],
  counted: async () => [],
  takeBack: async () => {},
  forget: async () => {},
};
