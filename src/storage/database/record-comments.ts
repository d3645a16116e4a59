import type { Reader } from "./database.ts";
import type { Row } from "./rows.ts";

export type CommentRow = Row<"record_comment">;

/** The newest ones of a record, the newest first. */
export const newestComments = (reader: Reader, recordId: string, atMost: number): Promise<CommentRow[]> =>
  reader
    .selectFrom("record_comment")
    .selectAll()
    .where("candidate_id", "=", recordId)
    .orderBy("seq", "desc")
    .limit(atMost)
    .execute();
