import { readConfig } from "#config";
import { documentKinds, publicKinds } from "#core/records/document-kinds.ts";
import { openDownload } from "#operations/shown-images/open-download.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { openPortal } from "#server/open-portal.ts";
import { admin } from "#test/support/accounts/people.ts";
import { uploaded } from "#test/support/documents.ts";
import { addTestRecord } from "#test/support/records.ts";
import { drawDocument } from "../support/documents.ts";
import { median, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const rounds = 40;

/**
 * The slip of a record with a portrait and eleven documents, and a download of a page: the first of a process, and
 * later ones.
 */
export async function slips(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await using portal = await openPortal(readConfig({ DATA_DIR: folder.path }));
  await changeSettings(portal, admin, { change: { shownKinds: [...publicKinds] } });
  const document = await drawDocument(1);
  const images = Object.fromEntries(
    await Array.fromAsync(documentKinds, async (kind) => [
      kind,
      await uploaded(portal, admin, kind === "workPermit" ? document : undefined),
    ]),
  );
  const record = await addTestRecord(portal, admin, { name: "মোঃ আব্দুর রহিম শ্রীকৃষ্ণ", images });
  const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
  if (!seen) throw new Error("the record is not shown");
  const { imageGrant: grant } = seen;
  const slip = () => makeSlip(portal, { record: record.id, grant, language: "bn", number: "passport" });
  const page = record.documents.workPermit?.[0]?.image ?? "";
  const download = (from: Portal = portal) => openDownload(from, page, { grant });
  const times = { firstSlip: await timeOf(slip), slips: await timesOf(slip) };
  const firstDownload = await timeOf(download);
  const { bytes } = await slip();
  return [
    atMost("slip in Bangla with 11 documents, the first of a process", "ms", times.firstSlip, 1200),
    atMost("slip, median", "ms", median(times.slips), 100),
    atMost("slip, size", "kB", bytes.byteLength / 1000, 80),
    atMost("download of a scan of 2,000 pixels, the first", "ms", firstDownload, 800),
    atMost("download, from then on, median", "ms", median(await timesOf(download)), 15),
  ];
}

const timesOf = (work: () => Promise<unknown>) => Array.fromAsync({ length: rounds }, () => timeOf(work));
