import { z } from "zod";
import { withRowId } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type PostAddress, type PublicPost, type StoredPost, toPostAddress, toPublicPost } from "#core/posts/post.ts";
import { searchWords, uniqueWords } from "#core/search/search-words.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayWritePosts } from "#core/accounts/permissions.ts";
import { type DataKey, unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull, seal, unseal } from "#sealing/seal.ts";
import { decodedColumn, number, pairOf, shape, text } from "#core/stored/decoders.ts";
import { boundTo } from "#sealing/sealed-content.ts";
import type { Reader } from "#storage/database/database.ts";
import { newestPosts, postAddresses, postsWithWords, type PostRow } from "#storage/database/posts.ts";
import { rowById } from "#storage/database/rows.ts";
import { presentRow } from "../portal/locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";

const questionSchema = z.object(pageFields({ usual: 20, most: 100 }));

type PostListQuestion = z.input<typeof questionSchema>;
export type NewsPage = { posts: PublicPost[]; next: string | null };

/** Returns the news for everybody, newest first. */
export async function listNews(portal: Portal, question: PostListQuestion = {}): Promise<NewsPage> {
  const { posts, next } = await pageOfPosts(portal, portal.database.read, question);
  return { posts: posts.map(toPublicPost), next };
}

export const readNews = async (portal: Portal, id: string): Promise<PublicPost> =>
  toPublicPost(await existingPost(portal, portal.database.read, id));

export async function listNewsAddresses(portal: Portal, limit: number): Promise<PostAddress[]> {
  const rows = await postAddresses(portal.database.read, { registry: portal.registry, limit });
  return rows.map(({ id, changed_at }) => toPostAddress({ id, changedAt: changed_at }));
}

const maxFound = 20;

/**
 * Returns the newest posts in which every searched word is the beginning of a word. `isMore` is true if more posts
 * match than were returned.
 */
export async function searchNews(portal: Portal, question: string) {
  const { database, registry } = portal;
  const [first, ...others] = searchWords(question);
  if (first === undefined) return { posts: [], isMore: false };
  const rows = await postsWithWords(database, {
    registry,
    words: [first, ...others],
    limit: maxFound + 1,
  });
  const { page, last } = pageOf(rows, maxFound);
  return { posts: openedPosts(portal, page).map(toPublicPost), isMore: last !== null };
}

export async function listPosts(portal: Portal, actor: Actor, question: PostListQuestion = {}) {
  authorize(mayWritePosts(actor), actor);
  return pageOfPosts(portal, portal.database.read, question);
}

export async function readPost(portal: Portal, actor: Actor, id: string): Promise<StoredPost> {
  authorize(mayWritePosts(actor), actor);
  return existingPost(portal, portal.database.read, id);
}

const existingPost = async (portal: Portal, reader: Reader, id: string): Promise<StoredPost> =>
  storedPost(portal, presentRow(portal, await rowById(reader, "post", id)));

const cursors = sealedCursors("post-list", z.object({ addedAt: z.number(), seq: z.number() }));

async function pageOfPosts(portal: Portal, reader: Reader, question: PostListQuestion) {
  const { limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor);
  const rows = await newestPosts(reader, { registry: portal.registry, after, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    posts: openedPosts(portal, page),
    next: last && cursors.seal(portal, { addedAt: last.added_at, seq: last.seq }),
  };
}

export const postKey = ({ keyring }: Portal, { id, wrapped_key }: Pick<PostRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, id, wrapped_key);

const postImages = pairOf(shape({ image: text, width: number, height: number, placeholder: text, description: text }));

export function shownPages({ id, images }: Pick<PostRow, "id" | "images">): StoredPost["images"] {
  return [...decodedColumn(postImages, "post", id, images)];
}

/** All columns that are written under the key of the post. */
const postPlace = boundTo("post", [
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
  "search_words",
]);

/** Posts that somebody changed without the key are left out: `attestry verify` names them. */
const openedPosts = (portal: Portal, rows: readonly PostRow[]): StoredPost[] =>
  rows.map((row) => openedOrNull(() => storedPost(portal, row))).filter((post) => post !== null);

/** Throws SealBroken if a column was changed without the key. */
export function storedPost(portal: Portal, row: PostRow): StoredPost {
  try {
    unseal(postKey(portal, row), postPlace(row), row.bound);
  } catch (error) {
    throw withRowId(error, row.id);
  }
  return postIn(row);
}

const postIn = (row: PostRow): StoredPost => ({
  id: row.id,
  title: row.title,
  text: row.text,
  banglaTitle: row.bangla_title,
  banglaText: row.bangla_text,
  images: shownPages(row),
  addedAt: row.added_at,
  addedBy: row.added_by,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  version: row.version,
});

export function postRow(
  { keyring, registry }: Portal,
  post: StoredPost,
  { key, wrapped }: DataKey,
): Omit<PostRow, "seq"> {
  const plain = {
    id: post.id,
    registry,
    title: post.title,
    text: post.text,
    bangla_title: post.banglaTitle,
    bangla_text: post.banglaText,
    images: JSON.stringify(post.images),
    added_at: post.addedAt,
    added_by: post.addedBy,
    changed_at: post.changedAt,
    changed_by: post.changedBy,
    version: post.version,
    search_words: uniqueWords([post.title, post.text, post.banglaTitle, post.banglaText].join("\n")).join(" "),
  };
  const bound = seal(key, postPlace(plain), new Uint8Array());
  return { ...plain, key_set: keyring.current.id, wrapped_key: wrapped, bound };
}
