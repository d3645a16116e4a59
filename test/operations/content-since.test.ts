import { describe, expect } from "vitest";
import { dayMs } from "#core/durations.ts";
import { officeDay } from "#core/office-clock.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import { officeZone } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { decideOnRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readNext } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { holderOf } from "../support/holders.ts";
import { changeOperator } from "../support/operator.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

type Changes = Partial<Parameters<typeof updateRecord>[3]> & { particulars?: Partial<CandidateRecord> };

/** Changes a record as staff do with the form; `isSamePerson` if they say so. */
async function changed(portal: Portal, { id }: { id: string }, changes: Changes, actor: Actor = admin) {
  const { particulars = {}, ...others } = changes;
  const record = await readNext(portal, actor, id);
  const typed = { isSamePerson: false, images: {}, ...others, particulars: { ...record, ...particulars } };
  return updateRecord(portal, actor, { id, expectedVersion: record.version }, typed);
}

/** What the statement of a record says: the day of its publication, and of the last change of its content. */
async function daysOf(portal: Portal, { id }: { id: string }) {
  const { published, content_since } = (await statementOf(portal, id))?.content ?? {};
  return { published, content_since };
}

const published = async (portal: Portal) =>
  addTestRecord(portal, admin, {
    images: { photo: await uploaded(portal, admin), visaPaper: await uploaded(portal, admin) },
  });

const another = { name: "Kamal Hossain", passportNumber: "B7654321" };

/** What changes the content of a record, and what does not. */
const contentChanges: Record<string, (portal: Portal, record: CandidateRecord) => Promise<unknown>> = {
  "another name": (portal, record) => changed(portal, record, { particulars: { name: "Kamal Hossain" } }),
  "another passport number": (portal, record) =>
    changed(portal, record, { particulars: { passportNumber: "B7654321" } }),
  "another second number": (portal, record) => changed(portal, record, { particulars: { irccNumber: "W7654321" } }),
  "another mother": (portal, record) => changed(portal, record, { particulars: { motherName: "Rahima Khatun" } }),
  "another photo": async (portal, record) =>
    changed(portal, record, { images: { photo: await uploaded(portal, admin) } }),
  "a paper that is taken away": (portal, record) => changed(portal, record, { images: { visaPaper: null } }),
  "the last day of a paper": (portal, record) => changed(portal, record, { lastDays: { visaPaper: "2030-01-01" } }),
};

const otherChanges: Record<string, (portal: Portal, record: CandidateRecord) => Promise<unknown>> = {
  "another address": (portal, record) => changed(portal, record, { particulars: { address: "Sylhet" } }),
  "a paper of a kind that visitors do not see": async (portal, record) =>
    changed(portal, record, { images: { medical: await uploaded(portal, admin) } }),
  "hiding it for a while": async (portal, { id }) => {
    await hideRecord(portal, admin, { id });
    await unhideRecord(portal, admin, { id });
  },
  "the kinds that the operator shows": (portal) =>
    changeSettings(portal, admin, { change: { shownKinds: ["visaPaper"] } }),
  "its holder, who holds a paper back": async (portal, record) =>
    holdBack(portal, (await holderOf(portal, record)).opened, { kind: "visaPaper", isWithheld: true }),
};

describe.each(engines)("since when the content of a record stands, on %s", (engine) => {
  const test = testOn(engine);

  test.for(Object.entries(contentChanges))("%s is told with the day", async ([, change], { portal }) => {
    const record = await published(portal);
    const { published: on } = await daysOf(portal, record);
    const next = later(portal, 3 * dayMs);
    await change(next, record);
    expect(await daysOf(portal, record)).toEqual({
      published: on,
      content_since: officeDay(officeZone(portal), next.now()),
    });
  });

  test.for(Object.entries(otherChanges))("%s changes no content", async ([, change], { portal }) => {
    const record = await published(portal);
    await change(later(portal, 3 * dayMs), record);
    expect(await daysOf(portal, record)).toMatchObject({ content_since: undefined });
  });

  test("a change on the day of the publication is not told, and a new approval begins anew", async ({ portal }) => {
    const record = await published(portal);
    await changed(portal, record, { particulars: { name: "Kamal Hossain" } });
    expect(await daysOf(portal, record)).toMatchObject({ content_since: undefined });
    const next = later(portal, 3 * dayMs);
    await changed(next, record, { particulars: { fatherName: "Abdul Hossain" } });
    await decideOnRecord(next, admin, record, "deny");
    await decideOnRecord(next, admin, record, "approve");
    const today = officeDay(officeZone(portal), next.now());
    expect(await daysOf(portal, record)).toEqual({ published: today, content_since: undefined });
  });

  test("another time zone of the office changes no day that was released", async ({ portal }) => {
    const zone = (timeZone: string) => changeSettings(portal, admin, { change: { timeZone } });
    // One of these two has another day than the other at any time.
    await zone("Pacific/Kiritimati");
    const record = await published(portal);
    await changed(later(portal, 3 * dayMs), record, { particulars: { name: "Kamal Hossain" } });
    const days = await daysOf(portal, record);
    await zone("Pacific/Niue");
    await changed(later(portal, 3 * dayMs), record, { particulars: { address: "Sylhet" } });
    expect((await daysOf(portal, record)).published).toBe(days.published);
    await changeOperator(portal, { name: "Padma Overseas" });
    expect(await daysOf(portal, record)).toEqual({ ...days, content_since: expect.any(String) });
  });

  test("name and number of another person are asked about, in one change or in two, and after the approval was taken back", async ({
    portal,
  }) => {
    const refused = { id: "another-person" };
    const [one, two, three, spelt] = [
      await published(portal),
      await published(portal),
      await published(portal),
      await addTestRecord(portal, admin, { name: "Mohammad Abdul Karim" }),
    ];
    await expect(changed(portal, one, { particulars: another })).rejects.toMatchObject(refused);
    await changed(portal, two, { particulars: { name: another.name } });
    await expect(changed(portal, two, { particulars: { passportNumber: "B7654322" } })).rejects.toMatchObject(refused);
    await decideOnRecord(portal, admin, three, "deny");
    await changed(portal, three, { particulars: { name: another.name } });
    await expect(changed(portal, three, { particulars: { passportNumber: "B7654323" } })).rejects.toMatchObject(
      refused,
    );
    // A new passport, and the same name in another spelling.
    await changed(portal, spelt, { particulars: { name: "Md. Abdul Karim", passportNumber: "B7654324" } });
  });

  test("the page of the holder of before ends with its share codes, whoever insists", async ({ portal }) => {
    const record = await addTestRecord(portal, admin, { name: "Rokeya Begum" });
    const { opened } = await holderOf(portal, record);
    const wish = { whom: "bank", words: "", days: "7", uses: "3" };
    const { code } = await makeShareCode(portal, opened, wish);
    const ask = async (name: string) =>
      (await askByShareCode(portal, { code, name }, { address: "192.0.2.1", channel: "web" })).kind;
    expect(await ask("Rokeya")).toBe("found");
    await updateRecord(portal, admin, record, { particulars: { ...record, ...another }, images: {} });
    expect(await readHolderPage(portal, opened)).toBeNull();
    expect(await ask("Kamal")).toBe("none");
    // The new person is the one whom the next change is compared with.
    await changed(portal, record, { particulars: { passportNumber: "B7654329" } });
  });
});

describe.each(engines)("under the four-eyes rule, on %s", (engine) => {
  const test = testWithEyes(engine);

  test("the day is that of the approval, and a person is compared with the one whom it was for", async ({
    portal,
    one,
    other,
    third,
  }) => {
    const record = await published(portal);
    await decideOnRecord(portal, other, record, "approve");
    const next = later(portal, 3 * dayMs);
    await changed(next, record, { particulars: { name: another.name } }, one);
    expect(await daysOf(portal, record)).toMatchObject({ content_since: undefined });
    const both = changed(next, record, { particulars: { passportNumber: another.passportNumber } }, one);
    await expect(both).rejects.toMatchObject({ id: "another-person" });
    const approving = later(portal, 5 * dayMs);
    const { version } = await readNext(approving, third, record.id);
    await decideOnRecord(approving, third, { id: record.id, expectedVersion: version }, "approve");
    expect(await daysOf(portal, record)).toMatchObject({
      content_since: officeDay(officeZone(portal), approving.now()),
    });
    await changed(approving, record, { particulars: { passportNumber: another.passportNumber } }, one);
  });
});
