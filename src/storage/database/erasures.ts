import { sql } from "kysely";
import type { Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type ErasureRow = Row<"erasure">;

/** Those of the ids that are noted as deleted. */
export async function erasedAmong(
  reader: Reader,
  subject: ErasureRow["subject"],
  ids: readonly string[],
): Promise<Set<string>> {
  const found = reader.selectFrom("erasure").select("erased_id").where("subject", "=", subject);
  return new Set((await found.where("erased_id", "in", ids).execute()).map(({ erased_id }) => erased_id));
}

const subjects = ["candidate", "person", "post", "comment"] as const satisfies ErasureRow["subject"][];

/** The table in which a subject would be again if a backup restored it. */
const tableOf = (subject: (typeof subjects)[number]) => (subject === "comment" ? "record_comment" : subject);

/** Deleted subjects that exist again: an older backup restored them. */
export async function erasedAndBack(reader: Reader): Promise<Pick<ErasureRow, "subject" | "erased_id">[]> {
  const back = subjects.map((subject) => {
    const table = tableOf(subject);
    return sql`select erasure.subject, erasure.erased_id from erasure
      join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = erasure.erased_id where erasure.subject = ${subject}`;
  });
  return (await sql<Pick<ErasureRow, "subject" | "erased_id">>`${sql.join(back, sql` union all `)}`.execute(reader))
    .rows;
}

export const erasuresAfter = (reader: Reader, seq: number, atMost: number): Promise<ErasureRow[]> =>
  reader.selectFrom("erasure").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();

export const lastErasure = (reader: Reader): Promise<ErasureRow | undefined> =>
  reader.selectFrom("erasure").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirst();

export const unwrittenErasures = (reader: Reader, atMost: number): Promise<ErasureRow[]> =>
  reader.selectFrom("erasure").selectAll().where("written_at", "is", null).orderBy("seq").limit(atMost).execute();

export async function markErasuresWritten(writer: Writer, seqs: readonly number[], at: number): Promise<void> {
  await writer.updateTable("erasure").set({ written_at: at }).where("seq", "in", seqs).execute();
}

/** The number of erasures that are not in the ledger yet, and the time of the oldest. */
export const erasuresWaiting = (reader: Reader) =>
  reader
    .selectFrom("erasure")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("at").as("since")])
    .where("written_at", "is", null)
    .executeTakeFirstOrThrow();
