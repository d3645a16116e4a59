import { sql } from "kysely";
import { recordColumns, type RecordRow } from "../records.ts";
import type { Reader } from "../database.ts";

/** The place that a record has, or would have, in the queue. */
export type QueuePlace = Pick<RecordRow, "added_at" | "seq">;

type QueueQuery = {
  registry: string;
  /** The rows that come after this one, or before it, the nearest first. */
  from: QueuePlace | null;
  way: "after" | "before";
  limit: number;
};

/** The records that wait for approval, in the order in which they were added. */
export async function waitingRows(reader: Reader, query: QueueQuery): Promise<RecordRow[]> {
  // One walk in each state, because the index of added_at begins with the state.
  const walks = await Promise.all(([0, 1] as const).map((hidden) => walkInState(reader, query, hidden)));
  const step = query.way === "after" ? 1 : -1;
  const inOrder = (one: QueuePlace, other: QueuePlace) => one.added_at - other.added_at || one.seq - other.seq;
  return walks
    .flat()
    .toSorted((one, other) => step * inOrder(one, other))
    .slice(0, query.limit);
}

function walkInState(reader: Reader, { registry, from, way, limit }: QueueQuery, hidden: 0 | 1) {
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
