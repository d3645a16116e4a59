import { Readable } from "node:stream";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayTakeImage } from "#core/staff/permissions.ts";
import { unseal } from "#sealing/seal.ts";
import { imageById, type ImageRow } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { originalBlob } from "./image-blobs.ts";
import { keyOfWaiting } from "./image-keys.ts";
import { receiveImage } from "./receive-image.ts";
import type { GivenImages } from "./take-images.ts";

const useFor = (kind: DocumentKind) => (kind === "photo" ? "portrait" : "paper");

/**
 * Whoever uploads need not say what a file will be. An upload that was published as a sheet and is given as the photo,
 * or the other way round, is published anew from its original, before the record's transaction begins.
 */
export async function fitImages(portal: Portal, actor: Actor, given: GivenImages): Promise<GivenImages> {
  const fitting: GivenImages = {};
  for (const [kind, id] of Object.entries(given) as [DocumentKind, string | null][]) {
    fitting[kind] = id === null ? null : await fit(portal, actor, kind, id);
  }
  return fitting;
}

async function fit(portal: Portal, actor: Actor, kind: DocumentKind, id: string): Promise<string> {
  const row = isImageId(id) ? await imageById(portal.database.read, id) : undefined;
  // What may not be taken is refused where it is taken.
  if (row?.state !== "waiting" || !mayTakeImage(actor, row)) return id;
  if (row.published_for === useFor(kind)) return id;
  return publishAnew(portal, actor, row, kind);
}

async function publishAnew(portal: Portal, actor: Actor, row: ImageRow, kind: DocumentKind): Promise<string> {
  const { name, place } = originalBlob(row.id);
  const key = keyOfWaiting(portal, row);
  const sealed = await portal.blobs.read(name);
  if (!key || !sealed) return row.id;
  const bytes = Readable.from([unseal(key, place, sealed)]);
  return (await receiveImage(portal, actor, { bytes, use: useFor(kind) })).id;
}
