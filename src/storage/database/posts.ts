import type { Insertable, Selectable, Updateable } from "kysely";
import { isPostId } from "#core/posts/post.ts";
import type { Database, Reader, Writer } from "./database.ts";
import { held } from "./held-rows.ts";
import type { Schema } from "./schema.ts";

export type PostRow = Selectable<Schema["post"]>;

export async function postById(reader: Reader, id: string): Promise<PostRow | undefined> {
  if (!isPostId(id)) return undefined;
  return reader.selectFrom("post").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function postForChange(database: Database, writer: Writer, id: string): Promise<PostRow | undefined> {
  if (!isPostId(id)) return undefined;
  return held(database, writer.selectFrom("post").selectAll().where("id", "=", id)).executeTakeFirst();
}

export async function insertPost(writer: Writer, row: Insertable<Schema["post"]>): Promise<void> {
  await writer.insertInto("post").values(row).execute();
}

export async function updatePost(writer: Writer, id: string, changes: Updateable<Schema["post"]>): Promise<void> {
  await writer.updateTable("post").set(changes).where("id", "=", id).execute();
}

export async function deletePost(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("post").where("id", "=", id).execute();
}

/** Where a page ended. */
export type PostPosition = { addedAt: number; seq: number };

type PostQuestion = { registry: string; after: PostPosition | null; limit: number };

/** The newest first. */
export async function newestPosts(reader: Reader, { registry, after, limit }: PostQuestion): Promise<PostRow[]> {
  let found = reader
    .selectFrom("post")
    .selectAll()
    .where("registry", "=", registry)
    .orderBy("added_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit);
  if (after) {
    found = found.where((eb) => eb(eb.refTuple("added_at", "seq"), "<", eb.tuple(after.addedAt, after.seq)));
  }
  return found.execute();
}

/** Every post, some at a time, in the order in which they were added. */
export async function postsInOrder(reader: Reader, afterSeq: number, atMost: number): Promise<PostRow[]> {
  return reader.selectFrom("post").selectAll().where("seq", ">", afterSeq).orderBy("seq").limit(atMost).execute();
}
