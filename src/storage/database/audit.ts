import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import { insertRow, type Row, rowById } from "./rows.ts";
import type { Write } from "./unit-of-work.ts";

export type AuditRow = Row<"audit_event">;
export type AuditHead = Pick<Row<"audit_head">, "seq" | "hash">;

const head = (reader: Reader) => reader.selectFrom("audit_head").select(["seq", "hash"]);

export const auditHead = (reader: Reader) => head(reader).executeTakeFirstOrThrow();

/** Locks the end of the chain until the transaction ends. It must be the last lock: writers then wait only here. */
export const lockAuditHead = (database: Database, writer: Writer) =>
  lockForUpdate(database, head(writer)).executeTakeFirstOrThrow();

/** Writes the head without changing it. Every change writes this row, so this tests whether changes are possible. */
export const rewriteAuditHead = (writer: Writer) =>
  writer
    .updateTable("audit_head")
    .set((eb) => ({ seq: eb.ref("seq") }))
    .execute();

/** Returns the writes that append events to the chain. The head must be locked. */
export const eventWrites = (writer: Writer, rows: readonly AuditRow[]): Write[] => {
  const last = rows.at(-1);
  if (!last) return [];
  return [
    writer.insertInto("audit_event").values(rows),
    // Without the id SQLite cannot know that the statement changes only one row, and opens a journal for it.
    writer.updateTable("audit_head").set({ seq: last.seq, hash: last.hash }).where("id", "=", "head"),
  ];
};

export const auditEventsAfter = (reader: Reader, seq: number, atMost: number) =>
  reader.selectFrom("audit_event").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();

const eventsOf = (reader: Reader, subject: AuditSubject, id: string) =>
  reader.selectFrom("audit_event").selectAll().where("subject", "=", subject).where("subject_id", "=", id);

export const auditEventsOf = (
  reader: Reader,
  subject: AuditSubject,
  id: string,
  actions?: readonly AuditAction[],
): Promise<AuditRow[]> => {
  const events = eventsOf(reader, subject, id).orderBy("seq");
  return (actions ? events.where("action", "in", actions) : events).execute();
};

export const auditEventsSince = (reader: Reader, actions: readonly AuditAction[], since: number): Promise<AuditRow[]> =>
  reader.selectFrom("audit_event").selectAll().where("action", "in", actions).where("at", ">", since).execute();

/** True if a record had been added at this time, on any site of this database. The first one is among the first events. */
export async function hadRecord(reader: Reader, time: number): Promise<boolean> {
  const events = reader.selectFrom("audit_event").select("at").where("action", "=", "candidate-added");
  const first = await events.orderBy("seq").limit(1).executeTakeFirst();
  return first !== undefined && first.at <= time;
}

/** The actions on these subjects, newest first. */
export async function latestActionsOn(reader: Reader, subject: AuditSubject, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = reader.selectFrom("audit_event").select(["subject_id", "action"]).where("subject", "=", subject);
  return found.where("subject_id", "in", ids).orderBy("seq", "desc").execute();
}

/** Returns the latest event with one of these actions on each of these subjects. */
export async function latestEventsOn(
  reader: Reader,
  subject: AuditSubject,
  ids: readonly string[],
  actions: readonly AuditAction[],
) {
  if (ids.length === 0) return [];
  const latest = reader
    .selectFrom("audit_event")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .where("subject", "=", subject)
    .where("subject_id", "in", ids)
    .where("action", "in", actions)
    .groupBy("subject_id");
  return reader.selectFrom("audit_event").selectAll().where("seq", "in", latest).execute();
}

/** Returns the event with one of these actions on a subject that has `after` newer ones. */
export const nthLatestEventOn = (
  reader: Reader,
  subject: AuditSubject,
  id: string,
  { actions, after }: { actions: readonly AuditAction[]; after: number },
) =>
  eventsOf(reader, subject, id)
    .where("action", "in", actions)
    .orderBy("seq", "desc")
    .offset(after)
    .limit(1)
    .executeTakeFirst();

type HistoryQuery = {
  subject: AuditSubject;
  id: string;
  /** The `seq` with which the previous page ended. Null for the first page. */
  before: number | null;
  limit: number;
};

export async function latestAuditEventsOf(reader: Reader, { subject, id, before, limit }: HistoryQuery) {
  const found = eventsOf(reader, subject, id).orderBy("seq", "desc").limit(limit);
  return (before === null ? found : found.where("seq", "<", before)).execute();
}

export type AuditFilter = {
  actor: string | null;
  about: { subject: AuditSubject; id: string } | null;
  /** Null for all actions. */
  actions: readonly AuditAction[] | null;
  from: number | null;
  before: number | null;
};

export type AuditPlace = { at: number; seq: number };

type AuditPart = {
  /** Where the previous page ended, or, backwards, where the next page begins. */
  place: AuditPlace | null;
  /** True to read from the oldest to the newest. */
  isBackwards?: boolean;
  limit: number;
};

/** Returns the latest events first, or the oldest first if `isBackwards`. */
export async function auditEventsBy(reader: Reader, filter: AuditFilter, part: AuditPart): Promise<AuditRow[]> {
  const seqs = (await auditPlaces(reader, filter, part).execute()).map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const rows = await reader.selectFrom("audit_event").selectAll().where("seq", "in", seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.map((seq) => bySeq.get(seq)).filter((row) => row !== undefined);
}

/** Finds the events of each action by an index, then sorts them. Events about one subject are few and read at once. */
export function auditPlaces(reader: Reader, filter: AuditFilter, part: AuditPart) {
  const { actions, about } = filter;
  const [first = null, ...others] = actions && !about ? actions.map((action) => [action]) : [actions];
  const places = (some: typeof actions) =>
    reader.selectFrom(placesOf(reader, filter, some, part).as("part")).selectAll();
  const found = others.reduce((all, some) => all.unionAll(places(some)), places(first));
  const way = part.isBackwards ? "asc" : "desc";
  return reader.selectFrom(found.as("place")).selectAll().orderBy("at", way).orderBy("seq", way).limit(part.limit);
}

export async function countAuditEvents(reader: Reader, filter: AuditFilter): Promise<number> {
  const found = matchingEvents(reader, filter, filter.actions);
  return (await found.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}

type Actions = AuditFilter["actions"];

function placesOf(reader: Reader, filter: AuditFilter, actions: Actions, { place, isBackwards, limit }: AuditPart) {
  const [way, beyond] = isBackwards ? (["asc", ">"] as const) : (["desc", "<"] as const);
  const found = matchingEvents(reader, filter, actions).select(["at", "seq"]).orderBy("at", way).orderBy("seq", way);
  const further = (at: number, seq: number) =>
    found.where((eb) => eb(eb.refTuple("at", "seq"), beyond, eb.tuple(at, seq)));
  return (place ? further(place.at, place.seq) : found).limit(limit);
}

function matchingEvents(reader: Reader, { actor, about, from, before }: AuditFilter, actions: Actions) {
  let found = eventsAbout(reader, about);
  if (actor !== null) found = found.where("actor", "=", actor);
  if (actions) found = found.where("action", "in", actions);
  // The condition of the partial index by time.
  if (actor === null && actions === null && !about) found = found.where("seq", ">", 0);
  if (from !== null) found = found.where("at", ">=", from);
  return before === null ? found : found.where("at", "<", before);
}

/** Makes the planners read the events about one subject first: they do not look into a select with a limit. */
const eventsAbout = (reader: Reader, about: AuditFilter["about"]) =>
  reader.selectFrom(
    (about
      ? eventsOf(reader, about.subject, about.id).limit(moreThanThereAre)
      : reader.selectFrom("audit_event").selectAll()
    ).as("audit_event"),
  );

const moreThanThereAre = Number.MAX_SAFE_INTEGER;

export const lastAuditCheck = (reader: Reader): Promise<Row<"audit_check"> | undefined> =>
  rowById(reader, "audit_check", lastCheck);

/** Inserts a check and deletes the previous one. */
export async function insertAuditCheck(
  writer: Writer,
  check: Pick<Row<"audit_check">, "asked_by" | "begun_at" | "process" | "events">,
): Promise<void> {
  await writer.deleteFrom("audit_check").execute();
  await insertRow(writer, "audit_check", { id: lastCheck, ...check, ended_at: null, checked: 0, broken_at: null });
}

const lastCheck = "last";

/** False if the check has ended or belongs to another process. */
export async function updateAuditCheck(
  writer: Writer,
  process: string,
  changes: Partial<Row<"audit_check">>,
): Promise<boolean> {
  const updated = writer.updateTable("audit_check").set(changes).where("process", "=", process);
  return (await updated.where("ended_at", "is", null).executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}
