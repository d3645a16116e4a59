import { Readable } from "node:stream";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { GivenImages } from "#operations/images/take-images.ts";
import type { Portal } from "#operations/portal.ts";
import { drawDocument } from "../../src/demo/draw-document.ts";
import { type InventedRecord, inventRecords } from "../../src/demo/invent-candidates.ts";

/** Passport numbers of records that put a page to the test. */
export const everyDocument = "E11223344";
export const longNames = "L55667788";

const painter = system("screenshots");
const [invented, other] = inventRecords({ seed: 11, count: 2 });

export async function addRecords(portal: Portal): Promise<void> {
  if (!invented || !other) throw new Error("nobody was invented");
  await addRecord(portal, painter, {
    particulars: { ...invented, passportNumber: everyDocument },
    images: await uploadDocuments(portal, invented, documentKinds),
  });
  await addRecord(portal, painter, {
    particulars: {
      ...other,
      passportNumber: longNames,
      name: "Mohammad Shahidul Islam Chowdhury Wickramasinghearachchige ibn Abdur Rahman Talukder",
      fatherName: "Alhajj Moulana Mohammad Abdur Rahman Talukder Bhuiyan Chowdhury",
      motherName: "মোসাম্মৎ জান্নাতুল ফেরদৌস রহমান চৌধুরী তালুকদার",
      address:
        "House 1204/B, Flat 9-C, Road 17 (old 32), Block Kha, Bashundhara Residential Area, Upazila Brahmanbaria Sadar, Chattogram Division 3400",
    },
    images: await uploadDocuments(portal, other, ["photo", "visaPaper"]),
  });
}

async function uploadDocuments(
  portal: Portal,
  subject: InventedRecord,
  kinds: readonly DocumentKind[],
): Promise<GivenImages> {
  const images: GivenImages = {};
  for (const kind of kinds) {
    const use = kind === "photo" ? "portrait" : "paper";
    const bytes = Readable.from([await drawDocument(kind, subject, 1)]);
    images[kind] = (await receiveImage(portal, painter, { bytes, use })).id;
  }
  return images;
}
