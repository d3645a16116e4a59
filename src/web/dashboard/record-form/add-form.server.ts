import { noParticulars } from "#core/records/record-details.ts";
import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider } from "react-router";
import { usedOf } from "#core/own-fields/own-field.ts";
import { kindsHere } from "#core/own-fields/own-paper.ts";
import { unseenKinds } from "#core/records/visibility.ts";
import { isFormName } from "#core/records/draft.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { writtenTime } from "#i18n/written.ts";
import { type DraftSaved, saveDraft, addFromForm, discardDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { OpenedForm } from "./add-form.tsx";
import { addressOfForm, type RefusedForm, type Autosaved } from "./shown-form.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { newUpload, shownFiles } from "../uploads/posted-files.server.ts";
import { formSent, missingIn, reasonsIn, refusedForm, takenNumbers, withTakenNumbers } from "./form-answers.server.ts";
import { shownOwnFields } from "./own-fields.server.ts";
import { lastDaysWanted, ownWanted, type PostedForm, readRecordForm } from "./read-record-form.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Returns the add form that the URL names, or the one that was saved last, as it was left; else an empty form. */
export async function openForm(context: Context, address: URLSearchParams): Promise<OpenedForm> {
  const { visit, portal, actor } = await signedInVisit(context);
  const named = address.get("form") ?? "";
  const nameInUrl = isFormName(named) ? named : undefined;
  const { draft, begun, damaged, isFree } = await orErrorPage(visit, () => readDrafts(portal, actor, nameInUrl));
  const settings = await orErrorPage(visit, () => currentSettings(portal));
  const ownPapers = usedOf(settings.ownPapers);
  const kinds = kindsHere(settings);
  return {
    form: {
      name: draft?.form ?? (nameInUrl && isFree ? nameInUrl : randomUUID()),
      opening: randomUUID(),
      version: draft?.version,
      particulars: draft?.particulars ?? noParticulars,
      lastDays: draft?.lastDays ?? {},
      own: draft?.own ?? {},
      documents: shownFiles(kinds, (kind) => draft?.images[kind]?.map(shownUpload)),
      // Another file has no box in the form: it could neither be sent again nor be taken away.
      failed: draft?.failed.filter(({ kind }) => kind === null || kinds.includes(kind)) ?? [],
      unsorted: draft?.unsorted.map((image) => ({ ...shownUpload(image), guess: image.guess })) ?? [],
    },
    irccNumberIsOptional: settings.irccNumberIsOptional,
    ownFields: shownOwnFields(settings.ownFields),
    ownPapers,
    kindsOff: settings.kindsOff,
    unseen: unseenKinds(kinds, settings),
    nameInUrl: nameInUrl ?? "",
    savedAt: draft && writtenTime(draft.savedAt),
    isDamaged: damaged.some(({ form }) => form === nameInUrl),
    begun: begun.map((one) => ({ ...one, savedAt: writtenTime(one.savedAt) })),
    fresh: randomUUID(),
  };
}

const shownUpload = ({ id, pages, name }: { id: string; pages: readonly unknown[]; name: string }) =>
  newUpload(id, pages.length, name);

type AddFormRequest = { request: Request; context: Context; page: string };

/** Handles the buttons of an add form. */
export async function answerAddForm({ request, context, page }: AddFormRequest) {
  const { visit, portal, actor } = await signedInVisit(context);
  const posted = await orErrorPage(visit, () => readRecordForm(visit, actor, request));
  // A new name opens an empty form, even if other forms were begun.
  const fresh = () => addressOfForm(page, randomUUID());
  if (posted.does === "throw-away") {
    return orFormAgain(visit, posted, async () => {
      await discardDraft(portal, actor, openFormOf(posted));
      return redirectInApp(fresh(), "thrown-away");
    });
  }
  if (posted.does === "sort") {
    return orFormAgain(visit, posted, async () => {
      const { name } = await saveUnderSomeName(posted, (form) => save(visit, actor, form));
      return redirectInApp(addressOfForm(page, name));
    });
  }
  const refuse = async ({ status, ...reasons }: ReturnType<typeof reasonsIn>) => {
    const saved = await saveUnderSomeName(posted, (form) => saveIfPossible(visit, actor, form));
    return data<RefusedForm>(refusedForm(visit, formSent(saved), reasons), status);
  };
  const missing = missingIn(posted);
  if (missing) return refuse({ ...missing, status: 400 });
  try {
    const { particulars } = posted;
    const images = imagesWanted(posted);
    const lastDays = lastDaysWanted(posted);
    const own = ownWanted(posted, (await visit.settings()).ownFields);
    const form = { ...openFormOf(posted), particulars, images, lastDays, own };
    const { id, isAllIn } = await addFromForm(portal, actor, form);
    return redirectInApp(fresh(), isAllIn ? "added" : "added-in-part", id);
  } catch (error) {
    return refuse(await withTakenNumbers(visit, actor, reasonsIn(visit, error), posted));
  }
}

/** Returns the form with what was typed if its button cannot do its work. */
async function orFormAgain(visit: Visit, posted: PostedForm, work: () => Promise<Response>) {
  try {
    return await work();
  } catch (error) {
    const { status, ...reasons } = reasonsIn(visit, error);
    return data<RefusedForm>(refusedForm(visit, formSent(posted), reasons), status);
  }
}

/** Saves a form that is being filled in, and says which numbers other records have. */
export async function saveWhileTyping(visit: Visit, actor: Actor, posted: PostedForm): Promise<Autosaved> {
  const [saved, numbers] = await Promise.all([
    save(visit, actor, posted).catch(orNoRoom),
    takenNumbers(visit, actor, posted.particulars),
  ]);
  const savedAt = writtenTime(visit.portal.now());
  const answer = { opening: posted.opening, savedAt, missing: saved?.missingImages ?? [], ...numbers } as const;
  if (!saved) return { ...answer, state: "not-saved", name: posted.name };
  // A page that is still open saves the form again, under the new name.
  if (saved.form === null) return { ...answer, state: "elsewhere", name: randomUUID() };
  return { ...answer, state: "saved", name: saved.form };
}

/** Null if this person has too many drafts. */
function orNoRoom(error: unknown): null {
  if (isPortalError(error) && error.id === "too-many-requests") return null;
  throw error;
}

const openFormOf = ({ name, opening, version }: PostedForm) => ({ form: name, opening, version });

const save = ({ portal }: Visit, actor: Actor, posted: PostedForm): Promise<DraftSaved> =>
  saveDraft(portal, actor, {
    ...openFormOf(posted),
    particulars: posted.particulars,
    images: imagesWanted(posted),
    lastDays: posted.lastDays,
    own: posted.own,
    unsorted: posted.unsorted,
    guesses: posted.guesses,
    names: namesWanted(posted),
    failed: posted.failed,
  });

/** Null if the form cannot be saved: the typed values are still on the user's page. */
async function saveIfPossible(visit: Visit, actor: Actor, posted: PostedForm): Promise<DraftSaved | null> {
  try {
    return await save(visit, actor, posted);
  } catch (error) {
    if (!isPortalError(error)) throw error;
    visit.report(error);
    return null;
  }
}

/** Saves a form that comes back. If another window uses its name, the form is saved under a new name. */
async function saveUnderSomeName(posted: PostedForm, saveForm: (form: PostedForm) => Promise<DraftSaved | null>) {
  const saved = await saveForm(posted);
  if (!saved) return posted;
  if (saved.form !== null) return { ...posted, name: saved.form };
  const own = { ...posted, name: randomUUID(), version: undefined };
  await saveForm(own);
  return own;
}

/** The names of the uploads of this form. A form may name others, which it no longer has. */
function namesWanted({ images, unsorted, names }: PostedForm): PostedForm["names"] {
  const wanted = new Set([...Object.values(images).flat(), ...unsorted]);
  return Object.fromEntries(Object.entries(names).filter(([id]) => wanted.has(id)));
}

const imagesWanted = ({ images, takenAway }: PostedForm): PostedForm["images"] =>
  Object.fromEntries(Object.entries(images).filter(([kind]) => !takenAway.some((away) => away === kind)));
