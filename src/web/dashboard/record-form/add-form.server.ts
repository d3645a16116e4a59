import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { isFormName } from "#core/records/draft.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenTime } from "#i18n/written.ts";
import { addFromForm, discardDraft } from "#operations/drafts/end-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { type DraftSaved, saveDraft } from "#operations/drafts/save-draft.ts";
import type { BegunForms } from "./begun-forms.tsx";
import { type KeptForm, noParticulars, type RefusedForm, type ShownForm } from "./shown-form.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { type PostedForm, readRecordForm, sorted } from "./read-record-form.server.ts";
import { comesBack, formSent, looseShown, refusedFor, statusOf, uploadsShown } from "./record-form-shown.server.ts";
import { takenNumbers } from "./taken-numbers.server.ts";

/** The add form that the address names or that was saved last, as it was left; else an empty one. */
export async function emptyOrKept(visit: Visit, address: URLSearchParams): Promise<OpenedForm> {
  const { actor } = await knownVisitor(visit);
  const named = address.get("form") ?? "";
  const asked = isFormName(named) ? named : undefined;
  const { draft, begun, isFree } = await orErrorPage(visit, () => readDrafts(visit.portal, actor, asked));
  const form: ShownForm = {
    name: draft?.form ?? (asked && isFree ? asked : randomUUID()),
    opening: randomUUID(),
    particulars: draft?.particulars ?? noParticulars,
    papers: uploadsShown(draft?.images ?? {}),
    loose: looseShown(draft?.unsorted ?? []),
    ...(draft && { version: draft.version }),
  };
  return {
    form,
    asked: asked ?? "",
    keptAt: draft && writtenTime(draft.savedAt),
    begun: begun.map((one) => ({ ...one, savedAt: writtenTime(one.savedAt) })),
    fresh: randomUUID(),
  };
}

type OpenedForm = BegunForms & {
  form: ShownForm;
  /** The form that the address names; "" for none. */
  asked: string;
  /** When the form was last kept, if it was begun on an earlier visit. */
  keptAt: string | null;
};

const formAt = (page: string, name: string) => `${page}?${new URLSearchParams({ form: name }).toString()}`;

/** An empty form, whatever else was begun. */
const freshForm = (page: string) => formAt(page, randomUUID());

type Asked = { request: Request; context: { get: (key: typeof visitContext) => Visit }; page: string };

/** What the buttons of an add form do, and what the page sends by itself. */
export async function answerAddForm({ request, context, page }: Asked) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const posted = await orErrorPage(visit, () => readRecordForm(visit, actor, request));
  const [does, id = "", kind = ""] = posted.does;
  if (does === "keep") return data<KeptForm>(await kept(visit, actor, posted));
  if (does === "throw-away") {
    await orErrorPage(visit, () => discardDraft(visit.portal, actor, placeOf(posted)));
    return redirectInApp(freshForm(page), "thrown-away");
  }
  if (does === "sort") {
    const { name } = await orErrorPage(visit, () => keptSomewhere(visit, actor, sorted(posted, id, kind), keep));
    return redirectInApp(formAt(page, name));
  }
  return add(visit, actor, posted, page);
}

async function add(visit: Visit, actor: Actor, posted: PostedForm, page: string) {
  if (posted.lost.length > 0 || posted.loose.length > 0) {
    const again = await keptSomewhere(visit, actor, posted, keepIfPossible);
    return data<RefusedForm>(comesBack(formSent(again), posted), 400);
  }
  try {
    const { particulars } = posted;
    const images = imagesWanted(posted);
    const { id } = await addFromForm(visit.portal, actor, { ...placeOf(posted), particulars, images });
    return redirectInApp(freshForm(page), "added", id);
  } catch (error) {
    visit.report(error);
    const again = await keptSomewhere(visit, actor, posted, keepIfPossible);
    return data<RefusedForm>(refusedFor(formSent(again), posted, error), statusOf(error));
  }
}

async function kept(visit: Visit, actor: Actor, posted: PostedForm): Promise<KeptForm> {
  const [saved, taken] = await Promise.all([
    keepIfPossible(visit, actor, posted),
    takenNumbers(visit, actor, posted.particulars),
  ]);
  return {
    kind: "kept",
    opening: posted.opening,
    state: stateOf(saved),
    // The page asks for it under that name, if there still is anybody who types.
    goesOnAs: saved ? (saved.form ?? randomUUID()) : posted.name,
    missing: saved?.missingImages ?? [],
    taken,
  };
}

function stateOf(saved: DraftSaved | null): KeptForm["state"] {
  if (!saved) return "not-kept";
  return saved.form === null ? "elsewhere" : "kept";
}

const placeOf = ({ name, opening, version }: PostedForm) => ({ form: name, opening, version });

const keep = ({ portal }: Visit, actor: Actor, posted: PostedForm): Promise<DraftSaved> =>
  saveDraft(portal, actor, {
    ...placeOf(posted),
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

/** A form that comes back is kept: where its name is taken in another window, as a form of its own. */
async function keptSomewhere(
  visit: Visit,
  actor: Actor,
  posted: PostedForm,
  keeper: (visit: Visit, actor: Actor, posted: PostedForm) => Promise<DraftSaved | null>,
): Promise<PostedForm> {
  const saved = await keeper(visit, actor, posted);
  if (!saved) return posted;
  if (saved.form !== null) return { ...posted, name: saved.form };
  const own = { ...posted, name: randomUUID(), version: undefined };
  await keeper(visit, actor, own);
  return own;
}

const imagesWanted = ({ images, takenAway }: PostedForm): PostedForm["images"] =>
  Object.fromEntries(Object.entries(images).filter(([kind]) => !takenAway.some((away) => away === kind)));
