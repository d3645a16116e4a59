import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { system } from "#core/accounts/actor.ts";
import { erasedAndBack } from "#storage/database/erasures.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { deletePost } from "../posts/publish-post.ts";
import { deleteRecord } from "../records/change-record.ts";
import { deleteComment } from "../records/record-comments.ts";
import { deleteAccount } from "../accounts/manage-accounts.ts";

const restore = system("restore");

/** Deletes again what a restored backup has brought back. Returns how many it deleted. */
export async function applyErasures(portal: Portal, report: (error: unknown) => void): Promise<number> {
  let applied = 0;
  for (const { subject, erased_id: id } of await erasedAndBack(portal.database.read)) {
    try {
      // A restore leaves the pages of holders as they were in the backup.
      if (subject === "person") await deleteAccount(portal, restore, { id, why: "left" });
      else if (subject === "comment") await deleteCommentAgain(portal, id);
      else await deleteOfAnyRegistry(portal, subject, id);
      applied += 1;
    } catch (error) {
      report(error);
    }
    await yieldToEventLoop();
  }
  return applied;
}

async function deleteOfAnyRegistry(portal: Portal, subject: "candidate" | "post", id: string): Promise<void> {
  const row = await rowById(portal.database.read, subject, id);
  if (!row) return;
  const there = { ...portal, registry: row.registry };
  await (subject === "post" ? deletePost(there, restore, { id }) : deleteRecord(there, restore, { id }));
}

async function deleteCommentAgain(portal: Portal, comment: string): Promise<void> {
  const row = await rowById(portal.database.read, "record_comment", comment);
  const record = row && (await rowById(portal.database.read, "candidate", row.candidate_id));
  if (record) await deleteComment({ ...portal, registry: record.registry }, restore, { id: record.id, comment });
}
