import { ownName } from "#core/own-fields/own-field.ts";
import { isOwnPaper } from "#core/own-fields/own-paper.ts";
import { draftWithout, failedFileIn, imagesOfDraft } from "#core/records/draft.ts";
import { lastDayField } from "#core/records/last-days.ts";
import { SealBroken } from "#sealing/seal.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { type DraftRow, everyDraft, imagesOnlyInDraft } from "#storage/database/records/drafts.ts";
import { imagesForChange, markImagesDeleted } from "#storage/database/records/images.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import { isOpenDraft, sealedDraft, sealedPageDraft } from "../drafts/read-drafts.ts";
import { deleteMarkedImages, type MarkedImage } from "../images/remove-images.ts";
import type { Portal } from "../portal/portal.ts";

/**
 * Deletes what begun forms have of one of the operator's own fields or papers. A draft that cannot be opened is reported
 * and left: nobody can read it, and it ends within a week.
 */
export async function emptyDrafts(portal: Portal, id: string, report?: (error: unknown) => void): Promise<void> {
  for (const draft of await everyDraft(portal.database.read)) {
    try {
      await emptyOne(portal, draft, id);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      report?.(error);
    }
  }
}

async function emptyOne(portal: Portal, draft: DraftRow, id: string): Promise<void> {
  const { database } = portal;
  const deleted = await database.write(async (writer) => {
    // The person first, as everything that changes a draft does: its images are locked before and after it.
    await lockPerson(database, writer, draft.person_id);
    const row = await rowForChange(database, writer, "form_draft", draft.id);
    if (!row || !isOpenDraft(row)) return [];
    // The names of page drafts have a colon.
    return row.form.includes(":") ? emptyPageDraft(portal, writer, row, id) : emptyDraft(portal, writer, row, id);
  });
  await deleteMarkedImages(portal, deleted);
}

type OpenRow = DraftRow & { wrapped_key: Uint8Array; sealed: Uint8Array };

async function emptyPageDraft({ keyring }: Portal, writer: Writer, row: OpenRow, id: string): Promise<MarkedImage[]> {
  const { fields } = sealedPageDraft.openRow(keyring, row);
  const box = isOwnPaper(id) ? lastDayField(id) : ownName(id);
  const isOf = (name: string, value: string) => name === box || (name === "failed" && failedFileIn(value)?.kind === id);
  const left = fields.filter(([name, value]) => !isOf(name, value));
  if (left.length < fields.length)
    await updateRow(writer, "form_draft", row.id, sealedPageDraft.sealColumns(keyring, row, { fields: left }));
  return [];
}

/** Returns the uploads that no draft holds any more. */
async function emptyDraft(portal: Portal, writer: Writer, row: OpenRow, id: string): Promise<MarkedImage[]> {
  const { database, keyring } = portal;
  const before = sealedDraft.openRow(keyring, row);
  const after = draftWithout(before, id);
  if (JSON.stringify(after) === JSON.stringify(before)) return [];
  await updateRow(writer, "form_draft", row.id, sealedDraft.sealColumns(keyring, row, after));
  const kept = new Set(imagesOfDraft(after));
  const left = (await imagesOnlyInDraft(writer, row.id)).filter((image) => !kept.has(image));
  const images = (await imagesForChange(database, writer, left)).filter(({ state }) => state === "waiting");
  await markImagesDeleted(writer, images);
  return images;
}
