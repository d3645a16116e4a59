import { access, constants } from "node:fs/promises";
import { PortalError } from "#core/errors.ts";
import type { Portal } from "./portal.ts";

/** Fails unless records can be read and uploads can be received. */
export async function checkReady({ database, blobs, tempFolder }: Portal): Promise<void> {
  await Promise.all([database.ping(), blobs.ping(), checkTempFolder(tempFolder)]);
}

async function checkTempFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (cause) {
    throw new PortalError("unavailable", { cause });
  }
}
