import { StartRefused } from "#core/errors.ts";
import { blobName, type BlobStore } from "./blob-store.ts";

/** Marks a store that the site must not use: it was moved to `place`, or its move from there is unfinished. */
export const moveMarkBlob = blobName("move-mark");

export type MoveMark = { state: "moved" | "unfinished"; place: string };

export async function readMoveMark(blobs: BlobStore): Promise<MoveMark | null> {
  const bytes = await blobs.read(moveMarkBlob);
  if (!bytes) return null;
  const [state, ...place] = Buffer.from(bytes).toString().split(" ");
  return { state: state === "moved" ? "moved" : "unfinished", place: place.join(" ") };
}

export const writeMoveMark = (blobs: BlobStore, { state, place }: MoveMark): Promise<void> =>
  blobs.write(moveMarkBlob, Buffer.from(`${state} ${place}`));

export async function refuseMoved(blobs: BlobStore): Promise<void> {
  const mark = await readMoveMark(blobs);
  if (!mark) return;
  throw new StartRefused(
    mark.state === "moved"
      ? `The documents were moved to ${mark.place}. Set BLOB_URL to that address.`
      : `The move of the documents from ${mark.place} to here is not finished. Run the same attestry move again, with the old BLOB_URL.`,
  );
}
