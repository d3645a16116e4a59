import { setTimeout as delay } from "node:timers/promises";
import { system } from "#core/accounts/actor.ts";
import { isPortalError } from "#core/errors.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { revisionsAfter, revisionsOf } from "#storage/database/records/revisions.ts";
import { changeLocked, saveFields } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { replaceRevision } from "../records/save-revision.ts";
import { isKept, openRevision, withNewContent } from "../sealed/sealed-revision.ts";

/** Small batches, so that nobody waits. */
const batch = 20;
const pauseMs = 20;

const endOfRule = system("four-eyes-off");

/** Once the four-eyes rule is off, publishes what still waits, or throws it away, as the admins chose. */
export async function settleRevisions(portal: Portal, stopping?: AbortSignal): Promise<void> {
  if ((await currentSettings(portal)).fourEyes) return;
  let last = "";
  while (!stopping?.aborted) {
    const rows = await revisionsAfter(portal.database.read, portal.registry, last, batch);
    for (const { id } of rows) await settle(portal, id);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) return;
    await delay(pauseMs);
  }
}

/** True if anything waits that the end of the rule would settle. */
export const hasRevisions = async ({ database, registry }: Portal): Promise<boolean> =>
  (await revisionsAfter(database.read, registry, "", 1)).length > 0;

/**
 * What was sent back is never published. A record that cannot be opened stays as it is, and so does a revision that was to
 * be published: `verify` reports it.
 */
async function settle(portal: Portal, id: string): Promise<void> {
  try {
    await changeLocked(portal, endOfRule, recordEntity, { id }, async (locked) => {
      const { within, writer, row, key } = locked;
      const settings = await currentSettings(within);
      const before = openedOrNull(() => openRecord(within, row, key));
      if (settings.fourEyes || !before) return;
      const [found] = await revisionsOf(writer, [id]);
      const revision = openRevision(before, found, key);
      if (!revision || revision === "damaged") return;
      if (isKept(settings, revision)) {
        const changes = { ...withNewContent(before, revision), revision: null };
        await saveFields(endOfRule, recordEntity, locked, { before, changes, action: "revision-approved" });
        return;
      }
      const change = { before: revision, after: null };
      await replaceRevision(endOfRule, "revision-discarded", { ...locked, stored: before }, change);
    });
  } catch (error) {
    // Somebody has just deleted the record.
    if (!isPortalError(error) || error.id !== "not-found") throw error;
  }
}
