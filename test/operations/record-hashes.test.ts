import { describe, expect } from "vitest";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { listAndCountRecords, listRecords } from "#operations/records/list-records.ts";
import { findByNumber } from "#operations/records/read-record.ts";
import { samePersonRecords } from "#operations/records/same-person.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { admin, moderator, otherModerator, particulars, commandLine } from "../support/accounts/people.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const idsFound = async (portal: Portal, search: string, actor: Actor = admin) =>
  (await listRecords(portal, actor, { search })).records.map(({ id }) => id).toSorted();

const ids = (...records: { id: string }[]) => records.map(({ id }) => id).toSorted();

describe.each(engines)("records on %s", (engine) => {
  const test = testOn(engine);

  test("are found by the last four characters of either number, if the person may read them", async ({ portal }) => {
    const one = await addTestRecord(portal, moderator, { passportNumber: "A1234 5678", irccNumber: "W 1000 90ab" });
    const two = await addTestRecord(portal, otherModerator, { passportNumber: "B9990000", irccNumber: "W5555678" });
    expect(await idsFound(portal, "5678")).toEqual(ids(one, two));
    expect(await idsFound(portal, " ৫৬ ৭৮")).toEqual(ids(one, two));
    expect(await idsFound(portal, "90AB", moderator)).toEqual(ids(one));
    expect(await idsFound(portal, "5678", otherModerator)).toEqual(ids(two));
    expect(await idsFound(portal, "1234")).toEqual([]);
    expect(await idsFound({ ...portal, registry: "Another_Registry" }, "5678")).toEqual([]);
    await updateRecord(
      portal,
      admin,
      { id: one.id },
      { particulars: { ...one, passportNumber: "C0001111" }, images: {} },
    );
    expect([await idsFound(portal, "5678"), await idsFound(portal, "1111")]).toEqual([ids(two), ids(one)]);
  });

  test("of the same person are found in any spelling of the names", async ({ portal }) => {
    const names = { name: "Md. Rahim Khan", fatherName: "Abdul Khan", motherName: "Fatema Begum" };
    const one = await addTestRecord(portal, admin, names);
    const two = await addTestRecord(portal, moderator, {
      ...names,
      name: "MD RAHIM  KHAN",
      motherName: "Fatema, Begum",
    });
    await addTestRecord(portal, moderator, { ...names, fatherName: "Abdul Karim" });
    expect(await samePersonRecords(portal, admin, two)).toEqual([{ id: one.id, name: one.name, publicState: "shown" }]);
    expect(await samePersonRecords(portal, admin, one)).toMatchObject([{ id: two.id }]);
    expect(await samePersonRecords(portal, moderator, two)).toEqual([]);
    const three = await addTestRecord(portal, moderator, names);
    expect(await samePersonRecords(portal, moderator, two)).toMatchObject([{ id: three.id }]);
    const emptied = { particulars: { ...particulars(), name: names.name, fatherName: "", motherName: "" }, images: {} };
    const { record } = await updateRecord(portal, admin, { id: three.id }, emptied);
    expect(await samePersonRecords(portal, admin, record)).toEqual([]);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("records", () => {
  const test = testOn("sqlite");

  test("cannot be found by trying numbers: a moderator's searches for numbers are limited, and each page counts once", async ({
    portal,
  }) => {
    const tried: string[] = [];
    const counted: Portal = {
      ...portal,
      limits: {
        ...portal.limits,
        attempt: async (attempts) => {
          tried.push(...attempts.map(({ key }) => key));
          return tried.length > 3 ? { allowed: false, waitSeconds: 60 } : { allowed: true };
        },
      },
    };
    await listAndCountRecords(counted, moderator, { search: "5678" });
    await listAndCountRecords(counted, moderator, { search: "A12345678" });
    await findByNumber(counted, moderator, "A12345678");
    await listAndCountRecords(counted, moderator, { search: "rahim" });
    await listAndCountRecords(counted, admin, { search: "5678" });
    expect(tried).toEqual(Array(3).fill(actorId(moderator)));
    const tooMany = { id: "too-many-requests" };
    await expect(listRecords(counted, moderator, { search: "5679" })).rejects.toMatchObject(tooMany);
  });

  test("are found by their hashes during and after a change of the secret", async ({ environment }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const withOlder = await openForTest({ ...environment, SECRET: older });
    const names = { name: "Md. Rahim Khan", fatherName: "Abdul Khan" };
    const one = await addTestRecord(withOlder, admin, { ...names, passportNumber: "A12345678" });
    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    const two = await addTestRecord(withBoth, admin, { ...names, passportNumber: "B12345678" });
    expect(await idsFound(withBoth, "5678")).toEqual(ids(one, two));
    expect(await samePersonRecords(withBoth, admin, two)).toMatchObject([{ id: one.id }]);
    await rotateKeys(withBoth, commandLine);
    const withNewer = await openForTest({ ...environment, SECRET: newer });
    expect(await idsFound(withNewer, "5678")).toEqual(ids(one, two));
    expect(await samePersonRecords(withNewer, admin, two)).toMatchObject([{ id: one.id }]);
  });
});
