import { z } from "zod";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayListRecords, mayReadHistory } from "#core/staff/permissions.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import { recordById } from "#storage/database/records.ts";
import { personsById } from "#storage/database/staff.ts";
import { openEvent } from "../audit/audit-trail.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { recordKey } from "./sealed-record.ts";

type HistoryEvent = {
  at: number;
  action: AuditAction;
  /** `name` is null where no account has that id: a program, the portal itself, a deleted account. */
  actor: { id: string; name: string | null };
  /** Old and new value of each field that changed. */
  details: AuditDetails;
};

export type HistoryPage = { events: HistoryEvent[]; next: string | null };

const questionSchema = z.object(pageFields({ usual: 20, most: 100 }));

export type HistoryQuestion = z.input<typeof questionSchema>;

const cursors = sealedCursors("candidate-history", z.object({ id: z.string(), seq: z.number() }));

/** What happened to one record, the latest first. Others' records are as good as absent to a moderator. */
export async function readHistory(
  portal: Portal,
  actor: Actor,
  id: string,
  question: HistoryQuestion = {},
): Promise<HistoryPage> {
  authorize(mayListRecords(actor), actor);
  const { limit, cursor } = checkInput(questionSchema, question);
  const { read } = portal.database;
  const record = presentRow(portal, await recordById(read, id));
  if (!mayReadHistory(actor, { addedBy: record.added_by })) throw new PortalError("not-found");
  const before = cursors.open(portal, cursor, { id })?.seq ?? null;
  const rows = await latestAuditEventsOf(read, { subject: "candidate", id, before, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  const persons = await personsById(read, [...new Set(page.map((row) => row.actor))]);
  const key = recordKey(portal, record);
  const events = page.map((row) => {
    const { at, action, actor: by, details } = openEvent(row, key);
    return { at, action, actor: { id: by, name: persons.get(by)?.name ?? null }, details: details ?? {} };
  });
  return { events, next: last && cursors.seal(portal, { id, seq: last.seq }) };
}
