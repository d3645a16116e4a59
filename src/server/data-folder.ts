import { accessSync, constants, statSync } from "node:fs";
import type { Config } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { makeFolder, ownUser } from "#storage/make-folder.ts";

type Place = Pick<Config, "DATA_DIR">;

export async function makeDataFolder({ DATA_DIR }: Place): Promise<void> {
  refuseUnusableDataFolder({ DATA_DIR });
  await makeFolder(DATA_DIR, "DATA_DIR");
}

/** A folder that is missing is no fault: the first start creates it. */
export function refuseUnusableDataFolder({ DATA_DIR }: Place): void {
  try {
    if (!statSync(DATA_DIR).isDirectory()) throw noFolder(`${DATA_DIR} is a file`);
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause;
    if (codeOf(cause) === "ENOENT") return;
    if (codeOf(cause) === "ENOTDIR") throw noFolder(reasonOf(cause));
    throw new StartRefused(
      `DATA_DIR cannot be used as user ${ownUser()}: ${reasonOf(cause)}. Run this as the user of the service, or give the folder to this user.`,
      { cause },
    );
  }
}

const noFolder = (why: string) =>
  new StartRefused(`DATA_DIR is not valid: ${why}. It must be a folder of this site alone.`);
