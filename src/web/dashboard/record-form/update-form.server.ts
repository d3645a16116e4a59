import { fieldNames } from "#core/records/record-fields.ts";
import { data, type RouterContextProvider } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { AuditDetails } from "#core/audit/audit-event.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type AnyKind, everyLabel, kindsHere, withOwnPapers } from "#core/own-fields/own-paper.ts";
import { kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { type OwnField, ownName, usedOf } from "#core/own-fields/own-field.ts";
import { ownValues } from "#core/records/record-details.ts";
import { decodedOrNull } from "#core/stored/decoders.ts";
import { wordsOfOwn } from "#i18n/own-field-words.ts";
import { lastDaysIn } from "#core/records/sent-last-days.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { writtenDay } from "#i18n/written.ts";
import { readNext } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { noteFormOfGone } from "../../frame/form-of-gone.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { endDraftOf } from "../page-draft/page-draft.server.ts";
import { eventsSince, historyLines } from "../records/record-history.server.ts";
import { formSent, missingIn, reasonsIn, refusedForm, storedShown, withTakenNumbers } from "./form-answers.server.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import { lastDaysWanted, ownWanted, type PostedForm, readRecordForm } from "./read-record-form.server.ts";
import type { ChangedField, RefusedForm } from "./shown-form.ts";

/** Handles the buttons of the update form. */
export async function answerUpdateForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { id, page }: { id: string; page: string },
) {
  const { visit, portal, actor } = await signedInVisit(context);
  const posted = await orErrorPage(visit, () => readRecordForm(visit, actor, request));
  const now = await orErrorPage(visit, () => readIfThere(portal, actor, id));
  const kinds = kindsHere(await visit.settings());
  const form = formSent(posted, storedShown(now?.documents ?? {}, kinds));
  if (!now) {
    noteFormOfGone(visit, posted.particulars);
    return data<RefusedForm>(refusedForm(visit, form, { problem: "not-found" }), 404);
  }
  if (posted.does === "sort") return data<RefusedForm>(refusedForm(visit, form));
  const missing = missingIn(posted);
  if (missing) return data<RefusedForm>(refusedForm(visit, form, missing), 400);
  try {
    // NaN equals no version: a form without a version counts as stale.
    const { particulars, version: expectedVersion = Number.NaN, takenAway, isSamePerson } = posted;
    const images = { ...posted.images, ...Object.fromEntries(takenAway.map((kind) => [kind, null])) };
    const { record } = await updateRecord(
      portal,
      actor,
      { id, expectedVersion },
      {
        particulars,
        isSamePerson,
        images,
        lastDays: lastDaysWanted(posted),
        own: ownWanted(posted, (await visit.settings()).ownFields),
      },
    );
    await endDraftOf(portal, actor, posted.pageDraft);
    return redirectInApp(page, record.revision === null ? "updated" : "changes-wait", id);
  } catch (error) {
    const numbers = { particulars: posted.particulars, ownId: id };
    const { status, ...reasons } = await withTakenNumbers(visit, actor, reasonsIn(visit, error), numbers);
    const { shown, meanwhile } =
      reasons.problem === "stale" ? await mergedForm(visit, actor, id, posted) : { shown: form, meanwhile: null };
    return data<RefusedForm>(refusedForm(visit, shown, { ...reasons, meanwhile }), status);
  }
}

/** Null if somebody has deleted the record: the form comes back with what was typed. */
async function readIfThere(...[portal, actor, id]: Parameters<typeof readNext>) {
  try {
    return await readNext(portal, actor, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return null;
    throw error;
  }
}

/** Merges the changes of others into the form, which gets their version: sent again, it is saved. */
async function mergedForm(visit: Visit, actor: Actor, id: string, posted: PostedForm) {
  const { portal } = visit;
  const now = await orErrorPage(visit, () => readNext(portal, actor, id));
  const events = await eventsSince(portal, actor, now, Math.min(posted.version ?? now.version, now.version - 1));
  const settings = await visit.settings();
  const labels = everyLabel(settings);
  const lines = historyLines(events, settings);
  const before = valuesBefore(events.map(({ details }) => details));
  const changed = changedParticulars(before, now, posted);
  const particulars = { ...posted.particulars };
  for (const { field, isYoursKept } of changed) if (!isYoursKept) particulars[field] = now[field];
  const changedDays = changedLastDays(before, now, posted);
  const lastDays = { ...posted.lastDays };
  for (const { kind, isYoursKept } of changedDays) if (!isYoursKept) lastDays[kind] = now.lastDays[kind] ?? "";
  const { own, changes: ownChanges } = mergedOwn(before, now, posted, settings.ownFields);
  const documents = lines.flatMap(({ changes }) => changes).filter((change) => change.kind === "document");
  const changedDocuments = [...new Set(documents.map(({ field }) => field))].map((field): ChangedField => ({
    field,
    label: fieldLabel(field, labels),
    now: "",
    isYoursKept: field in posted.images || posted.takenAway.includes(field),
  }));
  return {
    shown: formSent(
      { ...posted, particulars, lastDays, own, version: now.version },
      storedShown(now.documents, kindsHere(settings)),
    ),
    meanwhile: {
      events: lines,
      changes: [
        ...changed.map((change) => ({ ...change, label: fieldLabel(change.field) })),
        ...ownChanges,
        ...changedDocuments,
        ...changedDays.map(({ kind, isYoursKept }) => {
          const day = now.lastDays[kind];
          const field = lastDayField(kind);
          return { field, label: fieldLabel(field, labels), now: day ? writtenDay(day) : "", isYoursKept };
        }),
      ],
    },
  };
}

/** An unchanged field takes the new value of others. A typed value stays, and theirs is shown beside it. */
const changedParticulars = (before: Readonly<Record<string, unknown>>, now: CandidateRecord, posted: PostedForm) =>
  fieldNames
    .filter((field) => before[field] !== undefined && posted.particulars[field] !== now[field])
    .map((field) => ({ field, now: now[field], isYoursKept: posted.particulars[field] !== before[field] }));

function changedLastDays(before: Readonly<Record<string, unknown>>, now: CandidateRecord, posted: PostedForm) {
  if (before["lastDays"] === undefined) return [];
  const were = lastDaysIn(before["lastDays"]);
  const isYours = (kind: AnyKind) => (posted.lastDays[kind] ?? "") !== (were[kind] ?? "");
  return withOwnPapers(kindsWithLastDay, were, now.lastDays)
    .filter((kind) => were[kind] !== now.lastDays[kind] && (posted.lastDays[kind] ?? "") !== (now.lastDays[kind] ?? ""))
    .map((kind) => ({ kind, isYoursKept: isYours(kind) }));
}

function mergedOwn(
  before: Readonly<Record<string, unknown>>,
  now: CandidateRecord,
  { own: typed }: PostedForm,
  ownFields: readonly OwnField[],
) {
  const were = decodedOrNull(ownValues, before["own"] ?? null);
  const own = { ...typed };
  const changes: ChangedField[] = [];
  for (const { id } of were ? usedOf(ownFields) : []) {
    const [was = "", value = "", yours = ""] = [were?.[id], now.own[id], typed[id]];
    if (was === value || yours === value) continue;
    const [field, isYoursKept] = [ownName(id), yours !== was];
    if (!isYoursKept) own[id] = value;
    const written = wordsOfOwn(ownFields, field, value);
    changes.push({ field, label: fieldLabel(field, ownFields), now: written, isYoursKept });
  }
  return { own, changes };
}

/**
 * Returns the values with which the form was filled. If a field was changed several times, the oldest change has that
 * value.
 */
function valuesBefore(latestFirst: readonly AuditDetails[]): Readonly<Record<string, unknown>> {
  const changes = latestFirst.flatMap((details) => Object.entries(details));
  return Object.fromEntries(changes.map(([field, { from }]) => [field, from]));
}
