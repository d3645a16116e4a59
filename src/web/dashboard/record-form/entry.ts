import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenTime } from "#i18n/written.ts";
import { addFromForm } from "#operations/drafts/add-from-form.ts";
import { discardDraft } from "#operations/drafts/discard-draft.ts";
import { readDraft } from "#operations/drafts/read-draft.ts";
import { type DraftSaved, saveDraft } from "#operations/drafts/save-draft.ts";
import {
  type KeptForm,
  noParticulars,
  type RefusedForm,
  type ShownForm,
} from "#ui/dashboard/record-form/shown-form.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { goOn } from "../go-on.ts";
import { needed } from "../../needed.ts";
import { type Visit, visitContext } from "../../visit.ts";
import { type PostedForm, readRecordForm, sorted } from "./read-record-form.ts";
import { comesBack, formSent, looseShown, refusedFor, statusOf, uploadsShown } from "./shown-form.ts";
import { takenNumbers } from "./taken-numbers.ts";

/** The add form: as it was left, or empty. */
export async function emptyOrKept(visit: Visit): Promise<{ form: ShownForm; keptAt: string | null }> {
  const { actor } = await knownVisitor(visit);
  const draft = await needed(visit, () => readDraft(visit.portal, actor));
  const form = {
    name: draft?.form ?? randomUUID(),
    particulars: draft?.particulars ?? noParticulars,
    papers: uploadsShown(draft?.images ?? {}),
    loose: looseShown(draft?.unsorted ?? []),
  };
  return { form, keptAt: draft && writtenTime(draft.savedAt) };
}

type Asked = { request: Request; context: { get: (key: typeof visitContext) => Visit }; page: string };

/** What the buttons of an add form do, and what the page sends by itself. */
export async function answerAddForm({ request, context, page }: Asked) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const posted = await needed(visit, () => readRecordForm(visit, actor, request));
  const [does, id = "", kind = ""] = posted.does;
  if (does === "keep") return data<KeptForm>(await kept(visit, actor, posted));
  if (does === "throw-away") {
    await needed(visit, () => discardDraft(visit.portal, actor, { form: posted.name }));
    return goOn(page, "thrown-away");
  }
  if (does === "sort") {
    await needed(visit, () => keep(visit, actor, sorted(posted, id, kind)));
    return goOn(page);
  }
  return add(visit, actor, posted, page);
}

async function add(visit: Visit, actor: Actor, posted: PostedForm, page: string) {
  const form = formSent(posted);
  if (posted.lost.length > 0 || posted.loose.length > 0) {
    await keepIfPossible(visit, actor, posted);
    return data<RefusedForm>(comesBack(form, posted), 400);
  }
  try {
    const { particulars, name } = posted;
    const { id } = await addFromForm(visit.portal, actor, { form: name, particulars, images: imagesWanted(posted) });
    return goOn(page, "added", id);
  } catch (error) {
    visit.report(error);
    await keepIfPossible(visit, actor, posted);
    return data<RefusedForm>(refusedFor(form, posted, error), statusOf(error));
  }
}

async function kept(visit: Visit, actor: Actor, posted: PostedForm): Promise<KeptForm> {
  const [saved, taken] = await Promise.all([
    keepIfPossible(visit, actor, posted),
    takenNumbers(visit, actor, posted.particulars),
  ]);
  return { kind: "kept", missing: saved?.missingImages ?? [], taken };
}

const keep = ({ portal }: Visit, actor: Actor, posted: PostedForm): Promise<DraftSaved> =>
  saveDraft(portal, actor, {
    form: posted.name,
    particulars: posted.particulars,
    images: imagesWanted(posted),
    unsorted: posted.loose,
  });

/** What cannot be kept is still on the page of whoever typed it. */
async function keepIfPossible(visit: Visit, actor: Actor, posted: PostedForm): Promise<DraftSaved | null> {
  try {
    return await keep(visit, actor, posted);
  } catch (error) {
    if (!isPortalError(error)) throw error;
    visit.report(error);
    return null;
  }
}

const imagesWanted = ({ images, takenAway }: PostedForm): PostedForm["images"] =>
  Object.fromEntries(Object.entries(images).filter(([kind]) => !takenAway.some((away) => away === kind)));
