import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type ToldAnswerRow = Row<"told_answer">;

/** Keeps what an organisation was told. A newer answer about the same record replaces the older one. */
export async function putToldAnswers(writer: Writer, rows: readonly ToldAnswerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await writer
    .insertInto("told_answer")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        ends_at: eb.ref("excluded.ends_at"),
        due_at: eb.ref("excluded.due_at"),
        key_set: eb.ref("excluded.key_set"),
        wrapped_key: eb.ref("excluded.wrapped_key"),
        sealed: eb.ref("excluded.sealed"),
      })),
    )
    .execute();
}

/** Lets the answers about these records be compared with what is shown now. */
export async function compareToldAnswers(writer: Writer, recordIds: readonly string[], dueAt: number): Promise<void> {
  if (recordIds.length === 0) return;
  await writer.updateTable("told_answer").set({ due_at: dueAt }).where("candidate_id", "in", recordIds).execute();
}

/** Lets all answers be compared: the site shows other kinds of documents. */
export async function compareAllToldAnswers(writer: Writer, registry: string, dueAt: number): Promise<void> {
  await writer
    .updateTable("told_answer")
    .set({ due_at: dueAt })
    .where("organisation_id", "in", writer.selectFrom("organisation").select("id").where("registry", "=", registry))
    .execute();
}

export const dueToldAnswers = (
  reader: Reader,
  { registry, now, atMost }: { registry: string; now: number; atMost: number },
): Promise<ToldAnswerRow[]> =>
  reader
    .selectFrom("told_answer")
    .innerJoin("organisation", "organisation.id", "told_answer.organisation_id")
    .selectAll("told_answer")
    .where("told_answer.due_at", "<=", now)
    .where("organisation.registry", "=", registry)
    .orderBy("told_answer.due_at")
    .limit(atMost)
    .execute();

type Compared = Pick<ToldAnswerRow, "id" | "due_at">;

/** An answer that became due again in the meantime stays due. */
export async function noteStanding(writer: Writer, rows: readonly Compared[]): Promise<void> {
  for (const [dueAt, some] of Map.groupBy(rows, ({ due_at }) => due_at))
    await writer
      .updateTable("told_answer")
      .set({ due_at: null })
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .where("due_at", "=", dueAt)
      .execute();
}

/** Returns the ids of those that were still there. An answer that became due again, such as a newer one, stays. */
export async function deleteToldAnswers(writer: Writer, rows: readonly Compared[]): Promise<string[]> {
  const deleted: string[] = [];
  for (const [dueAt, some] of Map.groupBy(rows, ({ due_at }) => due_at)) {
    const ids = some.map(({ id }) => id);
    const ofThese = writer.deleteFrom("told_answer").where("id", "in", ids).where("due_at", "=", dueAt);
    for (const { id } of await ofThese.returning("id").execute()) deleted.push(id);
  }
  return deleted;
}

export async function deleteToldAnswersOf(writer: Writer, recordId: string): Promise<void> {
  await writer.deleteFrom("told_answer").where("candidate_id", "=", recordId).execute();
}

export async function deleteEndedToldAnswers(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom("told_answer").where("ends_at", "<=", now).execute();
}
