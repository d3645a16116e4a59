import type { StoredPost } from "#core/posts/post.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { uniqueWords } from "#core/search/search-words.ts";
import type { NewPostRow, PostRow } from "#storage/database/posts.ts";
import type { Portal } from "../portal.ts";

export const postKey = ({ keyring }: Portal, { id, wrapped_key }: Pick<PostRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, id, wrapped_key);

/** Their shape is known without a check: nobody but us writes it. */
export function shownPages(images: PostRow["images"]): StoredPost["images"] {
  const [first, second] = JSON.parse(images) as StoredPost["images"];
  // Early ones have no description.
  return [
    { ...undescribed, ...first },
    { ...undescribed, ...second },
  ];
}

const undescribed = { description: "" };

export const storedPost = (row: PostRow): StoredPost => ({
  id: row.id,
  title: row.title,
  text: row.text,
  images: shownPages(row.images),
  addedAt: row.added_at,
  addedBy: row.added_by,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  version: row.version,
});

export const postRow = ({ keyring, registry }: Portal, post: StoredPost, wrapped: Buffer): NewPostRow => ({
  id: post.id,
  registry,
  title: post.title,
  text: post.text,
  images: JSON.stringify(post.images),
  added_at: post.addedAt,
  added_by: post.addedBy,
  changed_at: post.changedAt,
  changed_by: post.changedBy,
  version: post.version,
  key_set: keyring.current.id,
  wrapped_key: wrapped,
  search_words: uniqueWords(`${post.title}\n${post.text}`).join(" "),
});
