import { describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { rehashFiles, sameFiles } from "#operations/upkeep/same-files.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { admin, moderator, otherModerator, commandLine } from "../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const file = await drawnDocument();

const withVisa = async (portal: Portal, actor = admin, kind = "visaPaper") =>
  addTestRecord(portal, actor, { images: { [kind]: await uploaded(portal, actor, file) } });

const othersOf = async (portal: Portal, record: CandidateRecord, actor = admin) =>
  (await sameFiles(portal, actor, record)).map(({ kind, others }) => [kind, ...others.map(({ id }) => id)]);

describe("the same file in two records", () => {
  const test = testOn("sqlite");

  test("is shown to admins, and to moderators among their own records", async ({ portal }) => {
    const one = await withVisa(portal, moderator);
    const two = await withVisa(portal, otherModerator, "medical");
    expect(await othersOf(portal, one)).toEqual([["visaPaper", two.id]]);
    expect(await othersOf(portal, two)).toEqual([["medical", one.id]]);
    expect(await othersOf(portal, one, moderator)).toEqual([]);
    const three = await withVisa(portal, moderator);
    expect(await othersOf(portal, one, moderator)).toEqual([["visaPaper", three.id]]);
  });

  test("is not shown for a kind of document that many people share, or if a record no longer has it", async ({
    portal,
  }) => {
    const one = await withVisa(portal);
    const offer = await withVisa(portal, admin, "lmia");
    expect(await othersOf(portal, offer)).toEqual([]);
    expect(await othersOf(portal, one)).toEqual([["visaPaper", offer.id]]);
    await updateRecord(portal, admin, { id: offer.id }, { particulars: offer, images: { lmia: null } });
    expect(await othersOf(portal, one)).toEqual([]);
    const two = await withVisa(portal);
    expect(await othersOf(portal, one)).toEqual([["visaPaper", two.id]]);
    await deleteRecord(portal, admin, { id: two.id });
    expect(await othersOf(portal, one)).toEqual([]);
  });

  test("is found during and after a change of the secret", async ({ environment }) => {
    const older = "an older secret of at least 32 characters";
    const newer = "a newer secret of at least 32 characters";
    const before = await openForTest({ ...environment, SECRET: older });
    const [one, two] = [await withVisa(before), await withVisa(before)];
    expect(await othersOf(before, one)).toEqual([["visaPaper", two.id]]);
    const both = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    const three = await withVisa(both);
    expect(await othersOf(both, one)).toEqual([["visaPaper", two.id, three.id]]);
    await rotateKeys(both, commandLine);
    const after = await openForTest({ ...environment, SECRET: newer });
    await rehashFiles(after);
    expect(await othersOf(after, one)).toEqual([["visaPaper", two.id, three.id]]);
  });
});
