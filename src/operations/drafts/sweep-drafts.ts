import { draftKeptForMs } from "#core/records/draft.ts";
import { deleteDraftsBefore } from "#storage/database/drafts.ts";
import type { Portal } from "../portal.ts";

/** Forgets forms that nobody went on with. Their images go with the next sweep of images. */
export async function sweepDrafts({ database, now }: Portal): Promise<void> {
  await database.write((writer) => deleteDraftsBefore(writer, now() - draftKeptForMs));
}
