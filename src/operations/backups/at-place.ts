import { isPortalError, codeOf, PortalError, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { ownUser } from "#storage/make-folder.ts";
import type { BackupPlace } from "../portal/backup-place.ts";

/** Works at BACKUP_URL. If that fails because of the place, the error says where, as which user and why. */
export async function atPlace<Result>(
  { open, location }: BackupPlace,
  work: (target: BlobStore) => Promise<Result>,
): Promise<Result> {
  try {
    await using target = await open();
    return await work(target);
  } catch (error) {
    throw isOfPlace(error) ? placeFailed(unusablePlace(location, "BACKUP_URL", error)) : error;
  }
}

/** For the log, which has the sentence. */
export const placeFailed = (cause: StartRefused): PortalError =>
  new PortalError("backup-failed", { sentence: cause.message, cause });

/** Errors of a store, of Node, and our own sentences. Not those of the database, nor bugs. */
function isOfPlace(error: unknown): boolean {
  if (isPortalError(error)) return error.id === "unavailable" && error.away === "files";
  return error instanceof StartRefused || codeOf(error) !== undefined;
}

/** `setting` is what names the place. Returns a sentence of ours as it is. */
export const unusablePlace = (location: string, setting: string, cause: unknown): StartRefused =>
  cause instanceof StartRefused
    ? cause
    : new StartRefused(
        `Backups cannot be stored in ${asUser(location)}: ${reasonOf(cause)}. Check ${setting}, and the rights there.`,
        { cause },
      );

/** A bucket knows a key, and no user of this machine. */
export const asUser = (location: string): string =>
  location.startsWith("s3:") ? location : `${location} as user ${ownUser()}`;
