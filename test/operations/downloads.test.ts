import { hash } from "node:crypto";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { openDownload } from "#operations/shown-images/open-download.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { publishedChecksums } from "#operations/shown-images/published-checksums.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { withOverrides } from "#storage/blobs/blob-store.ts";
import { admin } from "../support/accounts/people.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes);
const pageOf = ({ documents }: CandidateRecord, kind: DocumentKind) => documents[kind]?.[0]?.image ?? "";

async function added(portal: Portal, original?: Buffer) {
  const images = { workPermit: await uploaded(portal, admin, original), lmia: await uploaded(portal, admin) };
  const record = await addTestRecord(portal, admin, { images });
  const grant = await grantFor(portal, record);
  const download = (page = pageOf(record, "workPermit"), from: Portal = portal) => openDownload(from, page, { grant });
  const checksums = () => publishedChecksums(portal, { record: record.id, grant });
  return { record, grant, download, checksums };
}

const blobsOf = async (portal: Portal) => (await Array.fromAsync(portal.blobs.names())).toSorted();
const imageRows = ({ database }: Portal) => database.read.selectFrom("image").selectAll().execute();

describe.each(engines)("a download on %s", (engine) => {
  const test = testOn(engine);

  test("is completed by the next request if a process fails to store it", async ({ portal }) => {
    const { download } = await added(portal);
    const write = async () => {
      throw new Error("the disk is full");
    };
    await expect(download(undefined, { ...portal, blobs: withOverrides(portal.blobs, { write }) })).rejects.toThrow(
      "full",
    );
    const ofTwo = await Promise.all([download(), download()]);
    expect(new Set(ofTwo.map(({ bytes }) => sha256(bytes))).size).toBe(1);
    expect((await imageRows(portal)).map(({ state }) => state)).toEqual(["kept", "kept", "kept"]);
  });
});

// One engine is enough: these queries are the same on both.
describe("a download", () => {
  const test = testOn("sqlite");

  test("is deleted with its page, but not with another page", async ({ portal }) => {
    const { record, download } = await added(portal);
    await download();
    await download(pageOf(record, "lmia"));
    const blobs = await blobsOf(portal);
    const replacement = { workPermit: await uploaded(portal, admin) };
    await updateRecord(portal, admin, { id: record.id }, { particulars: record, images: replacement });
    expect((await imageRows(portal)).length, "two documents and the download of one").toBe(3);
    expect((await blobsOf(portal)).filter((name) => blobs.includes(name))).toHaveLength(4);
    await deleteRecord(portal, admin, { id: record.id });
    expect({ rows: await imageRows(portal), blobs: await blobsOf(portal) }).toEqual({ rows: [], blobs: [] });
  });

  test("is the page with a strip below it: the same bytes each time, with a published checksum", async ({
    portal,
    there,
  }) => {
    const original = await drawnDocument(900, 700);
    const { record, grant, download, checksums } = await added(portal, original);
    const first = await download();
    expect(first.name).toBe("workPermit-1");
    const { width, height, format } = await sharp(first.bytes).metadata();
    expect({ width, format }).toEqual({ width: 900, format: "jpeg" });
    expect(height).toBeGreaterThan(740);
    const onlyPage = await sharp(first.bytes).extract({ left: 0, top: 0, width, height: 700 }).png().toBuffer();
    const top = await sharp(onlyPage).stats();
    const page = await openImage(portal, { page: pageOf(record, "workPermit"), size: "reading", viewer: { grant } });
    const published = await sharp(page.bytes).stats();
    for (const [at, { mean }] of published.channels.entries()) expect(top.channels[at]?.mean).toBeCloseTo(mean, -0.5);

    const seen = new Set<string>();
    for (let at = 0; at < 100; at += 1) seen.add(sha256((await download()).bytes));
    seen.add(sha256((await download(undefined, there)).bytes));
    expect([...seen]).toEqual([sha256(first.bytes)]);

    const [known] = (await checksums()).filter(({ kind }) => kind === "workPermit");
    expect(known?.sha256).toEqual(expect.arrayContaining([first.bytes, original, page.bytes].map(sha256)));
    expect(known?.looksLike).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const changed = Buffer.from(first.bytes);
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    expect(known?.sha256).not.toContain(sha256(changed));
  });

  test("and its checksums are not found once the record or its kind of document is hidden", async ({ portal }) => {
    const { record, download, checksums } = await added(portal);
    await download();
    const notFound = expect.objectContaining({ id: "not-found" });
    await changeSettings(portal, admin, { change: { shownKinds: ["lmia"] } });
    await expect(download()).rejects.toEqual(notFound);
    expect((await checksums()).map(({ kind }) => kind)).toEqual(["lmia"]);
    await hideRecord(portal, admin, { id: record.id });
    await expect(download(pageOf(record, "lmia"))).rejects.toEqual(notFound);
    await expect(checksums()).rejects.toEqual(notFound);
  });
});
