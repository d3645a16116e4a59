import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type PostAddress, type PublicPost, type StoredPost, toPostAddress, toPublicPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayWritePosts, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { newestPosts, postAddresses, postById, type PostPosition } from "#storage/database/posts.ts";
import type { Portal } from "../portal.ts";
import { storedPost } from "./stored-post.ts";

const questionSchema = z.object({
  limit: z.int({ error: "unknown-choice" }).min(1).max(100).default(20),
  /** From the page before. */
  cursor: z.string().optional(),
});

export type PostListQuestion = z.input<typeof questionSchema>;
export type NewsPage = { posts: PublicPost[]; next: string | null };
export type PostPage = { posts: StoredPost[]; next: string | null };

/** The news, as anybody reads them: the newest first. */
export async function listNews(portal: Portal, question: PostListQuestion = {}): Promise<NewsPage> {
  const { posts, next } = await pageOfPosts(portal, question);
  return { posts: posts.map(toPublicPost), next };
}

/** One post, as anybody reads it. */
export const readNews = async (portal: Portal, id: string): Promise<PublicPost> =>
  toPublicPost(await existingPost(portal, id));

/** Where the newest posts are, and when each last changed. */
export async function listNewsAddresses(portal: Portal, limit: number): Promise<PostAddress[]> {
  const rows = await postAddresses(portal.database.read, { registry: portal.registry, limit });
  return rows.map(({ id, changed_at }) => toPostAddress({ id, changedAt: changed_at }));
}

/** The same for those who write them, with who did. */
export async function listPosts(portal: Portal, actor: Actor, question: PostListQuestion = {}): Promise<PostPage> {
  authorize(mayWritePosts(actor), actor);
  return pageOfPosts(portal, question);
}

export async function readPost(portal: Portal, actor: Actor, id: string): Promise<StoredPost> {
  authorize(mayWritePosts(actor), actor);
  return existingPost(portal, id);
}

async function existingPost({ database, registry }: Portal, id: string): Promise<StoredPost> {
  const row = await postById(database.read, id);
  if (!row || row.registry !== registry) throw new PortalError("not-found");
  return storedPost(row);
}

async function pageOfPosts(portal: Portal, question: PostListQuestion): Promise<PostPage> {
  const { limit, cursor } = checkInput(questionSchema, question);
  const after = cursor === undefined ? null : positionOf(portal, cursor);
  // One row more than asked for tells whether there is a next page.
  const rows = await newestPosts(portal.database.read, { registry: portal.registry, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLastPage = rows.length <= limit || !last;
  return {
    posts: page.map(storedPost),
    next: isLastPage ? null : sealToken(portal.keyring, purpose, { addedAt: last.added_at, seq: last.seq }),
  };
}

const purpose = "post-list";
const cursorSchema = z.object({ addedAt: z.number(), seq: z.number() });

function positionOf({ keyring }: Portal, cursor: string): PostPosition {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success) return parsed.data;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
