import { data } from "react-router";
import { particularsOf } from "#core/candidates/candidate.ts";
import { standingOf } from "#core/candidates/standing.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayUpdateCandidate } from "#core/staff/permissions.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { readHistory } from "#operations/candidates/read-history.ts";
import { updateCandidate } from "#operations/candidates/update-candidate.ts";
import type { KeptForm, RefusedForm } from "#ui/dashboard/record-form/shown-form.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { needed } from "../../needed.ts";
import type { Visit } from "../../visit.ts";
import { goOn } from "../go-on.ts";
import { historyLines } from "../record-history.ts";
import { mergeWithOthers } from "./meanwhile.ts";
import { type PostedForm, readRecordForm, sorted } from "./read-record-form.ts";
import { comesBack, formSent, refusedFor, statusOf, storedShown } from "./shown-form.ts";
import { takenNumbers } from "./taken-numbers.ts";

/** A record as the update page shows it. */
export async function recordToUpdate(visit: Visit, id: string, cursor: string | null) {
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const [candidate, history] = await needed(visit, () =>
    Promise.all([readCandidate(portal, actor, id), readHistory(portal, actor, id, cursor === null ? {} : { cursor })]),
  );
  return {
    page: pageOf(id),
    name: candidate.name,
    standing: standingOf(candidate),
    returnReason: candidate.returnReason,
    mayUpdate: mayUpdateCandidate(actor, candidate),
    form: {
      name: id,
      opening: "",
      version: candidate.version,
      particulars: particularsOf(candidate),
      papers: storedShown(candidate.documents),
      loose: [],
    },
    history: historyLines(history.events),
    earlier: history.next,
  };
}

const pageOf = (id: string) => `/Update_A_User/${id}`;

/** What the button of the update form does, and what the page sends by itself. */
export async function answerUpdateForm(visit: Visit, request: Request, id: string) {
  const { actor } = await knownVisitor(visit);
  const posted = await needed(visit, () => readRecordForm(visit, actor, request));
  const [does, loose = "", kind = ""] = posted.does;
  if (does === "keep") {
    const taken = await takenNumbers(visit, actor, posted.particulars, id);
    return data<KeptForm>({ kind: "kept", opening: "", state: "kept", goesOnAs: id, missing: [], taken });
  }
  const now = await needed(visit, () => readCandidate(visit.portal, actor, id));
  const form = formSent(does === "sort" ? sorted(posted, loose, kind) : posted, storedShown(now.documents));
  if (does === "sort") return data<RefusedForm>(comesBack(form, { lost: [], loose: [] }));
  if (posted.lost.length > 0 || posted.loose.length > 0) return data<RefusedForm>(comesBack(form, posted), 400);
  try {
    const { particulars, version: expectedVersion } = posted;
    const images = { ...posted.images, ...takenAway(posted) };
    await updateCandidate(visit.portal, actor, { id, expectedVersion }, { particulars, images });
    return goOn(pageOf(id), "updated", id);
  } catch (error) {
    visit.report(error);
    const isStale = isPortalError(error) && error.id === "stale";
    const refused = isStale ? await mergedForm(visit, actor, id, posted, error) : refusedFor(form, posted, error);
    return data<RefusedForm>(refused, statusOf(error));
  }
}

const takenAway = ({ takenAway: kinds }: PostedForm) => Object.fromEntries(kinds.map((kind) => [kind, null]));

/** The form with what others changed in it and their version under it: pressed again, it is saved. */
async function mergedForm(
  visit: Visit,
  actor: Actor,
  id: string,
  posted: PostedForm,
  stale: unknown,
): Promise<RefusedForm> {
  const now = await needed(visit, () => readCandidate(visit.portal, actor, id));
  const { particulars, meanwhile } = await mergeWithOthers(visit.portal, actor, now, posted);
  const form = formSent({ ...posted, particulars, version: now.version }, storedShown(now.documents));
  return { ...refusedFor(form, posted, stale), meanwhile };
}
