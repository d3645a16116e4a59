import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { mostDrafts } from "#core/records/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { saveDraft, addFromForm, discardDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import type { Portal } from "#operations/portal.ts";
import { imageIds } from "#storage/database/images.ts";
import { particulars } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { freshStaff } from "../support/accounts/staff.ts";

type Typed = { name: string; images?: Record<string, string> };

/** One window with an add form, as it was opened: with the form that was asked for, or the one that was saved last. */
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

describe.each(engines)("one person with two windows on %s", (engine) => {
  const test = testOn(engine)
    .extend("me", ({ portal }) => freshStaff(portal, "moderator"))
    .extend("begun", ({ portal, me }) => async () => {
      const { begun } = await readDrafts(portal, me);
      return begun.map(({ label }) => label).toSorted();
    });

  test("has two forms, where both were empty", async ({ portal, me, begun }) => {
    const [one, other] = [await opens(portal, me), await opens(portal, me)];
    await one.keeps({ name: "Rahim" });
    await other.keeps({ name: "Nasrin" });
    await one.keeps({ name: "Rahim Uddin" });
    expect(await begun()).toEqual(["Nasrin", "Rahim Uddin"]);
    const { draft } = await readDrafts(portal, me, other.place.form);
    expect(draft).toMatchObject({ form: other.place.form, particulars: { name: "Nasrin" } });
  });

  test("writes over nothing that was typed into the other one since", async ({ portal, me, begun }) => {
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

  test("goes on in the one that typed first, when both were opened with the same form", async ({ portal, me }) => {
    await (await opens(portal, me)).keeps({ name: "Rahim" });
    const windows = await Promise.all(Array.from({ length: 6 }, () => opens(portal, me)));
    const saved = await Promise.all(windows.map((window, at) => window.keeps({ name: `Window ${at}` })));
    expect(saved.filter(({ form }) => form !== null)).toHaveLength(1);
    const winner = saved.findIndex(({ form }) => form !== null);
    expect((await readDrafts(portal, me)).begun).toMatchObject([{ label: `Window ${winner}` }]);
  });

  test("adds the record of one, and what the other typed stays as a form of its own", async ({ portal, me, begun }) => {
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

  test("brings nothing back that was added, from whichever window it comes late", async ({ portal, me, begun }) => {
    const one = await opens(portal, me);
    await one.keeps({ name: "Rahim" });
    const other = await opens(portal, me);
    await one.adds();
    for (const window of [one, other]) {
      expect(await window.keeps({ name: "Rahim" })).toEqual({ form: null, missingImages: [] });
    }
    expect(await begun()).toEqual([]);
  });

  test("throws one away, with none of the images that the other one holds", async ({ portal, me, begun }) => {
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

  test("keeps so many forms, and refuses one more without dropping any", async ({ portal, me, begun }) => {
    const windows = await Promise.all(Array.from({ length: mostDrafts }, () => opens(portal, me, randomUUID())));
    for (const window of windows) await window.keeps({ name: "Rahim" });
    const last = await opens(portal, me, randomUUID());
    await expect(last.keeps({ name: "Nasrin" })).rejects.toMatchObject({ id: "too-many-requests" });
    await windows[0]?.keeps({ name: "Rahim U" });
    expect(await begun()).toHaveLength(mostDrafts);
    await windows[1]?.throwsAway();
    expect(await last.keeps({ name: "Nasrin" })).toMatchObject({ form: last.place.form });
  });
});
