import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, mayReadRecord, mayReadHistory } from "#core/accounts/permissions.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import { recordsWithIds } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById } from "#storage/database/rows.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import { presentRow } from "../portal/locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import { eitherNumberIn } from "../portal/second-number.ts";
import type { Portal } from "../portal/portal.ts";
import { openRevised, type RevisedRecord } from "../sealed/revised-record.ts";
import { asRevised } from "../sealed/sealed-revision.ts";
import { rowsWithNumber } from "./duplicate-numbers.ts";
import { limitNumberQuestions } from "./record-filter.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";

/** Returns the row of a record. For a moderator, the records of others count as missing. */
export async function readableRow(portal: Portal, actor: Actor, id: string): Promise<RecordRow> {
  authorize(mayListRecords(actor), actor);
  const row = presentRow(portal, await rowById(portal.database.read, "candidate", id));
  if (!mayReadRecord(actor, { addedBy: row.added_by })) throw new PortalError("not-found");
  return row;
}

const rowsAtOnce = 500;

/** Returns the rows of many records, by id. Records that are missing or that this person may not read are left out. */
export async function readableRows(portal: Portal, actor: Actor, ids: readonly string[]) {
  authorize(mayListRecords(actor), actor);
  const rows = new Map<string, RecordRow>();
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    for (const row of await recordsWithIds(portal.database.read, ids.slice(from, from + rowsAtOnce))) {
      const isReadable = row.registry === portal.registry && mayReadRecord(actor, { addedBy: row.added_by });
      if (isReadable) rows.set(row.id, row);
    }
    await yieldToEventLoop();
  }
  return rows;
}

export const readRecord = async (portal: Portal, actor: Actor, id: string): Promise<CandidateRecord> =>
  openRecord(portal, await readableRow(portal, actor, id));

/** Returns a record with what waits of it. */
export async function readRevised(portal: Portal, actor: Actor, id: string): Promise<RevisedRecord> {
  const [found] = await openRevised(portal, portal.database.read, [await readableRow(portal, actor, id)]);
  if (!found) throw new PortalError("not-found");
  return found;
}

/** Returns a record as its next approval will publish it, for those who change it. */
export async function readNext(portal: Portal, actor: Actor, id: string): Promise<CandidateRecord> {
  const { record, revision } = await readRevised(portal, actor, id);
  return asRevised(record, revision);
}

/** Returns the names of accounts by id, for users who read a record. Programs and deleted accounts have no name. */
export async function accountNames({ database }: Portal, actor: Actor, ids: readonly string[]) {
  authorize(mayListRecords(actor), actor);
  return namesById(database.read, ids);
}

/** Returns the records, at most two, with this number as passport or second number, whether the public sees them or not. */
export async function findByNumber(portal: Portal, actor: Actor, typed: string): Promise<CandidateRecord[]> {
  authorize(mayListRecords(actor), actor);
  const number = eitherNumberIn(portal, typed);
  if (number === null) return [];
  await limitNumberQuestions(portal, actor);
  return (await rowsWithNumber(portal, number))
    .filter((row) => mayReadRecord(actor, { addedBy: row.added_by }))
    .map((row) => openRecord(portal, row));
}

const questionSchema = z.object(pageFields({ usual: 20, most: 100 }));

type HistoryQuestion = z.input<typeof questionSchema>;

const cursors = sealedCursors("candidate-history", z.object({ id: z.string(), seq: z.number() }));

/** Returns the events of one record, latest first. For a moderator, the records of others count as missing. */
export async function readHistory(portal: Portal, actor: Actor, id: string, question: HistoryQuestion = {}) {
  authorize(mayListRecords(actor), actor);
  const { limit, cursor } = checkInput(questionSchema, question);
  const { read } = portal.database;
  const record = presentRow(portal, await rowById(read, "candidate", id));
  if (!mayReadHistory(actor, { addedBy: record.added_by })) throw new PortalError("not-found");
  const before = cursors.open(portal, cursor, { id })?.seq ?? null;
  const rows = await latestAuditEventsOf(read, { subject: "candidate", id, before, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  const key = recordKey(portal, record);
  const opened = page.map((row) => openEvent(row, key));
  const names = await accountNames(portal, actor, opened.flatMap(accountsIn));
  const nameOf = (account: unknown) => names.get(String(account)) ?? null;
  const events = opened.map(({ at, action, actor: by, details }) => ({
    at,
    action,
    actor: { id: by, name: nameOf(by) },
    details: details ?? {},
    /** The names of the assignees before and after the change. */
    assigned: details?.["assignedTo"] && {
      from: nameOf(details["assignedTo"].from),
      to: nameOf(details["assignedTo"].to),
    },
  }));
  return { events, next: last && cursors.seal(portal, { id, seq: last.seq }) };
}

const accountsIn = ({ actor, details }: ReturnType<typeof openEvent>): string[] => {
  const { from, to } = details?.["assignedTo"] ?? {};
  return [actor, from, to].filter((account) => typeof account === "string");
};

export type HistoryPage = Awaited<ReturnType<typeof readHistory>>;
