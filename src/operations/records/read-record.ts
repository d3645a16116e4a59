import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { numberIn } from "#core/records/numbers.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayListRecords, mayReadRecord, mayReadHistory } from "#core/staff/permissions.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import { rowById } from "#storage/database/rows.ts";
import { personsById } from "#storage/database/staff.ts";
import { openEvent } from "../audit/audit-trail.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { rowsWithNumber } from "./duplicate-numbers.ts";
import { openRecord, recordKey } from "./sealed-record.ts";

/** The whole record, for staff. Others' records are as good as absent to a moderator. */
export async function readRecord(portal: Portal, actor: Actor, id: string): Promise<CandidateRecord> {
  authorize(mayListRecords(actor), actor);
  const record = openRecord(portal, presentRow(portal, await rowById(portal.database.read, "candidate", id)));
  if (!mayReadRecord(actor, record)) throw new PortalError("not-found");
  return record;
}

/** The records, two at most, with this number as passport or IRCC number, whether the public sees them or not. */
export async function findByNumber(portal: Portal, actor: Actor, typed: string): Promise<CandidateRecord[]> {
  authorize(mayListRecords(actor), actor);
  const number = numberIn(typed);
  if (number === null) return [];
  return (await rowsWithNumber(portal, number))
    .filter((row) => mayReadRecord(actor, { addedBy: row.added_by }))
    .map((row) => openRecord(portal, row));
}

const questionSchema = z.object(pageFields({ usual: 20, most: 100 }));

type HistoryQuestion = z.input<typeof questionSchema>;

const cursors = sealedCursors("candidate-history", z.object({ id: z.string(), seq: z.number() }));

/** What happened to one record, the latest first. Others' records are as good as absent to a moderator. */
export async function readHistory(portal: Portal, actor: Actor, id: string, question: HistoryQuestion = {}) {
  authorize(mayListRecords(actor), actor);
  const { limit, cursor } = checkInput(questionSchema, question);
  const { read } = portal.database;
  const record = presentRow(portal, await rowById(read, "candidate", id));
  if (!mayReadHistory(actor, { addedBy: record.added_by })) throw new PortalError("not-found");
  const before = cursors.open(portal, cursor, { id })?.seq ?? null;
  const rows = await latestAuditEventsOf(read, { subject: "candidate", id, before, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  const actors = page.map((row) => row.actor);
  const persons = await personsById(read, actors);
  const key = recordKey(portal, record);
  const events = page.map((row) => {
    const { at, action, actor: by, details } = openEvent(row, key);
    // No account has the id of a program, of the portal itself, or of a deleted account.
    return { at, action, actor: { id: by, name: persons.get(by)?.name ?? null }, details: details ?? {} };
  });
  return { events, next: last && cursors.seal(portal, { id, seq: last.seq }) };
}

export type HistoryPage = Awaited<ReturnType<typeof readHistory>>;
