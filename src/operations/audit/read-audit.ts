import { z } from "zod";
import {
  type AuditAction,
  auditActions,
  type AuditDetails,
  detailsOfChange,
  type AuditGroup,
  type AuditSubject,
  auditSubjects,
} from "#core/audit/audit-event.ts";
import { checkInput, dateText } from "#core/fields.ts";
import { startOfDay, type Zone } from "#core/office-clock.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayReadAudit, requireRecentProof } from "#core/accounts/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import {
  auditEventsBy,
  type AuditFilter,
  type AuditPlace,
  type AuditRow,
  countAuditEvents,
} from "#storage/database/audit.ts";
import { isRowId, type Reader } from "#storage/database/database.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import { namesById, recordStaffRows, roleGivers } from "#storage/database/accounts/roles.ts";
import { pageBothWays, pageFields, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { keyOfSettings } from "../portal/current-settings.ts";
import { logSettingsEvent, openEvent } from "../portal/log-audit-event.ts";
import { officeZone } from "../portal/office-time.ts";

const groups = Object.keys(auditActions) as AuditGroup[];
export const auditKinds: readonly (AuditGroup | AuditAction)[] = [...groups, ...Object.values(auditActions).flat()];

const filterSchema = z.object({
  /** Who did it: the id of an account or a program, or "anonymous". */
  by: z.string().max(64).optional(),
  about: z.object({ subject: z.enum(auditSubjects), id: z.string().max(64) }).optional(),
  kind: z.enum(auditKinds).optional(),
  /** Days of the office. Both days are included. */
  from: dateText.optional(),
  to: dateText.optional(),
});

export type AuditQuestion = z.input<typeof filterSchema>;

const pageSchema = z.object(pageFields({ usual: 50, most: 500 }));

type AuditPageQuestion = AuditQuestion & z.input<typeof pageSchema>;

/** Where the next page begins. With `isBefore`, the position before which the previous page ends. */
type PageStart = AuditPlace & { isBefore?: boolean | undefined };

const cursors = sealedCursors<PageStart>(
  "audit",
  z.object({ at: z.number(), seq: z.number(), isBefore: z.boolean().optional() }),
);

/** Returns a page of the audit log, latest events first. The log can be paged in both directions. */
export async function readAudit(portal: Portal, actor: Actor, question: AuditPageQuestion = {}) {
  authorize(mayReadAudit(actor), actor);
  const filter = filterOf(officeZone(portal), checkInput(filterSchema, question));
  const { limit, cursor } = checkInput(pageSchema, question);
  const place = cursors.open(portal, cursor);
  const { page, previous, next } = await pageBothWays(place, limit, ({ after, ...part }) =>
    auditEventsBy(portal.database.read, filter, { place: after, ...part }),
  );
  const sealed = ({ at, seq }: AuditRow, isBefore?: true) =>
    cursors.seal(portal, { at, seq, ...(isBefore && { isBefore }) });
  return {
    events: await openedEvents(portal, page),
    previous: previous && sealed(previous, true),
    next: next && sealed(next),
  };
}

function filterOf(zone: Zone, { by, about, kind, from, to }: z.output<typeof filterSchema>): AuditFilter {
  return {
    actor: by ?? null,
    about: about ?? null,
    actions: kind === undefined ? null : isGroup(kind) ? auditActions[kind] : [kind],
    from: from === undefined ? null : startOfDay(zone, from),
    before: to === undefined ? null : startOfDay(zone, to, 1),
  };
}

const isGroup = (kind: AuditGroup | AuditAction): kind is AuditGroup => Object.hasOwn(auditActions, kind);

/** Returns the staff, so that the user can choose whose events are shown. */
export async function listStaffNames({ database }: Portal, actor: Actor): Promise<{ id: string; name: string }[]> {
  authorize(mayReadAudit(actor), actor);
  return (await recordStaffRows(database.read)).map(({ id, name, email }) => ({ id, name: name || email }));
}

const atOnce = 200;

/** Returns all events that match, in batches. The export is itself logged, but that event is not part of the result. */
export async function takeAudit(portal: Portal, actor: Actor, question: AuditQuestion) {
  authorize(mayReadAudit(actor), actor);
  requireRecentProof(actor);
  const filter = filterOf(officeZone(portal), checkInput(filterSchema, question));
  const count = await countAuditEvents(portal.database.read, filter);
  const details = { ...filterDetails(question), events: { from: null, to: count } };
  const [newest] = await auditEventsBy(portal.database.read, filter, { place: null, limit: 1 });
  const of = { subject: "staff", subjectId: actorId(actor) } as const;
  await logSettingsEvent(portal, { actor, action: "audit-exported", ...of, details });
  return eventsFrom(portal, filter, newest);
}

/** The filter, in the form in which the audit event stores it. */
const filterDetails = ({ about, ...question }: AuditQuestion) =>
  detailsOfChange({}, { ...question, about: about && `${about.subject}/${about.id}` });

async function* eventsFrom(portal: Portal, filter: AuditFilter, newest: AuditRow | undefined) {
  let place: AuditPlace | null = newest ? { at: newest.at, seq: newest.seq + 1 } : null;
  while (place) {
    const rows: AuditRow[] = await auditEventsBy(portal.database.read, filter, { place, limit: atOnce });
    yield await openedEvents(portal, rows);
    place = rows.length === atOnce ? (rows.at(-1) ?? null) : null;
  }
}

export type AuditedEvent = Awaited<ReturnType<typeof openedEvents>>[number];

/** The events in readable form: who did it, what it is about, and the values for as long as their key exists. */
async function openedEvents(portal: Portal, rows: readonly AuditRow[]) {
  const { database } = portal;
  const [subjects, settingsKey] = await Promise.all([subjectsOf(portal, rows), keyOfSettings(portal)]);
  const opened = rows.map((row) => {
    const subject = subjects.get(placeOf(row));
    const key = namedRows.has(row.subject) ? subject?.key : settingsKey;
    return { row, subject, details: key ? openedOrNull(() => openEvent(row, key).details) : null, isKeyGone: !key };
  });
  const givers = await roleGivers(
    database.read,
    rows.map(({ actor }) => actor),
  );
  const names = await namesById(database.read, [...opened.flatMap(accountsIn), ...givers.values()]);
  return opened.map(({ row, subject, details, isKeyGone }) => ({
    id: String(row.seq),
    seq: row.seq,
    at: row.at,
    action: row.action,
    by: {
      id: row.actor,
      name: names.get(row.actor) ?? null,
      /** Who gave the actor their role, if that was another person. */
      roleFrom: names.get(givers.get(row.actor) ?? "") ?? null,
    },
    about: {
      subject: row.subject,
      id: row.subject_id,
      /** Null if the subject no longer exists. */
      name: subject?.name ?? names.get(row.subject_id) ?? null,
    },
    changedFields: row.changed_fields.split(" ").filter((field) => field !== ""),
    details: details && withNames(details, names),
    /**
     * True if the key of the values was deleted with the record, so that nobody can open them any more. If false while
     * `details` is null, somebody changed the stored values.
     */
    isKeyGone,
  }));
}

const placeOf = ({ subject, subject_id: id }: Pick<AuditRow, "subject" | "subject_id">) => `${subject}/${id}`;

/** Fields of the details whose values are ids of accounts. */
const accountFields = ["assignedTo", "person", "addedBy", "approvedBy", "askedBy"];

function accountsIn({ row, details }: { row: AuditRow; details: AuditDetails | null }): string[] {
  const about = row.subject === "staff" ? [row.subject_id] : [];
  const inDetails = accountFields.flatMap((field) => [details?.[field]?.from, details?.[field]?.to]);
  return [row.actor, ...about, ...inDetails.filter((value) => typeof value === "string")].filter(isRowId);
}

function withNames(details: AuditDetails, names: ReadonlyMap<string, string>): AuditDetails {
  const named = (value: unknown) => (typeof value === "string" ? (names.get(value) ?? value) : value);
  return Object.fromEntries(
    Object.entries(details).map(([field, { from, to }]) => [
      field,
      accountFields.includes(field) ? { from: named(from), to: named(to) } : { from, to },
    ]),
  );
}

type NamedRow = { row: { id: string; registry: string; wrapped_key: Uint8Array }; name: string };
type ReadNamed = (reader: Reader, ids: readonly string[]) => Promise<NamedRow[]>;

/** Subjects whose rows have a name, and a key that seals the events about them. */
const namedRows = new Map<AuditSubject, ReadNamed>([
  [
    "candidate",
    async (reader, ids) => (await rowsWithIds(reader, "candidate", ids)).map((row) => ({ row, name: row.name })),
  ],
  ["post", async (reader, ids) => (await rowsWithIds(reader, "post", ids)).map((row) => ({ row, name: row.title }))],
  ["class", async (reader, ids) => (await rowsWithIds(reader, "class", ids)).map((row) => ({ row, name: row.title }))],
  [
    "report",
    async (reader, ids) => (await rowsWithIds(reader, "report", ids)).map((row) => ({ row, name: row.reference })),
  ],
]);

/** Subjects that still exist, by their place. A row of another registry counts as missing. */
async function subjectsOf({ database, keyring, registry }: Portal, rows: readonly AuditRow[]) {
  const subjects = new Map<string, { name: string; key: Buffer }>();
  for (const [subject, read] of namedRows) {
    const ids = rows.filter((row) => row.subject === subject).map((row) => row.subject_id);
    for (const { row, name } of await read(database.read, ids)) {
      if (row.registry !== registry) continue;
      subjects.set(placeOf({ subject, subject_id: row.id }), {
        name,
        key: unwrapKey(keyring, row.id, row.wrapped_key),
      });
    }
  }
  return subjects;
}
