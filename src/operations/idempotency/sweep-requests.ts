import { deleteRepeatablesBefore } from "#storage/database/idempotency.ts";
import type { Portal } from "../portal.ts";
import { repeatableForMs } from "./do-once.ts";

/** Forgets requests that may no longer come again. */
export async function sweepRequests(portal: Portal): Promise<void> {
  await portal.database.write((writer) => deleteRepeatablesBefore(writer, portal.now() - repeatableForMs));
}
