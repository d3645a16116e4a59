import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { maxDrafts } from "#core/records/draft.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { saveDraft, addFromForm, discardDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import type { Portal } from "#operations/portal.ts";
import { imageIds } from "#storage/database/records/images.ts";
import { particulars } from "../support/accounts/people.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, testOn } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

type Typed = { name: string; images?: Record<string, string> };

/** Opens a window with an add form: the requested form, or the one that was saved last. */
async function opens(portal: Portal, me: Actor, asked?: string) {
  const { draft } = await readDrafts(portal, me, asked);
  const place = { form: draft?.form ?? asked ?? randomUUID(), opening: randomUUID(), version: draft?.version };
  return {
    place,
    keeps: ({ name, images = {} }: Typed, form = place.form) =>
      saveDraft(portal, me, { ...place, form, particulars: { name }, images }),
    adds: (images = {}) => addFromForm(portal, me, { ...place, particulars: particulars(), images }),
    throwsAway: () => discardDraft(portal, me, place),
  };
}

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("me", ({ portal }) => freshAccount(portal, "moderator"))
    .extend("begun", ({ portal, me }) => async () => {
      const { begun } = await readDrafts(portal, me);
      return begun.map(({ label }) => label).toSorted();
    });

describe.each(engines)("a person with two windows on %s", (engine) => {
  const test = testWith(engine);

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
  const test = testWith("sqlite");

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
    const { draft } = await readDrafts(portal, me, other.place.form);
    expect(draft).toMatchObject({ form: other.place.form, particulars: { name: "Nasrin" } });
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
