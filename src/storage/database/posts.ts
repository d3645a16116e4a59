import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { isPostId } from "#core/posts/post.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type PostRow = Omit<Selectable<Schema["post"]>, "search_words">;
export type NewPostRow = Insertable<Schema["post"]>;

/** The columns of a post. The others are for searching. */
const postColumns = [
  "seq",
  "id",
  "registry",
  "title",
  "text",
  "images",
  "added_at",
  "added_by",
  "changed_at",
  "changed_by",
  "version",
  "key_set",
  "wrapped_key",
] as const satisfies (keyof PostRow)[];

export async function postById(reader: Reader, id: string): Promise<PostRow | undefined> {
  if (!isPostId(id)) return undefined;
  return reader.selectFrom("post").select(postColumns).where("id", "=", id).executeTakeFirst();
}

export async function postForChange(database: Database, writer: Writer, id: string): Promise<PostRow | undefined> {
  if (!isPostId(id)) return undefined;
  return lockForUpdate(database, writer.selectFrom("post").select(postColumns).where("id", "=", id)).executeTakeFirst();
}

export async function insertPost(writer: Writer, row: NewPostRow): Promise<void> {
  await writer.insertInto("post").values(row).execute();
}

export async function updatePost(writer: Writer, id: string, changes: Updateable<Schema["post"]>): Promise<void> {
  await writer.updateTable("post").set(changes).where("id", "=", id).execute();
}

export async function deletePost(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("post").where("id", "=", id).execute();
}

/** Where a page ended. */
type PostPosition = { addedAt: number; seq: number };

type PostQuery = { registry: string; after: PostPosition | null; limit: number };

/** The newest first. */
export async function newestPosts(reader: Reader, { registry, after, limit }: PostQuery): Promise<PostRow[]> {
  let found = reader
    .selectFrom("post")
    .select(postColumns)
    .where("registry", "=", registry)
    .orderBy("added_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit);
  if (after) {
    found = found.where((eb) => eb(eb.refTuple("added_at", "seq"), "<", eb.tuple(after.addedAt, after.seq)));
  }
  return found.execute();
}

type PostAddress = Pick<PostRow, "id" | "changed_at">;

/** Only the addresses of posts, the newest first. */
export const postAddresses = (reader: Reader, { registry, limit }: Omit<PostQuery, "after">): Promise<PostAddress[]> =>
  reader
    .selectFrom("post")
    .select(["id", "changed_at"])
    .where("registry", "=", registry)
    .orderBy("added_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();

type PostSearch = {
  registry: string;
  /** Folded beginnings of words; a post must contain all of them. */
  words: readonly [string, ...string[]];
  limit: number;
};

/** Posts with these words, the newest first. */
export async function postsWithWords({ engine, read }: Database, search: PostSearch): Promise<PostRow[]> {
  const columns = sql.join(postColumns.map((column) => sql.ref(`post.${column}`)));
  const from = engine === "sqlite" ? foundBySqlite(search) : foundByPostgres(search);
  const found = await sql<PostRow>`select ${columns} from ${from} limit ${search.limit}`.execute(read);
  return found.rows;
}

/** Walks the full-text table from its newest post on, until the limit. */
function foundBySqlite({ registry, words }: PostSearch) {
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" AND ");
  return sql`
    post_words cross join post on post.seq = post_words.rowid
    where post_words match ${match} and post.registry = ${registry}
    order by post_words.rowid desc`;
}

function foundByPostgres({ registry, words }: PostSearch) {
  const query = words.map((word) => `'${word.replaceAll(/['\\]/g, "$&$&")}':*`).join(" & ");
  return sql`
    post where registry = ${registry} and search_vector @@ ${query}::tsquery
    order by seq desc`;
}

/** Every post, page by page, in the order of adding. */
export async function postsInOrder(reader: Reader, afterSeq: number, atMost: number): Promise<PostRow[]> {
  return reader
    .selectFrom("post")
    .select(postColumns)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(atMost)
    .execute();
}
