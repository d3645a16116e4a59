import { sql } from "kysely";
import type { Database, Reader } from "./database.ts";
import type { Row } from "./rows.ts";

export type PostRow = Row<"post">;

/** All columns except those that only SQL uses. */
const postColumns = [
  "seq",
  "id",
  "registry",
  "title",
  "text",
  "bangla_title",
  "bangla_text",
  "images",
  "added_at",
  "added_by",
  "changed_at",
  "changed_by",
  "version",
  "key_set",
  "wrapped_key",
  "search_words",
  "bound",
] as const satisfies (keyof PostRow)[];

type PostQuery = { registry: string; after: { addedAt: number; seq: number } | null; limit: number };

export async function newestPosts(reader: Reader, { registry, after, limit }: PostQuery): Promise<PostRow[]> {
  const found = newest(reader, registry, limit).select(postColumns);
  if (!after) return found.execute();
  return found.where((eb) => eb(eb.refTuple("added_at", "seq"), "<", eb.tuple(after.addedAt, after.seq))).execute();
}

export const postAddresses = (reader: Reader, { registry, limit }: Omit<PostQuery, "after">) =>
  newest(reader, registry, limit).select(["id", "changed_at"]).execute();

const newest = (reader: Reader, registry: string, limit: number) =>
  reader
    .selectFrom("post")
    .where("registry", "=", registry)
    .orderBy("added_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit);

type PostSearch = {
  registry: string;
  /** Folded beginnings of words; a post must contain all of them. */
  words: readonly [string, ...string[]];
  limit: number;
};

export async function postsWithWords(
  { engine, read }: Pick<Database, "engine" | "read">,
  search: PostSearch,
): Promise<PostRow[]> {
  const columns = sql.join(postColumns.map((column) => sql.ref(`post.${column}`)));
  const from = engine === "sqlite" ? foundBySqlite(search) : foundByPostgres(search);
  const found = await sql<PostRow>`select ${columns} from ${from} limit ${search.limit}`.execute(read);
  return found.rows;
}

/** Walks the full-text table from the newest post backwards, until the limit. */
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

export const postsInOrder = (reader: Reader, afterSeq: number, atMost: number) =>
  reader.selectFrom("post").select(postColumns).where("seq", ">", afterSeq).orderBy("seq").limit(atMost).execute();
