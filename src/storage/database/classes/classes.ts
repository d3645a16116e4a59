import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type ClassRow = Row<"class">;

type ClassQuery = {
  registry: string;
  isClosed: boolean;
  /** In local time; null for all classes. */
  startsAfter: string | null;
  after: { startsAt: string; seq: number } | null;
  limit: number;
};

/** Classes by their start: open classes the earliest first, closed classes the latest first. */
export async function classesByStart(reader: Reader, query: ClassQuery): Promise<ClassRow[]> {
  const { registry, isClosed, startsAfter, after, limit } = query;
  const direction = isClosed ? "desc" : "asc";
  let found = reader
    .selectFrom("class")
    .selectAll()
    .where("registry", "=", registry)
    .where("closed_at", isClosed ? "is not" : "is", null)
    .orderBy("starts_at", direction)
    .orderBy("seq", direction)
    .limit(limit);
  if (startsAfter !== null) found = found.where("starts_at", ">", startsAfter);
  if (after) {
    const beyond = isClosed ? "<" : ">";
    found = found.where((eb) => eb(eb.refTuple("starts_at", "seq"), beyond, eb.tuple(after.startsAt, after.seq)));
  }
  return found.execute();
}

export async function classesByIds(reader: Reader, registry: string, ids: readonly string[]): Promise<ClassRow[]> {
  if (ids.length === 0) return [];
  return reader.selectFrom("class").selectAll().where("id", "in", ids).where("registry", "=", registry).execute();
}

export const classesSelectedBy = (reader: Reader, registry: string, personId: string) =>
  reader
    .selectFrom("class")
    .innerJoin("class_selection", "class_selection.class_id", "class.id")
    .selectAll("class")
    .where("class_selection.person_id", "=", personId)
    .where("class.registry", "=", registry)
    .orderBy("class_selection.selected_at", "desc")
    .orderBy("class.seq", "desc")
    .execute();

export async function countSelections(reader: Reader, personId: string): Promise<number> {
  const { count } = await reader
    .selectFrom("class_selection")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertSelection(writer: Writer, selection: Row<"class_selection">): Promise<0 | 1> {
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto("class_selection")
    .values(selection)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? 1 : 0;
}

export async function deleteSelection(writer: Writer, classId: string, personId: string): Promise<0 | 1> {
  const { numDeletedRows } = await writer
    .deleteFrom("class_selection")
    .where("class_id", "=", classId)
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n ? 1 : 0;
}
