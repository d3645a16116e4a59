import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { type Actor, system } from "#core/accounts/actor.ts";
import { addFromForm, discardDraft, saveDraft, sweepDrafts } from "#operations/drafts/change-draft.ts";
import { listPageDrafts, throwDraftAway } from "#operations/drafts/list-drafts.ts";
import { readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { draftRow, readDrafts } from "#operations/drafts/read-drafts.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { verifyImages } from "#operations/upkeep/verify.ts";
import { readRecord } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { putDraft } from "#storage/database/records/drafts.ts";
import { imageIds } from "#storage/database/records/images.ts";
import { moderator, particulars } from "../support/accounts/people.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";
import { uploaded } from "../support/documents.ts";
import { noteClock } from "#operations/portal/steady-clock.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { maxDrafts } from "#core/records/draft.ts";
import { anything } from "#core/stored/decoders.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";

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
    await sweepAllImages(later(portal, 1.1));
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
    await expect(saveDraft(portal, system("test"), draft())).rejects.toMatchObject({ id: "not-allowed" });
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
    expect(await addFromForm(portal, me, input)).toEqual({ id, isAllIn: true });
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
      await sweepAllImages(later(portal, days));
    };
    for (const days of [-5, 0, 5]) await noteClock(later(portal, days));
    await sweep(8.9);
    expect(await imagesLeft(portal)).toEqual([attached]);
    expect(await readDraft(later(portal, 8.9), me)).not.toBeNull();
    expect(await readDraft(later(portal, 9.1), me)).toBeNull();
    await sweep(9.1);
    expect(await imagesLeft(portal)).toEqual([]);
    expect((await verifyImages(portal)).orphans).toEqual([]);
  });

  test("that is damaged hides no other one, and can be thrown away", async ({ portal, me }) => {
    const image = await uploaded(portal, me);
    const forms = [draft({ images: { photo: image } }), draft({ particulars: { ...half, name: "Karim" } })] as const;
    for (const one of forms) await saveDraft(portal, me, one);
    const name = "post:new";
    await savePageDraft(portal, me, { name, fields: [["name", "Salma"]] }, [{ opening: "opening-1", number: 1 }]);
    await savePageDraft(portal, me, { name, fields: [["name", "Amina"]] }, [{ opening: "opening-2", number: 1 }]);
    const sealed = Buffer.alloc(90, 1);
    await changeRows(portal, "form_draft", { sealed }, { form: forms[1].form });
    await changeRows(portal, "form_draft", { sealed }, { opening: "opening-2" });
    expect(await readDrafts(portal, me)).toMatchObject({
      draft: { form: forms[0].form, images: { photo: [{ id: image }] } },
      begun: [{ form: forms[0].form }],
      damaged: [{ id: expect.any(String) }],
    });
    expect(await readDrafts(portal, me, forms[1].form)).toMatchObject({ draft: null, isFree: false });
    expect(await readPageDrafts(portal, me, name)).toMatchObject([{ fields: [["name", "Salma"]] }]);
    const texts = await listPageDrafts(portal, me);
    expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(["Salma", null]));
    for (const { id, text } of [
      ...(await readDrafts(portal, me)).damaged.map((one) => ({ ...one, text: null })),
      ...texts,
    ])
      if (text === null) await throwDraftAway(portal, me, { id });
    expect((await readDrafts(portal, me)).damaged).toEqual([]);
    expect(await listPageDrafts(portal, me)).toMatchObject([{ text: "Salma" }]);
    // An image that is damaged is not there.
    await changeRows(portal, "image", { sealed: Buffer.alloc(90, 1) }, { id: image });
    expect(await readDraft(portal, me)).toMatchObject({ images: {}, particulars: { name: "Rahim" } });
  });

  test("of 1.0, which knows no names of files, can be opened and saved", async ({ portal, me }) => {
    const loose = await uploaded(portal, me);
    const content = { particulars: half, images: {}, lastDays: {}, unsorted: [loose], guesses: {}, failed: [] };
    const place = { id: randomUUID(), person_id: me.id, version: 1 };
    const first = draft({ version: 1 });
    const asIn10 = sealedUnderOwnKey({ table: "draft", place: ({ id }) => `draft/${id}`, decode: anything });
    const sealed = asIn10.sealColumns(portal.keyring, place, content);
    await portal.database.write((writer) => putDraft(writer, draftRow(portal, place, first, sealed), [loose]));
    expect(await readDraft(portal, me)).toMatchObject({ particulars: half, unsorted: [{ id: loose, name: "" }] });
    await saveDraft(portal, me, { ...first, unsorted: [loose], names: { [loose]: "IMG_7.jpg" } });
    expect(await readDraft(portal, me)).toMatchObject({ unsorted: [{ name: "IMG_7.jpg" }] });
  });

  test("is stored as typed, with its images, until the next save replaces it", async ({ portal, me }) => {
    expect(await readDraft(portal, me)).toBeNull();
    const [permit, loose, page] = [await uploaded(portal, me), await uploaded(portal, me), await uploaded(portal, me)];
    const images = { workPermit: permit, lmia: [page, permit] };
    const lastDays = { lmia: "2026-0" };
    const failed = [{ kind: "ticket", name: "ticket.jpg", problem: "not-arrived" }];
    const names = { [page]: "lmia 1.pdf", [loose]: "IMG_7.jpg" };
    const sorting = { unsorted: [loose], guesses: { [loose]: "visaPaper" } };
    const first = draft({ images, lastDays, ...sorting, failed, names: { ...names, ["f".repeat(32)]: "gone.jpg" } });
    expect(await saveDraft(portal, me, first)).toEqual({ form: first.form, missingImages: [] });
    expect(await readDraft(portal, me)).toMatchObject({
      form: first.form,
      particulars: { ...half, irccNumber: "" },
      lastDays,
      images: {
        workPermit: [{ id: permit, pages: [{ image: `${permit}-1`, width: 300, height: 400 }] }],
        lmia: [
          { id: page, name: "lmia 1.pdf" },
          { id: permit, name: "" },
        ],
      },
      failed,
      unsorted: [{ id: loose, guess: "visaPaper", name: "IMG_7.jpg" }],
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
  [{ images: { diploma: "a".repeat(32) } }, { "images.diploma": "unknown-choice" }],
  [{ unsorted: Array.from({ length: 1001 }, () => "a".repeat(32)) }, { unsorted: "too-long" }],
] as const)("a draft with invalid fields is refused: %j", async ([different, fields], { portal }) => {
  await expect(saveDraft(portal, moderator, draft(different))).rejects.toMatchObject({ id: "invalid", fields });
});

type Typed = { name: string; images?: Record<string, string> };

/** Opens a window with an add form: the requested form, or the one that was saved last. */
async function opens(portal: Portal, me: Actor, asked?: string) {
  const { draft: left } = await readDrafts(portal, me, asked);
  const place = { form: left?.form ?? asked ?? randomUUID(), opening: randomUUID(), version: left?.version };
  return {
    place,
    keeps: ({ name, images = {} }: Typed, form = place.form) =>
      saveDraft(portal, me, { ...place, form, particulars: { name }, images }),
    adds: (images = {}) => addFromForm(portal, me, { ...place, particulars: particulars(), images }),
    throwsAway: () => discardDraft(portal, me, place),
  };
}

const withWindows = (engine: Engine) =>
  testOn(engine)
    .extend("me", ({ portal }) => freshAccount(portal, "moderator"))
    .extend("begun", ({ portal, me }) => async () => {
      const { begun } = await readDrafts(portal, me);
      return begun.map(({ label }) => label).toSorted();
    });

describe.each(engines)("a person with two windows on %s", (engine) => {
  const test = withWindows(engine);

  test("can discard one draft without the images that the other draft uses", async ({ portal, me, begun }) => {
    const one = await opens(portal, me);
    const [shared, own] = [await uploaded(portal, me), await uploaded(portal, me)];
    await one.keeps({ name: "Rahim", images: { lmia: shared, ticket: own } });
    const other = await opens(portal, me, randomUUID());
    await other.keeps({ name: "Nasrin", images: { lmia: shared } });
    await one.throwsAway();
    expect(await begun()).toEqual(["Nasrin"]);
    expect(await imageIds(portal.database.read)).toEqual([shared]);
    const late = await opens(portal, me, other.place.form);
    await other.keeps({ name: "Nasrin Akter", images: { lmia: shared } });
    await late.throwsAway();
    expect(await begun()).toEqual(["Nasrin Akter"]);
    expect(await imageIds(portal.database.read)).toEqual([shared]);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a person with two windows", () => {
  const test = withWindows("sqlite");

  test("does not overwrite what was typed in the other window since", async ({ portal, me, begun }) => {
    const one = await opens(portal, me);
    const image = await uploaded(portal, me);
    await one.keeps({ name: "Rahim", images: { lmia: image } });
    const other = await opens(portal, me);
    expect(other.place.form).toBe(one.place.form);
    await one.keeps({ name: "Rahim Uddin", images: { lmia: image } });
    expect(await other.keeps({ name: "Nasrin" })).toEqual({ form: null, missingImages: [] });
    expect(await begun()).toEqual(["Rahim Uddin"]);
    const own = randomUUID();
    expect(await other.keeps({ name: "Nasrin", images: { photo: image } }, own)).toEqual({
      form: own,
      missingImages: [],
    });
    expect(await one.keeps({ name: "Rahim U", images: { lmia: image } })).toMatchObject({ form: one.place.form });
    expect(await begun()).toEqual(["Nasrin", "Rahim U"]);
  });

  test("continues in the window that saves first, if several opened the same draft", async ({ portal, me }) => {
    await (await opens(portal, me)).keeps({ name: "Rahim" });
    const windows = await Promise.all(Array.from({ length: 6 }, () => opens(portal, me)));
    const saved = await Promise.all(windows.map((window, at) => window.keeps({ name: `Window ${at}` })));
    expect(saved.filter(({ form }) => form !== null)).toHaveLength(1);
    const winner = saved.findIndex(({ form }) => form !== null);
    expect((await readDrafts(portal, me)).begun).toMatchObject([{ label: `Window ${winner}` }]);
  });

  test("cannot restore the draft of an added record by a late save in either window", async ({ portal, me, begun }) => {
    const one = await opens(portal, me);
    await one.keeps({ name: "Rahim" });
    const other = await opens(portal, me);
    await one.adds();
    for (const window of [one, other]) {
      expect(await window.keeps({ name: "Rahim" })).toEqual({ form: null, missingImages: [] });
    }
    expect(await begun()).toEqual([]);
  });

  test("has a limited number of drafts, and one more is refused without dropping any", async ({
    portal,
    me,
    begun,
  }) => {
    const windows = await Promise.all(Array.from({ length: maxDrafts }, () => opens(portal, me, randomUUID())));
    for (const window of windows) await window.keeps({ name: "Rahim" });
    const last = await opens(portal, me, randomUUID());
    await expect(last.keeps({ name: "Nasrin" })).rejects.toMatchObject({ id: "too-many-requests" });
    await windows[0]?.keeps({ name: "Rahim U" });
    expect(await begun()).toHaveLength(maxDrafts);
    await windows[1]?.throwsAway();
    expect(await last.keeps({ name: "Nasrin" })).toMatchObject({ form: last.place.form });
  });

  test("has two drafts if both windows were opened empty", async ({ portal, me, begun }) => {
    const [one, other] = [await opens(portal, me), await opens(portal, me)];
    await one.keeps({ name: "Rahim" });
    await other.keeps({ name: "Nasrin" });
    await one.keeps({ name: "Rahim Uddin" });
    expect(await begun()).toEqual(["Nasrin", "Rahim Uddin"]);
    const { draft: left } = await readDrafts(portal, me, other.place.form);
    expect(left).toMatchObject({ form: other.place.form, particulars: { name: "Nasrin" } });
  });

  test("adds the record of one window, and the values of the other window stay as a separate draft", async ({
    portal,
    me,
    begun,
  }) => {
    const one = await opens(portal, me);
    await one.keeps({ name: "Rahim" });
    const other = await opens(portal, me);
    await other.keeps({ name: "Nasrin" });
    await one.adds();
    expect(await begun()).toEqual(["Nasrin"]);
    expect(await one.keeps({ name: "Rahim, too late" })).toEqual({ form: null, missingImages: [] });
    const { form } = await other.keeps({ name: "Nasrin Akter" });
    expect(form).not.toBe(one.place.form);
    expect(await begun()).toEqual(["Nasrin Akter"]);
    expect((await readDrafts(portal, me, one.place.form)).isFree).toBe(false);
    expect((await readDrafts(portal, me, form ?? "")).draft).toMatchObject({ particulars: { name: "Nasrin Akter" } });
  });
});
