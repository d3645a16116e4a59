import { type PostAddress, toPostAddress } from "#core/posts/post.ts";
import { newestPostIds } from "#storage/database/posts.ts";
import type { Portal } from "../portal.ts";

/** A map of a site may have 50,000 addresses. */
const mostAddresses = 10_000;

/** Where the news stand, for who makes a map of the site. */
export async function newsAddresses({ database, registry }: Portal): Promise<PostAddress[]> {
  const rows = await newestPostIds(database.read, registry, mostAddresses);
  return rows.map(({ id, changed_at }) => toPostAddress({ id, changedAt: changed_at }));
}
