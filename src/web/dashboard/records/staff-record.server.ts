import { randomUUID } from "node:crypto";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { particularsOf } from "#core/records/record-details.ts";
import { commentDraftName, keepDraftName, sendBackDraftName } from "#core/page-draft.ts";
import { laterDay, officeDay } from "#core/office-clock.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayAssignRecords, mayDecideOnRecords, mayUpdateRecord } from "#core/accounts/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { messageCount, writtenCount, writtenDay, writtenTime } from "#i18n/written.ts";
import { whyNotSecond } from "#operations/held-changes/second-person.ts";
import type { LeafPlace } from "#operations/signing/begin-tree.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { possibleAssignees } from "#operations/records/assign-record.ts";
import { readComments } from "#operations/records/record-comments.ts";
import { lookupsOfRecord } from "#operations/records/lookup-days.ts";
import { sameFiles } from "#operations/upkeep/same-files.ts";
import { accountNames, readHistory, readRevised } from "#operations/records/read-record.ts";
import { readStatement } from "#operations/records/read-statement.ts";
import { readRetention } from "#operations/retention/keep-record.ts";
import { samePersonRecords } from "#operations/records/same-person.ts";
import type { Visit } from "../../frame/visit.server.ts";
import type { KnownVisit } from "../frame/read-page.server.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import type { ShownLookups } from "./record-lookups.tsx";
import type { ShownRetention } from "./record-retention.tsx";
import type { ShownStatement } from "./record-statement.tsx";
import { asRevised, unprintedLetters } from "#operations/sealed/sealed-revision.ts";
import { changesSinceReturn, historyLines } from "./record-history.server.ts";
import { missingLabels, shownChanges } from "./waiting-changes.server.ts";
import type { ShownWork } from "./record-work.tsx";
import { shownRecord, type StaffRecord } from "./staff-record.tsx";
import { officeToday } from "#operations/portal/office-time.ts";

export async function staffRecord(visit: Visit, actor: Actor, record: CandidateRecord): Promise<StaffRecord> {
  const [settings, names] = await Promise.all([
    visit.settings(),
    accountNames(visit.portal, actor, [record.addedBy, record.approvedBy ?? ""]),
  ]);
  return shownRecord(record, {
    typed: particularsOf(record),
    names,
    settings,
    today: officeToday(visit.portal),
  });
}

/** Reads who works on a record, and the comments of staff. `choices` is null if the actor may not assign records. */
async function workOn(portal: Portal, actor: Actor, record: CandidateRecord): Promise<ShownWork> {
  const { id, assignedTo } = record;
  const mayAssign = mayAssignRecords(actor);
  const [names, choices, comments, draft] = await Promise.all([
    accountNames(portal, actor, assignedTo === null ? [] : [assignedTo]),
    mayAssign ? possibleAssignees(portal, actor, record) : null,
    readComments(portal, actor, id),
    shownPageDraft(portal, actor, commentDraftName(id)),
  ]);
  return {
    assignee: assignedTo === null ? null : { id: assignedTo, name: names.get(assignedTo) ?? "" },
    choices,
    comments: comments.map(({ at, ...comment }) => ({ ...comment, at: writtenTime(at) })),
    commentKey: randomUUID(),
    draft,
  };
}

const shownLookups = ({ total, days }: Awaited<ReturnType<typeof lookupsOfRecord>>): ShownLookups => ({
  ...messageCount(total),
  bars: days.map(({ hits }) => hits),
  days: days
    .filter(({ hits }) => hits > 0)
    .toReversed()
    .map(({ day, hits }) => ({ day: writtenDay(day), hits: writtenCount(hits) })),
});

/** Null if the record has no notice and no hold, like most records. */
async function shownRetention(portal: Portal, actor: Actor, id: string): Promise<ShownRetention | null> {
  const retention = await readRetention(portal, actor, id);
  if (!retention || (retention.deletedFrom ?? retention.keptUntil) === null) return null;
  const written = (day: string | null) => day && writtenDay(day);
  const { deletedFrom, keptUntil, mayKeep } = retention;
  const earliest = laterDay(officeToday(portal), 1);
  const draft = await shownPageDraft(portal, actor, keepDraftName(id));
  return { deletedFrom: written(deletedFrom), keptUntil: written(keptUntil), mayKeep, earliest, draft };
}

async function shownStatement(portal: Portal, actor: Actor, id: string): Promise<ShownStatement | null> {
  const statement = await readStatement(portal, actor, id);
  if (!statement) return null;
  const { kid, issuedAt, endsAt, endedAt, published, withdrawn } = statement;
  return {
    // In UTC, as a slip and a saved proof say them.
    issued: writtenDay(officeDay("UTC", issuedAt)),
    ends: writtenDay(officeDay("UTC", endsAt)),
    ended: endedAt === null ? null : writtenTime(endedAt),
    kid,
    published: writtenPlace(published),
    withdrawn: withdrawn && writtenPlace(withdrawn),
  };
}

/** Staff may lack a font for the letter, too. */
const named = (letter: string) => `${letter} (U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")})`;

/** After a restore the log continues as a further log, whose places count from the start again. */
const writtenPlace = ({ generation, position }: LeafPlace): string =>
  generation === 1
    ? writtenCount(position)
    : m.record_statement_further({ index: writtenCount(position), log: writtenCount(generation) });

/** Reads what the pages of one record show. `earlier` is the cursor for the earlier part of its history. */
export async function wholeRecord({ visit, portal, actor }: KnownVisit, id: string, { searchParams }: URL) {
  const [revised, history, lookups] = await Promise.all([
    readRevised(portal, actor, id),
    readHistory(portal, actor, id, { cursor: searchParams.get("earlier") ?? undefined }),
    lookupsOfRecord(portal, actor, id),
  ]);
  const { record, revision, state, authors } = revised;
  const next = asRevised(record, revision);
  const notSecond = await whyNotSecond(portal, portal.database.read, actor, authors);
  const settings = await visit.settings();
  const mustBeSentAgain = settings.fourEyes && state === "returned";
  const isSentAgain = record.approval === "waiting" && record.returnReason !== "";
  return {
    record: await staffRecord(visit, actor, record),
    /** The changes since the record was sent back; null unless it was sent back and waits for approval again. */
    sentAgain: isSentAgain
      ? changesSinceReturn((await readHistory(portal, actor, id, { limit: 100 })).events, settings)
      : null,
    samePerson: await samePersonRecords(portal, actor, next),
    work: await workOn(portal, actor, record),
    sendBackDraft: await shownPageDraft(portal, actor, sendBackDraftName(id)),
    retention: await shownRetention(portal, actor, id),
    changes: await shownChanges(portal, actor, revised, settings),
    boxes: unprintedLetters(next).map(named),
    missing: missingLabels(revised, settings.ownFields),
    sameFiles: (await sameFiles(portal, actor, next)).map(({ kind, others }) => ({
      title: staffTitle(kind, settings.ownPapers),
      others,
    })),
    may: {
      decide: mayDecideOnRecords(actor),
      approve: mayDecideOnRecords(actor) && notSecond === null && !mustBeSentAgain,
      tiedUntil: notSecond?.from ? { date: writtenTime(notSecond.from), names: notSecond.names.join(", ") } : null,
      update: mayUpdateRecord(actor, record),
    },
    history: historyLines(history.events, settings),
    earlier: history.next,
    lookups: shownLookups(lookups),
    statement: await shownStatement(portal, actor, id),
  };
}
