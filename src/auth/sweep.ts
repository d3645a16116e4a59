import { deleteSomeEnded } from "#storage/database/ended-accounts.ts";
import type { AccountDesk } from "./account-desk.ts";
import { sessionLimits } from "./session-limits.ts";

const day = 24 * 60 * 60_000;

/** An address that somebody else may have given is not kept for ever. */
const unconfirmedMs = 30 * day;

export async function sweep({ database, now }: AccountDesk, stopping?: AbortSignal): Promise<void> {
  const at = now();
  const moments = { now: at, idleSince: at - sessionLimits.idleMs, unconfirmedSince: at - unconfirmedMs };
  while (!stopping?.aborted && (await database.write((writer) => deleteSomeEnded(writer, moments))));
}
