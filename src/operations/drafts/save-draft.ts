import { randomUUID } from "node:crypto";
import {
  type Draft,
  draftLifetimeMs,
  imagesOfDraft,
  mayOverwrite,
  mostDrafts,
  parseDraft,
  withImages,
} from "#core/records/draft.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayAddToDraft, mayHaveDrafts } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  draftOfForm,
  draftOfOpening,
  type DraftRow,
  lockDrafts,
  openDrafts,
  putDraft,
} from "#storage/database/drafts.ts";
import { imagesForChange } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { sealDraft } from "./sealed-draft.ts";

export type DraftSaved = {
  /**
   * The form name of the saved draft. Null where nothing was saved: another window saved this form, its record was
   * added, or it was discarded. A page that is still filled in saves under another form name then.
   */
  form: string | null;
  /** Images that are gone or somebody else's: the page asks for the file again. */
  missingImages: string[];
};

/** Saves an add form as it stands, in place of what the same page saved before. It holds its images. */
export async function saveDraft(portal: Portal, actor: Actor, input: unknown): Promise<DraftSaved> {
  authorize(mayHaveDrafts(actor), actor);
  const draft = parseDraft(input);
  const wanted = imagesOfDraft(draft);
  return portal.database.write(async (writer) => {
    await lockDrafts(portal.database, writer, actor.id);
    const place = await placeFor(portal, writer, actor.id, draft);
    if (!place) return { form: null, missingImages: [] };
    const rows = await imagesForChange(portal.database, writer, wanted);
    const there = new Set(rows.filter((row) => mayAddToDraft(actor, row)).map(({ id }) => id));
    const content = { ...withImages(draft, (id) => there.has(id)), form: place.form };
    const version = place.version + 1;
    await putDraft(writer, sealDraft(portal, { id: place.id, person_id: actor.id, version }, content), [...there]);
    return { form: place.form, missingImages: wanted.filter((id) => !there.has(id)) };
  });
}

/** Each opened page has one draft, even if the name of its form changes. Null where another page has the form. */
async function placeFor(
  portal: Portal,
  writer: Writer,
  personId: string,
  draft: Draft,
): Promise<Pick<DraftRow, "id" | "form" | "version"> | null> {
  const named = await draftOfForm(writer, personId, draft.form);
  if (named?.sealed && mayOverwrite(named, draft)) return named;
  const own = await draftOfOpening(writer, personId, draft.opening);
  if (named) return own ?? null;
  if (own) return { ...own, form: draft.form };
  const others = await openDrafts(writer, personId, portal.now() - draftLifetimeMs);
  if (others.length >= mostDrafts) throw new PortalError("too-many-requests");
  return { id: randomUUID(), form: draft.form, version: 0 };
}
