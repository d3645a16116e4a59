import { data } from "react-router";
import { particularsOf } from "#core/records/candidate-record.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayUpdateRecord } from "#core/staff/permissions.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { readHistory } from "#operations/records/read-history.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { KeptForm, RefusedForm } from "./shown-form.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { historyLines } from "../records/record-history.server.ts";
import { mergeWithOthers } from "./meanwhile.server.ts";
import { type PostedForm, readRecordForm, sorted } from "./read-record-form.server.ts";
import { comesBack, formSent, refusedFor, statusOf, storedShown } from "./record-form-shown.server.ts";
import { takenNumbers } from "./taken-numbers.server.ts";

/** A record as the update page shows it. */
export async function recordToUpdate(visit: Visit, id: string, cursor: string | null) {
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const [record, history] = await orErrorPage(visit, () =>
    Promise.all([readRecord(portal, actor, id), readHistory(portal, actor, id, cursor === null ? {} : { cursor })]),
  );
  return {
    page: pageOf(id),
    name: record.name,
    publicState: publicStateOf(record),
    returnReason: record.returnReason,
    mayUpdate: mayUpdateRecord(actor, record),
    form: {
      name: id,
      opening: "",
      version: record.version,
      particulars: particularsOf(record),
      papers: storedShown(record.documents),
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
  const posted = await orErrorPage(visit, () => readRecordForm(visit, actor, request));
  const [does, loose = "", kind = ""] = posted.does;
  if (does === "keep") {
    const taken = await takenNumbers(visit, actor, posted.particulars, id);
    return data<KeptForm>({ kind: "kept", opening: "", state: "kept", goesOnAs: id, missing: [], taken });
  }
  const now = await orErrorPage(visit, () => readRecord(visit.portal, actor, id));
  const form = formSent(does === "sort" ? sorted(posted, loose, kind) : posted, storedShown(now.documents));
  if (does === "sort") return data<RefusedForm>(comesBack(form, { lost: [], loose: [] }));
  if (posted.lost.length > 0 || posted.loose.length > 0) return data<RefusedForm>(comesBack(form, posted), 400);
  try {
    const { particulars, version: expectedVersion } = posted;
    const images = { ...posted.images, ...takenAway(posted) };
    await updateRecord(visit.portal, actor, { id, expectedVersion }, { particulars, images });
    return redirectInApp(pageOf(id), "updated", id);
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
  const now = await orErrorPage(visit, () => readRecord(visit.portal, actor, id));
  const { particulars, meanwhile } = await mergeWithOthers(visit.portal, actor, now, posted);
  const form = formSent({ ...posted, particulars, version: now.version }, storedShown(now.documents));
  return { ...refusedFor(form, posted, stale), meanwhile };
}
