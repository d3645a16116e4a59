import { sql } from "kysely";
import { recordColumns, type RecordRow } from "./records.ts";
import type { Reader } from "./database.ts";

/** Where a record stands in the queue, whether or not it is in it. */
export type QueuePlace = Pick<RecordRow, "added_at" | "seq">;

type QueueQuestion = {
  registry: string;
  /** The rows that come after this one, or before it, the nearest first. */
  from: QueuePlace | null;
  way: "after" | "before";
  limit: number;
};

/** The records that wait for approval, in the order in which they were added. */
export async function waitingRows(reader: Reader, question: QueueQuestion): Promise<RecordRow[]> {
  // One walk along the index of added_at in each state, for that is how the index begins.
  const walks = await Promise.all(([0, 1] as const).map((hidden) => walkInState(reader, question, hidden)));
  const step = question.way === "after" ? 1 : -1;
  const inOrder = (one: QueuePlace, other: QueuePlace) => one.added_at - other.added_at || one.seq - other.seq;
  return walks
    .flat()
    .toSorted((one, other) => step * inOrder(one, other))
    .slice(0, question.limit);
}

function walkInState(reader: Reader, { registry, from, way, limit }: QueueQuestion, hidden: 0 | 1) {
  const [beyond, order] = way === "after" ? [sql`>`, "asc" as const] : [sql`<`, "desc" as const];
  return reader
    .selectFrom("candidate")
    .select(recordColumns)
    .where("registry", "=", registry)
    .where("approval", "=", "waiting")
    .where("hidden", "=", hidden)
    .$if(from !== null, (rows) => rows.where(sql<boolean>`(added_at, seq) ${beyond} (${from?.added_at}, ${from?.seq})`))
    .orderBy("added_at", order)
    .orderBy("seq", order)
    .limit(limit)
    .execute();
}
