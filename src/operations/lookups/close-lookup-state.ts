import { isPortalError } from "#core/errors.ts";
import type { Portal } from "../portal.ts";
import { shareMisses } from "./share-misses.ts";
import { writeLookups } from "./write-lookups.ts";

/** Writes down what is still in memory. Where the database is gone it is lost, and nothing else has to wait for it. */
export async function closeLookupState(portal: Portal): Promise<void> {
  try {
    await writeLookups(portal);
    await shareMisses(portal);
  } catch (error) {
    if (!isPortalError(error)) throw error;
  }
}
