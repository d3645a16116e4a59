import { untakenForMs } from "#core/images/upload-limits.ts";
import { imagesLeaving, imagesLeftBehind } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { letGoOf, removeLeavingImages } from "./leaving-images.ts";

const batch = 100;

/** Removes uploads that no record took within a day, and what removals that were cut short have left. */
export async function sweepImages(portal: Portal): Promise<{ swept: number }> {
  while ((await letGoOfSome(portal)) === batch);
  const leaving = await imagesLeaving(portal.database.read, 10 * batch);
  await removeLeavingImages(portal, leaving);
  return { swept: leaving.length };
}

async function letGoOfSome({ database, now }: Portal): Promise<number> {
  return database.write(async (writer) => {
    const left = await imagesLeftBehind(database, writer, now() - untakenForMs, batch);
    await letGoOf(
      writer,
      left.map(({ id }) => id),
    );
    return left.length;
  });
}
