import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import { insertRow, type Row, rowById, type Write, writeTogether } from "./rows.ts";

export type AuditRow = Row<"audit_event">;
export type AuditHead = Pick<Row<"audit_head">, "seq" | "hash">;

const head = (reader: Reader) => reader.selectFrom("audit_head").select(["seq", "hash"]);

export const auditHead = (reader: Reader) => head(reader).executeTakeFirstOrThrow();

/** Locks the end of the chain until the transaction ends. It is locked last of all, so that writers wait for each other only here. */
export const lockAuditHead = (database: Database, writer: Writer) =>
  lockForUpdate(database, head(writer)).executeTakeFirstOrThrow();

/** Changes nothing, and is written all the same. Every change has to write this row. */
export const rewriteAuditHead = (writer: Writer) =>
  writer
    .updateTable("audit_head")
    .set((eb) => ({ seq: eb.ref("seq") }))
    .execute();

/** With what else the change writes last. */
export const appendAuditEvent = (
  database: Database,
  writer: Writer,
  row: AuditRow,
  others: readonly Write[],
): Promise<void> =>
  writeTogether(database, writer, [
    ...others,
    writer.insertInto("audit_event").values(row),
    // Of a row without a name SQLite cannot know that it is one, and opens a journal for the statement.
    writer.updateTable("audit_head").set({ seq: row.seq, hash: row.hash }).where("id", "=", "head"),
  ]);

export const auditEventsAfter = (reader: Reader, seq: number, atMost: number) =>
  reader.selectFrom("audit_event").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();

const eventsOf = (reader: Reader, subject: AuditSubject, id: string) =>
  reader.selectFrom("audit_event").selectAll().where("subject", "=", subject).where("subject_id", "=", id);

export const auditEventsOf = (reader: Reader, subject: AuditSubject, id: string) =>
  eventsOf(reader, subject, id).orderBy("seq").execute();

type HistoryQuery = {
  subject: AuditSubject;
  id: string;
  /** Where the page before ended. */
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
  /** Null for all of them. */
  actions: readonly AuditAction[] | null;
  from: number | null;
  before: number | null;
};

export type AuditPlace = { at: number; seq: number };

type AuditPart = {
  /** Where the page before ended, or where the one after begins. */
  place: AuditPlace | null;
  /** From the oldest to the newest. */
  isBackwards?: boolean;
  limit: number;
};

/** The latest events first. */
export async function auditEventsBy(reader: Reader, filter: AuditFilter, part: AuditPart): Promise<AuditRow[]> {
  const seqs = (await auditPlaces(reader, filter, part).execute()).map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const rows = await reader.selectFrom("audit_event").selectAll().where("seq", "in", seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.map((seq) => bySeq.get(seq)).filter((row) => row !== undefined);
}

/** What each action has is found along an index, and then put in order. Few events are about one thing: those are read at once. */
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
  // The condition of the index by time.
  if (actor === null && actions === null && !about) found = found.where("seq", ">", 0);
  if (from !== null) found = found.where("at", ">=", from);
  return before === null ? found : found.where("at", "<", before);
}

/** Those about one thing are read first, whatever the planners think of other indexes: they look into no select with a limit. */
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

/** Whichever check came before is forgotten. */
export async function insertAuditCheck(
  writer: Writer,
  check: Pick<Row<"audit_check">, "asked_by" | "begun_at" | "process" | "events">,
): Promise<void> {
  await writer.deleteFrom("audit_check").execute();
  await insertRow(writer, "audit_check", { id: lastCheck, ...check, ended_at: null, checked: 0, broken_at: null });
}

const lastCheck = "last";

/** False where it is not this process's any more. */
export async function updateAuditCheck(
  writer: Writer,
  process: string,
  changes: Partial<Row<"audit_check">>,
): Promise<boolean> {
  const updated = writer.updateTable("audit_check").set(changes).where("process", "=", process);
  return (await updated.where("ended_at", "is", null).executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}
