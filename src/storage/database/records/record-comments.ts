import type { Reader } from "../database.ts";
import type { Row } from "../rows.ts";

export type CommentRow = Row<"record_comment">;

export async function countComments(reader: Reader, recordId: string, writtenBy: string): Promise<number> {
  const found = reader.selectFrom("record_comment").select((eb) => eb.fn.countAll<number>().as("count"));
  return (
    await found.where("candidate_id", "=", recordId).where("written_by", "=", writtenBy).executeTakeFirstOrThrow()
  ).count;
}

export const newestComments = (reader: Reader, recordId: string, atMost: number): Promise<CommentRow[]> =>
  reader
    .selectFrom("record_comment")
    .selectAll()
    .where("candidate_id", "=", recordId)
    .orderBy("seq", "desc")
    .limit(atMost)
    .execute();
