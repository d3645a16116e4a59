import { join } from "node:path";
import { Readable } from "node:stream";
import { parsePageId } from "#core/images/image-id.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { system } from "#core/accounts/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { recordKey } from "#operations/sealed/sealed-record.ts";
import { pageBlob, keyUnderOwner } from "#operations/images/stored-image.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { rowById } from "#storage/database/rows.ts";

const clerk = system("bench");

/** The file of one image, and what decrypts it. */
export type SealedImage = { file: string; key: string; place: string };

/** A record with one document: the signed path of its image, and what a bare server needs to send that image. */
export type PublishedDocument = { path: string; blob: SealedImage };

export async function publishDocument(
  portal: OpenPortal,
  folder: string,
  document: Buffer,
): Promise<PublishedDocument> {
  const { id } = await receiveImage(portal, clerk, { bytes: Readable.from([document]), use: "paper" });
  const particulars = {
    passportNumber: "A12345678",
    irccNumber: "W123456789",
    name: "Bench",
    fatherName: "Bench",
    motherName: "Bench",
    address: "Bench",
  };
  const record = await addRecord(portal, clerk, { particulars, images: { workPermit: id } });
  const seen = await lookUpRecord(portal, { by: "passport", number: particulars.passportNumber });
  const page = seen?.documents.workPermit?.[0]?.image ?? "";
  const parsed = parsePageId(page);
  const row = await rowById(portal.database.read, "candidate", record.id);
  const image = await rowById(portal.database.read, "image", id);
  if (!seen?.imageGrant || !parsed || !row || !image?.wrapped_key) throw new Error("nothing was published");
  const { name, place } = pageBlob(parsed, "reading");
  return {
    path: imageAddress(page, "reading", seen.imageGrant),
    blob: {
      file: join(folder, "blobs", name.slice(0, 2), name),
      key: Buffer.from(keyUnderOwner(recordKey(portal, row), id, image.wrapped_key)).toString("hex"),
      place,
    },
  };
}
