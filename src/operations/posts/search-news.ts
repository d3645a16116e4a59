import { type PublicPost, toPublicPost } from "#core/posts/post.ts";
import { searchWords } from "#core/search/search-words.ts";
import { postsWithWords } from "#storage/database/posts.ts";
import type { Portal } from "../portal.ts";
import { storedPost } from "./stored-post.ts";

const mostFound = 20;

/** The newest news in which every word that is asked for begins a word; `isMore` where that was not all. */
export type NewsFound = { posts: PublicPost[]; isMore: boolean };

export async function searchNews({ database, registry }: Portal, question: string): Promise<NewsFound> {
  const [first, ...others] = searchWords(question);
  if (first === undefined) return { posts: [], isMore: false };
  const rows = await postsWithWords(database, { registry, words: [first, ...others], limit: mostFound + 1 });
  return {
    posts: rows.slice(0, mostFound).map((row) => toPublicPost(storedPost(row))),
    isMore: rows.length > mostFound,
  };
}
