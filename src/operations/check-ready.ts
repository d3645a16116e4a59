import { access, constants } from "node:fs/promises";
import { orUnavailable } from "#core/errors.ts";
import type { Portal } from "./portal.ts";

/** Fails unless records can be read and uploads can be received. */
export async function checkReady({ database, blobs, tempFolder }: Portal): Promise<void> {
  const checkTempFolder = orUnavailable(() => access(tempFolder, constants.R_OK | constants.W_OK));
  await Promise.all([database.ping(), blobs.ping(), checkTempFolder]);
}
