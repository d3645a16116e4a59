import { z } from "zod";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListRecords, mayReadHistory, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import { recordById } from "#storage/database/records.ts";
import { personsById } from "#storage/database/staff.ts";
import { openEvent } from "../audit/opened-event.ts";
import type { Portal } from "../portal.ts";
import { recordKey } from "./sealed-record.ts";

type HistoryEvent = {
  at: number;
  action: AuditAction;
  /** `name` is null where there is no account of that id (any more): a program, the portal itself, somebody who left. */
  actor: { id: string; name: string | null };
  /** Old and new value of each field that changed. */
  details: AuditDetails;
};

export type HistoryPage = { events: HistoryEvent[]; next: string | null };

const questionSchema = z.object({
  limit: z.int({ error: "unknown-choice" }).min(1).max(100).default(20),
  /** From the page before. */
  cursor: z.string().optional(),
});

export type HistoryQuestion = z.input<typeof questionSchema>;

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
  const record = await recordById(read, id);
  if (!record || record.registry !== portal.registry) throw new PortalError("not-found");
  if (!mayReadHistory(actor, { addedBy: record.added_by })) throw new PortalError("not-found");
  const before = cursor === undefined ? null : positionOf(portal, cursor, id);
  // One row more than asked for tells whether there is a next page.
  const rows = await latestAuditEventsOf(read, { subject: "candidate", id, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const persons = await personsById(read, [...new Set(page.map((row) => row.actor))]);
  const key = recordKey(portal, record);
  const events = page.map((row) => {
    const { at, action, actor: by, details } = openEvent(row, key);
    return { at, action, actor: { id: by, name: persons.get(by)?.name ?? null }, details: details ?? {} };
  });
  const last = page.at(-1);
  return { events, next: rows.length > limit && last ? cursorAfter(portal, id, last.seq) : null };
}

const purpose = "candidate-history";
const cursorAfter = ({ keyring }: Portal, id: string, seq: number) => sealToken(keyring, purpose, { id, seq });

const cursorSchema = z.object({ id: z.string(), seq: z.number() });

function positionOf({ keyring }: Portal, cursor: string, id: string): number {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success && parsed.data.id === id) return parsed.data.seq;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
