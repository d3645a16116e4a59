import { randomUUID } from "node:crypto";
import { nextDue } from "#core/office-clock.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { type AlertKind, alertKindsFor, type AlertTiming, digestHour, timingOf } from "#core/accounts/alerts.ts";
import type { WithFeatures } from "#core/settings/features.ts";
import { mayDecideOnRecords, mayReadRecord, mayUpdateRecord } from "#core/accounts/permissions.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { isSecondPerson, type RoleGift } from "#core/accounts/second-person.ts";
import { alertMark, type AlertRow, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { auditEventsAfter, auditHead, type AuditRow } from "#storage/database/audit.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { recordsWithIds } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { insertRows } from "#storage/database/rows.ts";
import { recordStaffRows } from "#storage/database/accounts/roles.ts";
import { compareAllToldAnswers, compareToldAnswers } from "#storage/database/accounts/told-answers.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { recentRoleGifts } from "../held-changes/second-person.ts";
import { type RevisedRecord, revisedById } from "../sealed/revised-record.ts";
import { noteForHolders } from "../holders/tell-holders.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { noteDeliveries } from "../webhooks/manage-webhooks.ts";
import { choicesOf } from "./alert-choices.ts";
import { officeZone } from "../portal/office-time.ts";

export type Facts = WithFeatures & { fourEyes: boolean };
/** `gifts`: whose roles are too new for a second person. */
type ConcernFacts = Facts & { gifts: readonly RoleGift[] };

export const concernFacts = async (portal: Portal, reader: Reader, facts: Facts): Promise<ConcernFacts> => ({
  fourEyes: facts.fourEyes,
  features: facts.features,
  gifts: await recentRoleGifts(portal, reader),
});

/** What an alert is about: a record, or its revision. */
export type AlertSubject = Pick<RevisedRecord, "state" | "authors"> &
  Pick<CandidateRecord, "addedBy" | "approval" | "hidden"> & {
    isRevision: boolean;
    /** Null if the record cannot be opened: `verify` reports it. */
    opened: RevisedRecord | null;
  };

/** Whom an alert of a last day concerns is in the row of the record. */
export const needsOpened = (kind: AlertRow["kind"]): boolean => kind !== "expiry";

/** Returns the subjects by the id of the record. Those that are not `toOpen` are told from their rows alone. */
export async function alertSubjects(
  portal: Portal,
  reader: Reader,
  rows: readonly RecordRow[],
  toOpen: ReadonlySet<string>,
) {
  const revised = await revisedById(
    portal,
    reader,
    rows.filter(({ id }) => toOpen.has(id)),
  );
  return new Map(
    rows.map((row): [string, AlertSubject] => {
      const { id, added_by: addedBy, approval, hidden } = row;
      const opened = revised.get(id) ?? null;
      const { state, authors } = opened ?? { state: approval, authors: [addedBy] };
      const isRevision = opened !== null && opened.revision !== null;
      return [id, { addedBy, approval, hidden: hidden === 1, state, authors, isRevision, opened }];
    }),
  );
}

/** True if this person is to be told of this record now. Somebody may have decided on the record since the event. */
type ConcernCheck = (person: AccountActor, subject: AlertSubject, facts: ConcernFacts) => boolean;

const mayApproveNow: ConcernCheck = (person, { hidden, isRevision, state, authors }, { fourEyes, gifts }) =>
  state === "waiting" &&
  (isRevision || !hidden) &&
  mayDecideOnRecords(person) &&
  (!fourEyes || isSecondPerson(gifts, person.id, authors));

const mustCorrectNow: ConcernCheck = (person, subject) =>
  subject.state === "returned" &&
  (subject.isRevision ? subject.authors.includes(person.id) : subject.addedBy === person.id) &&
  mayUpdateRecord(person, subject);

/** A kind that is missing here concerns everybody whose role gets alerts of that kind. */
const concerns: Partial<Record<AlertKind, ConcernCheck>> = {
  waiting: mayApproveNow,
  resubmitted: mayApproveNow,
  "sent-back": mustCorrectNow,
  expiry: mayReadRecord,
};

export function isConcerned(
  kind: AlertKind,
  person: AccountActor,
  subject: AlertSubject | undefined,
  facts: ConcernFacts,
): boolean {
  const check = concerns[kind];
  const isTrue = check === undefined || (subject !== undefined && check(person, subject, facts));
  return isTrue && alertKindsFor(person.role, facts).includes(kind);
}

/** Says which audit event causes an alert. Alerts without an audit event are noted by `noteFor`. */
function kindOf({ action, changed_fields }: AuditRow): AlertKind | null {
  if (action === "candidate-added" || action === "revision-changed") return "waiting";
  // An update changes the approval only if the record was sent back before.
  if (action === "candidate-updated" && changed_fields.split(" ").includes("approval")) return "resubmitted";
  if (action === "candidate-sent-back" || action === "revision-sent-back") return "sent-back";
  if (action === "report-received") return "report";
  return null;
}

const atOnce = 100;

/**
 * Reads the new events of the audit log and stores who is to be told of them. The alerts and the new position in the
 * log are stored in one transaction. Each event is logged in the transaction of the change that it describes. So no
 * event is lost, and no event is noted twice.
 */
export async function followAuditLog(portal: Portal, stopping?: AbortSignal): Promise<void> {
  let followed = { events: atOnce, messages: 0 };
  while (!stopping?.aborted && followed.events === atOnce) {
    followed = await followSome(portal);
    if (followed.messages > 0) await afterCommit(portal, ({ events }) => events.emit("webhook-queued"));
  }
}

async function followSome(portal: Portal): Promise<{ events: number; messages: number }> {
  const { database, registry } = portal;
  const mark = `followed ${registry}`;
  const end = (await auditHead(database.read)).seq;
  if ((await alertMark(database.read, mark))?.value === end) return { events: 0, messages: 0 };
  const facts = await currentSettings(portal);
  return database.write(async (writer) => {
    // A site without a mark (new, or restored) starts at the end of the log: earlier events cause no alerts.
    const after = await lockAlertMark(database, writer, mark, end);
    const events = await auditEventsAfter(writer, after, atOnce);
    if (events.length === 0) return { events: 0, messages: 0 };
    await noteAlerts(portal, writer, events, facts);
    await noteForHolders(portal, writer, events);
    const ofRecords = events.filter(({ subject }) => subject === "candidate").map(({ subject_id }) => subject_id);
    if (events.some(changesShownKinds)) await compareAllToldAnswers(writer, registry, portal.now());
    else await compareToldAnswers(writer, [...new Set(ofRecords)], portal.now());
    const messages = await noteDeliveries(portal, writer, events);
    await moveAlertMark(writer, mark, events.at(-1)?.seq ?? after);
    return { events: events.length, messages };
  });
}

const changesShownKinds = ({ action, changed_fields }: AuditRow) =>
  action === "settings-changed" && changed_fields.split(" ").includes("shownKinds");

async function noteAlerts(portal: Portal, writer: Writer, events: readonly AuditRow[], facts: Facts): Promise<void> {
  const alertEvents = events.flatMap((event) => {
    const kind = kindOf(event);
    return kind === null ? [] : [{ kind, subject: event.subject_id, by: event.actor }];
  });
  await noteFor(portal, writer, alertEvents, facts);
}

/** With `only`, nobody but this person is told. */
export type AlertEvent = { kind: AlertKind; subject: string; by: string; only?: string };

/**
 * Stores an alert for everybody who is concerned and has not turned alerts of this kind off, except for the person who
 * caused it.
 */
export async function noteFor(
  portal: Portal,
  writer: Writer,
  events: readonly AlertEvent[],
  facts: Facts,
  digestAt = nextDue(officeZone(portal), portal.now(), digestHour),
): Promise<void> {
  if (events.length === 0) return;
  const people = await staffToTell(writer);
  const choices = await choicesOf(
    writer,
    people.map(({ id }) => id),
  );
  const found = await recordsWithIds(writer, [...new Set(events.map(({ subject }) => subject))]);
  const records = await alertSubjects(
    portal,
    writer,
    found.filter(({ registry }) => registry === portal.registry),
    new Set(events.filter(({ kind }) => needsOpened(kind)).map(({ subject }) => subject)),
  );
  const concern = await concernFacts(portal, writer, facts);
  const now = portal.now();
  const rows = events.flatMap(({ kind, subject, by, only = null }) =>
    people
      .filter(({ id }) => id !== by && (only === null || id === only))
      .filter((person) => isConcerned(kind, person, records.get(subject), concern))
      .map((person): AlertRow | null => {
        const due = dueAt(timingOf(choices(person.id), kind), now, digestAt);
        const row = { id: randomUUID(), person_id: person.id, kind, subject_id: subject, noted_at: now };
        return due === null ? null : { ...row, due_at: due };
      }),
  );
  await insertRows(
    writer,
    "alert",
    rows.filter((row) => row !== null),
  );
}

/** An alert waits this long for others, so that a burst of alerts is sent in one mail. */
export const gatherMs = 60_000;

function dueAt(timing: AlertTiming, now: number, digestAt: number): number | null {
  if (timing === "off") return null;
  return timing === "daily" ? digestAt : now + gatherMs;
}

/** Admins and moderators who can sign in, each as the actor that they are when they sign in. */
async function staffToTell(writer: Writer): Promise<AccountActor[]> {
  const rows = await recordStaffRows(writer);
  return rows
    .filter(({ suspended_at }) => suspended_at === null)
    .map(({ id, role }): AccountActor => ({ kind: "account", id, role }));
}
