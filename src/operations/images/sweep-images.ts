import { untakenForMs } from "#core/images/upload-limits.ts";
import { imagesLeaving, imagesLeftBehind } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { letGoOf, removeLeavingImages } from "./leaving-images.ts";
import { removeOldTempFiles } from "./encrypted-temp-file.ts";

const batch = 100;

export type Swept = { removed: number; left: number };

/**
 * Removes uploads that no record took within a day and no draft holds, what removals that were cut short have left, and what crashes left
 * half written. `left` could not be removed now.
 */
export async function sweepImages(portal: Portal, signal?: AbortSignal): Promise<Swept> {
  const before = portal.now() - untakenForMs;
  while ((await letGoOfSome(portal, before)) === batch);
  const leaving = await imagesLeaving(portal.database.read, 10 * batch);
  const removed = await removeLeavingImages(portal, leaving, signal);
  await removeOldTempFiles(portal.draftsFolder, before);
  await portal.blobs.removeHalfWritten(before);
  return { removed, left: leaving.length - removed };
}

async function letGoOfSome({ database }: Portal, before: number): Promise<number> {
  return database.write(async (writer) => {
    const left = await imagesLeftBehind(database, writer, before, batch);
    await letGoOf(
      writer,
      left.map(({ id }) => id),
    );
    return left.length;
  });
}
