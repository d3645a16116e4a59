import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { type Actor, anonymous, system } from "#core/accounts/actor.ts";
import { addFromForm, discardDraft, sweepDrafts, saveDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { sweepImages } from "#operations/images/remove-images.ts";
import { verifyImages } from "#operations/verify.ts";
import { readRecord } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { imageIds } from "#storage/database/records/images.ts";
import { moderator, particulars, student } from "../support/accounts/people.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

const day = 24 * 60 * 60 * 1000;
const later = (portal: Portal, days: number): Portal => ({ ...portal, now: () => Date.now() + days * day });
const half = { passportNumber: " a1", name: "Rahim", address: "12/A, Mirpur" };
const draft = (different = {}) => ({ form: randomUUID(), opening: randomUUID(), particulars: half, ...different });
const readDraft = async (portal: Portal, actor: Actor) => (await readDrafts(portal, actor)).draft;
const imagesLeft = ({ database }: Portal) => imageIds(database.read);

const testWith = (engine: Engine) => testOn(engine).extend("me", ({ portal }) => freshAccount(portal, "moderator"));

describe.each(engines)("a draft of a record on %s", (engine) => {
  const test = testWith(engine);

  test("is deleted with the account", async ({ portal, me }) => {
    const loose = await uploaded(portal, me);
    await saveDraft(portal, me, draft({ unsorted: [loose] }));
    await deleteAccount(portal, system("test"), me);
    expect(await portal.database.read.selectFrom("form_draft").select("form").execute()).toEqual([]);
    await sweepImages(later(portal, 1.1));
    expect(await imagesLeft(portal)).toEqual([]);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a draft of a record", () => {
  const test = testWith("sqlite");

  test("is visible only to its author and takes no images of other people", async ({ portal, me }) => {
    const other = await freshAccount(portal, "admin");
    const [own, foreign, gone] = [await uploaded(portal, me), await uploaded(portal, other), "f".repeat(32)];
    const saved = await saveDraft(portal, me, draft({ images: { photo: own, lmia: foreign }, unsorted: [gone] }));
    expect(saved.missingImages.toSorted()).toEqual([foreign, gone].toSorted());
    expect(Object.keys((await readDraft(portal, me))?.images ?? {})).toEqual(["photo"]);
    expect(await readDraft(portal, other)).toBeNull();
    await expect(readDraft(portal, anonymous)).rejects.toMatchObject({ id: "not-signed-in" });
    for (const actor of [student, system("test")]) {
      await expect(saveDraft(portal, actor, draft())).rejects.toMatchObject({ id: "not-allowed" });
    }
  });

  test("ends when its record is added: later requests of the page neither restore it nor add another record", async ({
    portal,
    me,
  }) => {
    const images = { workPermit: await uploaded(portal, me) };
    const started = draft({ images });
    await saveDraft(portal, me, started);
    const input = { form: started.form, opening: started.opening, particulars: particulars(), images };
    const { id } = await addFromForm(portal, me, input);
    expect(await addFromForm(portal, me, input)).toEqual({ id });
    expect(await readDraft(portal, me)).toBeNull();
    expect(await saveDraft(portal, me, started)).toEqual({ form: null, missingImages: [] });
    expect(await readDraft(portal, me)).toBeNull();
    expect(Object.keys((await readRecord(portal, me, id)).documents)).toEqual(["workPermit"]);
    const next = draft();
    expect(await saveDraft(portal, me, next)).toMatchObject({ form: next.form });
  });

  test("stays if its record cannot be added, or if another form is added or discarded", async ({ portal, me }) => {
    const started = draft();
    await saveDraft(portal, me, started);
    const wrong = { form: started.form, opening: started.opening, particulars: half, images: {} };
    await expect(addFromForm(portal, me, wrong)).rejects.toMatchObject({ id: "invalid" });
    const other = { form: randomUUID(), opening: randomUUID() };
    await addFromForm(portal, me, { ...other, particulars: particulars(), images: {} });
    await discardDraft(portal, me, { ...other, form: randomUUID() });
    expect(await readDraft(portal, me)).toMatchObject({ form: started.form });
  });

  test("is deleted with its images when it is discarded, and does not come back", async ({ portal, me }) => {
    const [attached, other] = [await uploaded(portal, me), await uploaded(portal, me)];
    const started = draft({ images: { lmia: attached } });
    await saveDraft(portal, me, started);
    await discardDraft(portal, me, { form: started.form, opening: started.opening });
    expect(await readDraft(portal, me)).toBeNull();
    expect(await imagesLeft(portal)).toEqual([other]);
    expect(await saveDraft(portal, me, started)).toMatchObject({ form: null });
    expect((await verifyImages(portal)).orphans).toEqual([]);
  });

  test("protects its images from the sweep for a week after its last save, and no longer", async ({ portal, me }) => {
    const [attached, dropped] = [await uploaded(portal, me), await uploaded(portal, me)];
    const started = draft({ images: { lmia: attached }, unsorted: [dropped] });
    await saveDraft(portal, me, started);
    await saveDraft(later(portal, 2), me, { ...started, unsorted: [] });
    const sweep = async (days: number) => {
      await sweepDrafts(later(portal, days));
      await sweepImages(later(portal, days));
    };
    await sweep(8.9);
    expect(await imagesLeft(portal)).toEqual([attached]);
    expect(await readDraft(later(portal, 8.9), me)).not.toBeNull();
    expect(await readDraft(later(portal, 9.1), me)).toBeNull();
    await sweep(9.1);
    expect(await imagesLeft(portal)).toEqual([]);
    expect((await verifyImages(portal)).orphans).toEqual([]);
  });

  test("is stored as typed, with its images, until the next save replaces it", async ({ portal, me }) => {
    expect(await readDraft(portal, me)).toBeNull();
    const [permit, loose, page] = [await uploaded(portal, me), await uploaded(portal, me), await uploaded(portal, me)];
    const images = { workPermit: permit, lmia: [page, permit] };
    const lastDays = { lmia: "2026-0" };
    const first = draft({ images, lastDays, unsorted: [loose], guesses: { [loose]: "visaPaper" } });
    expect(await saveDraft(portal, me, first)).toEqual({ form: first.form, missingImages: [] });
    expect(await readDraft(portal, me)).toMatchObject({
      form: first.form,
      particulars: { ...half, irccNumber: "" },
      lastDays,
      images: {
        workPermit: [{ id: permit, pages: [{ image: `${permit}-1`, width: 300, height: 400 }] }],
        lmia: [{ id: page }, { id: permit }],
      },
      unsorted: [{ id: loose, guess: "visaPaper" }],
    });
    const sorted = { ...first, particulars: { name: "Rahim U" }, images: { visaPaper: loose }, unsorted: [] };
    await saveDraft(portal, me, sorted);
    const read = await readDraft(portal, me);
    expect(read).toMatchObject({ particulars: { name: "Rahim U", address: "" }, unsorted: [] });
    expect(Object.keys(read?.images ?? {})).toEqual(["visaPaper"]);
  });
});

sharedTest.sqlite.for([
  [{ form: "short" }, { form: "key-format" }],
  [{ form: undefined }, { form: "required" }],
  [{ particulars: { name: ["x"] } }, { "particulars.name": "not-text" }],
  [{ particulars: { address: "x".repeat(2001) } }, { "particulars.address": "too-long" }],
  [{ images: { photo: "no-image" } }, { "images.photo.0": "image-gone" }],
  [{ images: { diploma: "a".repeat(32) } }, { images: "unknown-choice" }],
  [{ unsorted: Array.from({ length: 121 }, () => "a".repeat(32)) }, { unsorted: "too-long" }],
] as const)("a draft with invalid fields is refused: %j", async ([different, fields], { portal }) => {
  await expect(saveDraft(portal, moderator, draft(different))).rejects.toMatchObject({ id: "invalid", fields });
});
