import { isAnythingUnderOther } from "#storage/database/key-sets.ts";
import type { Portal } from "../portal.ts";

/** Whether anything was sealed under a secret that is not given. */
export async function needsOtherSecret({ database, keyring }: Portal): Promise<boolean> {
  return isAnythingUnderOther(
    database.read,
    keyring.all.map(({ id }) => id),
  );
}
