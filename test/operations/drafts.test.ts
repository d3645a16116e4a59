import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, system } from "#core/staff/actor.ts";
import { saveDraft, addFromForm, discardDraft, sweepDrafts } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { sweepImages } from "#operations/images/remove-images.ts";
import { needsOtherSecret, rotateKeys } from "#operations/rotate-keys.ts";
import { readRecord } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal.ts";
import { deleteStaff } from "#operations/staff/manage-accounts.ts";
import { verifyImages } from "#operations/verify.ts";
import { imageIds } from "#storage/database/images.ts";
import { particulars, student } from "../support/people.ts";
import { engines, freshEnvironment, freshPortal, openForTest } from "../support/portals.ts";
import { uploaded } from "../support/scans.ts";
import { freshStaff } from "../support/staff.ts";

const day = 24 * 60 * 60 * 1000;
const later = (portal: Portal, days: number): Portal => ({ ...portal, now: () => Date.now() + days * day });
const half = { passportNumber: " a1", name: "Rahim", address: "12/A, Mirpur" };
const draft = (different = {}) => ({ form: randomUUID(), opening: randomUUID(), particulars: half, ...different });
const readDraft = async (portal: Portal, actor: Actor) => (await readDrafts(portal, actor)).draft;
const imagesLeft = ({ database }: Portal) => imageIds(database.read);

describe.each(engines)("a half-filled add form on %s", (engine) => {
  const clerk = async () => {
    const portal = await freshPortal(engine);
    return { portal, me: await freshStaff(portal, "moderator") };
  };

  test("is stored as it was typed, with its images, until it is saved again", async () => {
    const { portal, me } = await clerk();
    expect(await readDraft(portal, me)).toBeNull();
    const [permit, loose] = [await uploaded(portal, me), await uploaded(portal, me)];
    const first = draft({ images: { workPermit: permit }, unsorted: [loose] });
    expect(await saveDraft(portal, me, first)).toEqual({ form: first.form, missingImages: [] });
    expect(await readDraft(portal, me)).toMatchObject({
      form: first.form,
      particulars: { ...half, irccNumber: "" },
      images: { workPermit: { id: permit, pages: [{ image: `${permit}-1`, width: 300, height: 400 }] } },
      unsorted: [{ id: loose }],
    });
    const sorted = { ...first, particulars: { name: "Rahim U" }, images: { visaPaper: loose }, unsorted: [] };
    await saveDraft(portal, me, sorted);
    const read = await readDraft(portal, me);
    expect(read).toMatchObject({ particulars: { name: "Rahim U", address: "" }, unsorted: [] });
    expect(Object.keys(read?.images ?? {})).toEqual(["visaPaper"]);
  });

  test("is its writer's alone, and holds no one else's images", async () => {
    const { portal, me } = await clerk();
    const other = await freshStaff(portal, "admin");
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

  test.each([
    [{ form: "short" }, { form: "key-format" }],
    [{ form: undefined }, { form: "required" }],
    [{ particulars: { name: ["x"] } }, { "particulars.name": "not-text" }],
    [{ particulars: { address: "x".repeat(2001) } }, { "particulars.address": "too-long" }],
    [{ images: { photo: "no-image" } }, { "images.photo": "image-gone" }],
    [{ images: { diploma: "a".repeat(32) } }, { images: "unknown-choice" }],
    [{ unsorted: Array.from({ length: 13 }, () => "a".repeat(32)) }, { unsorted: "too-long" }],
  ])("that is no form is refused: %j", async (different, fields) => {
    const { portal, me } = await clerk();
    await expect(saveDraft(portal, me, draft(different))).rejects.toMatchObject({ id: "invalid", fields });
  });

  test("ends when its record is added, once, whatever the page still sends", async () => {
    const { portal, me } = await clerk();
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

  test("stays when its record could not be added, or when another form's was", async () => {
    const { portal, me } = await clerk();
    const started = draft();
    await saveDraft(portal, me, started);
    const wrong = { form: started.form, opening: started.opening, particulars: half, images: {} };
    await expect(addFromForm(portal, me, wrong)).rejects.toMatchObject({ id: "invalid" });
    const other = { form: randomUUID(), opening: randomUUID() };
    await addFromForm(portal, me, { ...other, particulars: particulars(), images: {} });
    await discardDraft(portal, me, { ...other, form: randomUUID() });
    expect(await readDraft(portal, me)).toMatchObject({ form: started.form });
  });

  test("goes with its images when it is thrown away, and does not come back", async () => {
    const { portal, me } = await clerk();
    const [attached, other] = [await uploaded(portal, me), await uploaded(portal, me)];
    const started = draft({ images: { lmia: attached } });
    await saveDraft(portal, me, started);
    await discardDraft(portal, me, { form: started.form, opening: started.opening });
    expect(await readDraft(portal, me)).toBeNull();
    expect(await imagesLeft(portal)).toEqual([other]);
    expect(await saveDraft(portal, me, started)).toMatchObject({ form: null });
    expect((await verifyImages(portal)).orphans).toEqual([]);
  });

  test("keeps its images from the sweep for a week after it was last saved, no longer", async () => {
    const { portal, me } = await clerk();
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

  test("goes with the account", async () => {
    const { portal, me } = await clerk();
    const loose = await uploaded(portal, me);
    await saveDraft(portal, me, draft({ unsorted: [loose] }));
    await deleteStaff(portal, system("test"), me);
    expect(await portal.database.read.selectFrom("form_draft").select("form").execute()).toEqual([]);
    await sweepImages(later(portal, 1.1));
    expect(await imagesLeft(portal)).toEqual([]);
  });

  test("moves along when the secret changes", async () => {
    const environment = await freshEnvironment(engine);
    const [older, newer] = [secret(), secret()];
    const before = await openForTest({ ...environment, SECRET: older });
    const me = await freshStaff(before, "moderator");
    await saveDraft(before, me, draft({ unsorted: [await uploaded(before, me)] }));
    const during = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    await rotateKeys(during, system("test"));
    const after = await openForTest({ ...environment, SECRET: newer });
    expect(await needsOtherSecret(after)).toBe(false);
    expect(await readDraft(after, me)).toMatchObject({ particulars: half, unsorted: [{}] });
  });
});

test("nothing of what was typed lies on the disk in clear", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const me = await freshStaff(portal, "moderator");
  await saveDraft(portal, me, draft({ particulars: { name: "Planted Marker", passportNumber: "ZX9876543" } }));
  const files = ["attestry.db", "attestry.db-wal"].map((name) => path.join(environment["DATA_DIR"] ?? "", name));
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
  expect(bytes.includes("form_draft")).toBe(true);
  for (const text of ["Planted Marker", "ZX9876543"]) expect(bytes.includes(text)).toBe(false);
});

const secret = () => randomBytes(32).toString("hex");
