import type { Documents, Particulars } from "#core/records/record-details.ts";
import { type AnyKind, withOwnPapers } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { isPortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { findDuplicateNumbers } from "#operations/records/duplicate-numbers.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { newUpload, shownFiles } from "../uploads/posted-files.server.ts";
import type { PostedForm } from "./read-record-form.server.ts";
import type { RefusedForm, Autosaved, ShownForm } from "./shown-form.ts";

export const storedShown = (stored: Documents, kinds: readonly AnyKind[]): ShownForm["documents"] =>
  shownFiles(kinds, (kind) => {
    const files = Map.groupBy(stored[kind] ?? [], ({ image }) => imageOfPage(image) ?? "");
    return [...files].map(([id, pages]) => ({ ...newUpload(id, pages.length), isStored: true }));
  });

/** Returns the form as it was sent. Where no other document was chosen, the form shows the stored one. */
export const formSent = (posted: PostedForm, stored: ShownForm["documents"] = {}): ShownForm => ({
  name: posted.name,
  opening: posted.opening,
  version: posted.version,
  particulars: posted.particulars,
  lastDays: posted.lastDays,
  own: posted.own,
  documents: shownFiles(withOwnPapers(documentKinds, stored, posted.images), (kind) => {
    const there = stored[kind] ?? [];
    // Sent files must be sent again with the next try, even if they are only some pages of the stored document.
    const sent = posted.images[kind]?.map((id) =>
      newUpload(id, there.find((one) => one.id === id)?.pages, posted.names[id]),
    );
    return (sent ?? there).map((one) => ({ ...one, isTakenAway: posted.takenAway.includes(kind) }));
  }),
  failed: posted.failed,
  unsorted: posted.unsorted.map((id) => ({ ...newUpload(id, 1, posted.names[id]), guess: posted.guesses[id] })),
});

/** Why a form comes back; empty if its files were only sorted. */
type Reasons = Partial<Omit<RefusedForm, "values" | "at">>;

export const refusedForm = ({ portal }: Visit, values: ShownForm, reasons: Reasons = {}): RefusedForm => ({
  values,
  problem: null,
  fields: {},
  record: null,
  meanwhile: null,
  at: portal.now(),
  ...reasons,
});

/** Returns the reasons if files were lost, or if the kind of some is not chosen yet. Null if nothing is missing. */
export const missingIn = ({ lost, unsorted }: PostedForm): Reasons | null =>
  lost.length + unsorted.length > 0 ? { problem: unsorted.length > 0 ? "unsorted" : null } : null;

/** Returns what an error means for the form, and the status of the response. */
export const reasonsIn = (visit: Visit, error: unknown): Reasons & { status: number } => ({
  ...failureOf(visit, error),
  record: (isPortalError(error) && error.record) || null,
});

type TypedNumbers = { particulars: Particulars; ownId?: string };

/** Adds the numbers that other records have: a form says everything that is wrong at once. */
export async function withTakenNumbers<Refusal extends ReturnType<typeof reasonsIn>>(
  visit: Visit,
  actor: Actor,
  refusal: Refusal,
  { particulars, ownId }: TypedNumbers,
): Promise<Refusal> {
  if (refusal.problem !== "invalid") return refusal;
  const { taken } = await takenNumbers(visit, actor, particulars, ownId);
  const ofNumbers = Object.fromEntries(Object.keys(taken).map((name) => [name, "number-taken" as const]));
  const { record = null } = taken.passportNumber ?? taken.irccNumber ?? {};
  return { ...refusal, fields: { ...ofNumbers, ...refusal.fields }, record };
}

/** Finds the numbers that other records have, of those that the user may read. */
export async function takenNumbers(
  { portal }: Visit,
  actor: Actor,
  { passportNumber, irccNumber }: Particulars,
  ownId?: string,
): Promise<Pick<Autosaved, "numbers" | "taken">> {
  const numbers = { passportNumber, irccNumber };
  return { numbers, taken: await findDuplicateNumbers(portal, actor, { ...numbers, ownId }) };
}
