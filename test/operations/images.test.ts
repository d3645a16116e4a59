import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { uploadProgram } from "#core/accounts/actor.ts";
import type { addRecord } from "#operations/records/add-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { type ImageViewer, openImage } from "#operations/shown-images/open-image.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, decideOnRecord, deleteRecord } from "#operations/records/change-record.ts";
import { verifyImages } from "#operations/upkeep/verify.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { type BlobStore, withOverrides } from "#storage/blobs/blob-store.ts";
import { inTransaction, rolledBack } from "#storage/database/transaction.ts";
import { admin, moderator, otherModerator } from "../support/accounts/people.ts";
import { watchPlans } from "../support/query-plans.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { engines, testOn } from "../support/portals.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (portal: Portal, time: number): Portal => ({ ...portal, now: () => time });

type Kinds = Parameters<typeof addRecord>[2]["images"];
const add = (portal: Portal, images: Kinds, actor = admin) => addTestRecord(portal, actor, { images });
const update = (portal: Portal, record: CandidateRecord, images: Kinds, actor = admin) =>
  updateRecord(portal, actor, { id: record.id }, { particulars: record, images });

const blobNames = async ({ blobs }: Portal) => (await Array.fromAsync(blobs.list())).map(({ name }) => name).toSorted();
const imagesOnDisk = async (portal: Portal) => [
  ...new Set((await blobNames(portal)).map((name) => name.split(".")[0])),
];
const rowsLeft = async ({ database }: Portal) =>
  Number((await sql<{ n: number }>`select count(*) as n from image`.execute(database.read)).rows[0]?.n);
const firstPage = ({ documents }: CandidateRecord, kind: keyof Kinds) => documents[kind]?.[0]?.image ?? "";
const see = (portal: Portal, page: string, viewer: ImageViewer) => openImage(portal, { page, size: "reading", viewer });
const notFound = expect.objectContaining({ id: "not-found" });

describe.each(engines)("images on %s", (engine) => {
  const test = testOn(engine);

  describe("in a record", () => {
    test("keep their blobs if the change that removed them is rolled back, and nothing else happens", async ({
      portal,
    }) => {
      const record = await add(portal, { workPermit: await uploaded(portal, admin) });
      const blobs = await blobNames(portal);
      const erased: string[] = [];
      portal.events.on("erasure-noted", () => erased.push("noted"));
      const changes: ((within: Portal) => Promise<unknown>)[] = [
        (within) => update(within, record, { workPermit: null }),
        (within) => deleteRecord(within, admin, record),
      ];
      for (const change of changes) {
        await rolledBack(portal, change);
        const refused = inTransaction(portal, async (within) => {
          await change(within);
          throw new Error("no more");
        });
        await expect(refused).rejects.toThrow("no more");
      }
      expect([await blobNames(portal), erased]).toEqual([blobs, []]);
      await inTransaction(portal, (within) => deleteRecord(within, admin, record));
      expect([await blobNames(portal), erased]).toEqual([[], ["noted"]]);
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("images", () => {
  const test = testOn("sqlite");
  describe("that are uploaded", () => {
    test("are stored sealed: the original, and each page in two sizes", async ({ portal }) => {
      const { id, facts } = await receiveImage(portal, moderator, {
        bytes: Readable.from([await drawnDocument()]),
        use: "paper",
      });
      expect(await blobNames(portal)).toEqual([`${id}.1.list`, `${id}.1.reading`, `${id}.original`]);
      for await (const { name } of portal.blobs.list()) {
        const bytes = Buffer.from((await portal.blobs.read(name)) ?? []);
        expect(bytes.subarray(0, 40).toString("latin1")).not.toMatch(/WEBP|JFIF/);
      }
      expect(facts).toMatchObject({
        format: "jpeg",
        use: "paper",
        perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
      expect(await readdir(portal.tempFolder)).toEqual([]);
    });

    test("leave nothing behind after the sweep if the blob store fails half way", async ({ portal }) => {
      const failing = { ...portal, blobs: failingAfter(portal.blobs, 1) };
      await expect(uploaded(failing, moderator)).rejects.toThrow("the disk is full");
      await sweepAllImages(portal);
      expect(await blobNames(portal)).toHaveLength(0);
      expect(await rowsLeft(portal)).toBe(0);
    });
  });

  describe("in a record", () => {
    test("are taken once, and only by an actor who may take them", async ({ portal }) => {
      const image = await uploaded(portal, moderator);
      const gone = expect.objectContaining({ id: "invalid", fields: { visaPaper: "image-gone" } });
      await expect(add(portal, { visaPaper: image }, otherModerator)).rejects.toEqual(gone);
      await expect(add(portal, { visaPaper: "0".repeat(32) }, moderator)).rejects.toEqual(gone);
      const record = await add(portal, { visaPaper: image }, moderator);
      expect(firstPage(record, "visaPaper")).toBe(`${image}-1`);
      await expect(add(portal, { visaPaper: image }, admin)).rejects.toEqual(gone);
      await expect(add(portal, { visaPaper: await uploaded(portal, uploadProgram) }, moderator)).resolves.toBeDefined();
    });

    test("that are the same file as photo and as document are processed separately", async ({ portal }) => {
      const file = await drawnDocument(1600, 900);
      const images = { photo: await uploaded(portal, admin, file), idCard: await uploaded(portal, admin, file) };
      const { documents } = await add(portal, images);
      expect(documents.idCard?.[0]).toMatchObject({ width: 1600, height: 900 });
      expect(documents.photo?.[0]?.image).not.toBe(documents.idCard?.[0]?.image);
    });

    test("are limited to ten pages of a document and one photo", async ({ portal }) => {
      const files = await Array.fromAsync({ length: 11 }, () => uploaded(portal, admin));
      await expect(add(portal, { lmia: files })).rejects.toMatchObject({ fields: { lmia: "too-many-pages" } });
      await expect(add(portal, { photo: files.slice(0, 2) })).rejects.toMatchObject({
        fields: { photo: "too-many-pages" },
      });
      expect(await rowsLeft(portal), "none is processed again before it is known that there are too many").toBe(11);
      const [first = ""] = files;
      expect((await add(portal, { photo: Array.from({ length: 5 }, () => first) })).documents.photo).toHaveLength(1);
      expect(await rowsLeft(portal), "a file that is named five times is processed again once").toBe(12);
      expect((await add(portal, { lmia: files.slice(0, 10) })).documents.lmia).toHaveLength(10);
    });

    test("are cropped to portrait format if they are the photo", async ({ portal }) => {
      const record = await add(portal, { photo: await uploaded(portal, admin, await drawnDocument(1600, 900)) });
      const [photo] = record.documents.photo ?? [];
      expect(Number(photo?.width) / Number(photo?.height)).toBeCloseTo(0.8, 1);
      expect(await imagesOnDisk(portal)).toHaveLength(2);
      await sweepAllImages(at(portal, Date.now() + 2 * day));
      expect(await imagesOnDisk(portal)).toEqual([imageOfPage(String(photo?.image))]);
    });

    test("leave no blob and no row when the record is deleted", async ({ portal }) => {
      const { id } = await add(portal, { workPermit: await uploaded(portal, admin) });
      await deleteRecord(portal, admin, { id });
      expect(await blobNames(portal)).toEqual([]);
      expect(await rowsLeft(portal)).toBe(0);
    });

    test("that are the same file are stored once", async ({ portal }) => {
      const file = await drawnDocument();
      const [one, two, three] = [
        await uploaded(portal, admin, file),
        await uploaded(portal, admin, file),
        await uploaded(portal, admin, file),
      ];
      const record = await add(portal, { workPermit: one, visaPaper: two });
      expect(record.documents.visaPaper).toEqual(record.documents.workPermit);
      const { record: updated } = await update(portal, record, { lmia: three });
      expect(updated.documents.lmia).toEqual(record.documents.workPermit);
      expect(await imagesOnDisk(portal)).toHaveLength(1);
      expect(await rowsLeft(portal)).toBe(1);
    });

    test("form one document of several pages in their order, each image once and with its original", async ({
      portal,
    }) => {
      const [one, two, three] = [
        await uploaded(portal, admin),
        await uploaded(portal, admin),
        await uploaded(portal, admin),
      ];
      const pagesOf = ({ documents }: CandidateRecord) => documents.visaPaper?.map(({ image }) => image);
      const record = await add(portal, { visaPaper: [two, one, two] });
      expect(pagesOf(record)).toEqual([`${two}-1`, `${one}-1`]);
      expect(await blobNames(portal)).toEqual(expect.arrayContaining([`${one}.original`, `${two}.original`]));
      // A program knows only one address of the document, and sends it back.
      const { record: same } = await update(portal, record, { visaPaper: two });
      expect(pagesOf(same)).toEqual(pagesOf(record));
      const { record: longer } = await update(portal, same, { visaPaper: [one, three, two] });
      expect(pagesOf(longer)).toEqual([`${one}-1`, `${three}-1`, `${two}-1`]);
      const { record: shorter } = await update(portal, longer, { visaPaper: [one] });
      expect(pagesOf(shorter)).toEqual([`${one}-1`]);
      expect(await imagesOnDisk(portal)).toEqual([one]);
      expect(await verifyImages(portal)).toMatchObject({ kept: 1, broken: [] });
    });

    test("stay if an update omits them, and are deleted with their blobs if it replaces or removes them", async ({
      portal,
    }) => {
      const record = await add(portal, {
        workPermit: await uploaded(portal, admin),
        lmia: await uploaded(portal, admin),
      });
      const { record: same } = await update(portal, record, {});
      expect(same.documents).toEqual(record.documents);
      const replacement = await uploaded(portal, admin);
      const { record: changed } = await update(portal, record, { workPermit: replacement, lmia: null });
      expect(Object.keys(changed.documents)).toEqual(["workPermit"]);
      expect(await imagesOnDisk(portal)).toEqual([replacement]);
    });

    test("that could not be removed cannot be opened and are deleted by the next sweep", async ({ portal }) => {
      const record = await add(portal, { workPermit: await uploaded(portal, admin) });
      const failing = { ...portal, blobs: failingAfter(portal.blobs, 0) };
      await deleteRecord(failing, admin, { id: record.id });
      expect(await blobNames(portal)).toHaveLength(3);
      await expect(see(portal, firstPage(record, "workPermit"), { actor: admin })).rejects.toEqual(notFound);
      await sweepAllImages(portal);
      expect(await blobNames(portal)).toEqual([]);
      expect(await rowsLeft(portal)).toBe(0);
    });
  });

  test("that no record took are deleted after a day by a sweep that does not read the other images", async ({
    portal,
  }) => {
    const kept = await uploaded(portal, admin);
    await add(portal, { workPermit: kept });
    await uploaded(portal, admin);
    await sweepAllImages(at(portal, Date.now() + day - minute));
    expect(await imagesOnDisk(portal)).toHaveLength(2);
    const plans = watchPlans(portal);
    await sweepAllImages(at(portal, Date.now() + day + minute));
    expect((await plans()).flatMap(({ plan }) => plan)).not.toContain("SCAN image");
    expect(await imagesOnDisk(portal)).toEqual([kept]);
  });
});

describe("images are shown", () => {
  // One engine is enough: who sees which image, and until when, does not depend on the database.
  const test = testOn("sqlite");

  test("to a visitor who looked the record up, in two sizes, for 20 to 30 minutes", async ({ portal }) => {
    const record = await add(portal, { workPermit: await uploaded(portal, admin, await drawnDocument(2400, 1200)) });
    const page = firstPage(record, "workPermit");
    // At one moment: a grant that is asked for later may be for ten minutes more.
    const asked = Date.now();
    const grant = await grantFor(at(portal, asked), record);
    const widths = { reading: 2000, list: 480 } as const;
    for (const size of ["reading", "list"] as const) {
      const { bytes, kind } = await openImage(portal, { page, size, viewer: { grant } });
      expect(kind).toBe("workPermit");
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: widths[size] });
    }
    expect(grant.until % (10 * minute)).toBe(0);
    await expect(see(at(portal, asked + 19 * minute), page, { grant })).resolves.toBeDefined();
    await expect(see(at(portal, asked + 31 * minute), page, { grant })).rejects.toMatchObject({
      id: "link-expired",
    });
    expect(await grantFor(at(portal, asked), record)).toEqual(grant);
  });

  test("from memory that is released as soon as they are sent", async ({ portal }) => {
    const record = await add(portal, { workPermit: await uploaded(portal, admin) });
    const viewer = { grant: await grantFor(portal, record) };
    const image = await see(portal, firstPage(record, "workPermit"), viewer);
    const again = await see(portal, firstPage(record, "workPermit"), viewer);
    image[Symbol.dispose]();
    expect(image.bytes).toHaveLength(0);
    expect(await sharp(again.bytes).metadata()).toMatchObject({ format: "webp" });
  });

  test("no longer, with immediate effect, once the record or the kind of document is hidden from visitors", async ({
    portal,
  }) => {
    const record = await add(portal, { workPermit: await uploaded(portal, admin) });
    const page = firstPage(record, "workPermit");
    const target = { id: record.id };
    const grant = await grantFor(portal, record);
    const isSeen = () =>
      see(portal, page, { grant }).then(
        () => true,
        () => false,
      );
    expect(await isSeen()).toBe(true);
    await changeSettings(portal, admin, { change: { shownKinds: ["photo"] } });
    expect(await isSeen()).toBe(false);
    await changeSettings(portal, admin, { change: { shownKinds: ["workPermit"] } });
    expect(await isSeen()).toBe(true);
    await decideOnRecord(portal, admin, target, "deny");
    expect(await isSeen()).toBe(false);
    await decideOnRecord(portal, admin, target, "approve");
    await hideRecord(portal, admin, target);
    expect(await isSeen()).toBe(false);
    await expect(see(portal, page, { actor: admin })).resolves.toBeDefined();
    await deleteRecord(portal, admin, target);
    expect(await isSeen()).toBe(false);
    await expect(see(portal, page, { actor: admin })).rejects.toEqual(notFound);
  });
});

describe.each(engines)("images that are verified while the site serves, on %s", (engine) => {
  const test = testOn(engine);
  const changes = {
    deleted: (portal: Portal, record: CandidateRecord) => deleteRecord(portal, admin, { id: record.id }),
    updated: async (portal: Portal, record: CandidateRecord) =>
      update(portal, record, { workPermit: await uploaded(portal, admin) }),
  };

  test.for(Object.entries(changes))(
    "are whole even if their record is %s during the check",
    async ([how, change], { portal }) => {
      const record = await add(portal, { workPermit: await uploaded(portal, admin) });
      let isChanged = false;
      const read: BlobStore["read"] = async (name) => {
        if (!isChanged) await change(portal, record);
        isChanged = true;
        return portal.blobs.read(name);
      };
      const kept = how === "deleted" ? 0 : 1;
      const verified = await verifyImages({ ...portal, blobs: { ...failingAfter(portal.blobs, Infinity), read } });
      expect(verified).toMatchObject({ kept, broken: [] });
    },
  );
});

/** A store that fails after this number of calls, as with a full or broken disk. */
function failingAfter(blobs: BlobStore, calls: number): BlobStore {
  let left = calls;
  const fail = () => {
    left -= 1;
    if (left < 0) throw Object.assign(new Error("the disk is full"), { name: "PortalError", id: "unavailable" });
  };
  return withOverrides(blobs, {
    write: async (name, bytes) => (fail(), blobs.write(name, bytes)),
    remove: async (name) => (calls === 0 ? fail() : undefined, blobs.remove(name)),
    [Symbol.asyncDispose]: async () => {},
  });
}
