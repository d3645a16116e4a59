import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import { type PostAddress, type PublicPost, type StoredPost, toPostAddress, toPublicPost } from "#core/posts/post.ts";
import { searchWords } from "#core/search/search-words.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayWritePosts } from "#core/staff/permissions.ts";
import { newestPosts, postAddresses, postById, postsWithWords } from "#storage/database/posts.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { storedPost } from "./stored-post.ts";

const questionSchema = z.object(pageFields({ usual: 20, most: 100 }));

export type PostListQuestion = z.input<typeof questionSchema>;
export type NewsPage = { posts: PublicPost[]; next: string | null };
export type PostPage = { posts: StoredPost[]; next: string | null };

/** The news for everybody, the newest first. */
export async function listNews(portal: Portal, question: PostListQuestion = {}): Promise<NewsPage> {
  const { posts, next } = await pageOfPosts(portal, question);
  return { posts: posts.map(toPublicPost), next };
}

/** One post for everybody. */
export const readNews = async (portal: Portal, id: string): Promise<PublicPost> =>
  toPublicPost(await existingPost(portal, id));

/** The addresses of the newest posts, and when each last changed. */
export async function listNewsAddresses(portal: Portal, limit: number): Promise<PostAddress[]> {
  const rows = await postAddresses(portal.database.read, { registry: portal.registry, limit });
  return rows.map(({ id, changed_at }) => toPostAddress({ id, changedAt: changed_at }));
}

const mostFound = 20;

/** The newest posts in which every searched word begins a word. `isMore`: more match than were returned. */
export type NewsFound = { posts: PublicPost[]; isMore: boolean };

export async function searchNews({ database, registry }: Portal, question: string): Promise<NewsFound> {
  const [first, ...others] = searchWords(question);
  if (first === undefined) return { posts: [], isMore: false };
  const rows = await postsWithWords(database, { registry, words: [first, ...others], limit: mostFound + 1 });
  const { page, last } = pageOf(rows, mostFound);
  return { posts: page.map((row) => toPublicPost(storedPost(row))), isMore: last !== null };
}

/** The news for those who write them, with authors. */
export async function listPosts(portal: Portal, actor: Actor, question: PostListQuestion = {}): Promise<PostPage> {
  authorize(mayWritePosts(actor), actor);
  return pageOfPosts(portal, question);
}

export async function readPost(portal: Portal, actor: Actor, id: string): Promise<StoredPost> {
  authorize(mayWritePosts(actor), actor);
  return existingPost(portal, id);
}

const existingPost = async (portal: Portal, id: string): Promise<StoredPost> =>
  storedPost(presentRow(portal, await postById(portal.database.read, id)));

const cursors = sealedCursors("post-list", z.object({ addedAt: z.number(), seq: z.number() }));

async function pageOfPosts(portal: Portal, question: PostListQuestion): Promise<PostPage> {
  const { limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor);
  const rows = await newestPosts(portal.database.read, { registry: portal.registry, after, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    posts: page.map(storedPost),
    next: last && cursors.seal(portal, { addedAt: last.added_at, seq: last.seq }),
  };
}
