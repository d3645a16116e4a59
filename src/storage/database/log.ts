import type { Reader, Writer } from "./database.ts";
import { insertRow, type Row } from "./rows.ts";

export type LogTree = Row<"log_tree">;
export type LogLeaf = Row<"log_leaf">;

/** The tree that grows. */
export const currentTree = (reader: Reader, registry: string): Promise<LogTree | undefined> =>
  reader
    .selectFrom("log_tree")
    .selectAll()
    .where("registry", "=", registry)
    .orderBy("generation", "desc")
    .limit(1)
    .executeTakeFirst();

/** Makes room for more leaves. None where there is no tree yet. */
export const growTree = (writer: Writer, registry: string, by: number) =>
  writer
    .updateTable("log_tree")
    .set((eb) => ({ size: eb("size", "+", by) }))
    .where("registry", "=", registry)
    .where("ended_at", "is", null)
    .returning(["id", "generation", "size"])
    .executeTakeFirst();

export const insertTree = (writer: Writer, tree: LogTree): Promise<void> => insertRow(writer, "log_tree", tree);

export async function insertLeaves(writer: Writer, leaves: readonly LogLeaf[]): Promise<void> {
  await writer.insertInto("log_leaf").values(leaves).execute();
}

/** In their order. */
export const leavesFrom = (reader: Reader, treeId: string, from: number, atMost: number): Promise<LogLeaf[]> =>
  reader
    .selectFrom("log_leaf")
    .selectAll()
    .where("tree_id", "=", treeId)
    .where("position", ">=", from)
    .orderBy("position")
    .limit(atMost)
    .execute();
