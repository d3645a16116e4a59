import { imageAddress } from "#core/images/image-links.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenMoment } from "#i18n/written.ts";
import type { Portal } from "#operations/portal.ts";
import { listPosts } from "#operations/posts/read-posts.ts";
import type { ListedPost } from "./post-table.tsx";
import { placeIn } from "#design/table/list-address.ts";

export async function postPage(portal: Portal, actor: Actor, address: URLSearchParams) {
  const { posts, next } = await listPosts(portal, actor, { cursor: address.get("cursor") ?? undefined });
  return { rows: posts.map(listedPost), ...placeIn(address, next) };
}

const listedPost = ({ id, title, text, images, addedAt }: StoredPost): ListedPost => ({
  id,
  title,
  beginning: text.slice(0, 200),
  images: [...new Set(images.map(({ image }) => imageAddress(image, "list", null)))],
  added: writtenMoment(addedAt),
});
