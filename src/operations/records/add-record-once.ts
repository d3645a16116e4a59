import type { Actor } from "#core/staff/actor.ts";
import { mayAddRecords, authorize } from "#core/staff/permissions.ts";
import { doOnce } from "../idempotency/do-once.ts";
import type { Portal } from "../portal.ts";
import { addRecord, type Alongside, type NewRecord } from "./add-record.ts";

/** Adds a record, once for each key. Without a key every request adds one. */
export async function addRecordOnce(
  portal: Portal,
  actor: Actor,
  input: NewRecord,
  key: string | undefined,
  alongside: Alongside = async () => {},
): Promise<{ id: string }> {
  authorize(mayAddRecords(actor), actor);
  if (key === undefined) return addRecord(portal, actor, input, alongside);
  const id = await doOnce(portal, actor, { key, body: input }, async (answer) => {
    const added = await addRecord(portal, actor, input, async (writer, record) => {
      await alongside(writer, record);
      await answer(writer, record.id);
    });
    return added.id;
  });
  return { id };
}
