import { href, Link } from "react-router";
import { imageAddress } from "#core/images/image-links.ts";
import type { StoredPost } from "#core/posts/post.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { listPosts } from "#operations/posts/read-posts.ts";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { readList } from "../frame/read-page.server.ts";
import type { Route } from "./+types/posts.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ portal, actor, cursor }) => {
    const { posts, next } = await listPosts(portal, actor, { cursor });
    return { rows: posts.map(listedPost), next };
  });

const listedPost = ({ id, title, text, images, addedAt }: StoredPost) => ({
  id,
  title,
  beginning: text.slice(0, 200),
  images: [...new Set(images.map(({ image }) => imageAddress(image, "list", null)))],
  added: writtenMoment(addedAt),
});

type ListedPost = ReturnType<typeof listedPost>;

export default function Posts({ loaderData: { rows, place } }: Route.ComponentProps) {
  const toNewPost = { path: pages.addPost.path, label: m.post_new() };
  return (
    <PageFrame title={m.posts_title()} next={toNewPost}>
      <p className="max-w-prose text-quiet">{m.posts_text()}</p>
      <DataTable
        caption={m.posts_title()}
        columns={postColumns(pages.posts.path + place.query)}
        rows={rows}
        empty={<EmptyState title={m.posts_none_title()} text={m.posts_none_text()} />}
      />
      <ListPages page={pages.posts.path} {...place} />
    </PageFrame>
  );
}

const postColumns = (back: string): Column<ListedPost>[] => [
  { title: m.post_title(), look: "main", cell: PostCell },
  { title: m.post_added(), look: "state", cell: ({ added }) => added },
  {
    title: m.column_delete(),
    look: "grave",
    cell: ({ id, title }) => <DeleteLink of={title} action={href(pages.deletePost.path, { id })} back={back} />,
  },
];

const PostCell = ({ id, title, beginning, images }: ListedPost) => (
  <div className="flex items-center gap-3 py-1.5">
    <span className="flex shrink-0 gap-1">
      {images.map((image) => (
        <img
          key={image}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-10 rounded-sm bg-sunk object-cover"
        />
      ))}
    </span>
    <span className="grid min-w-0">
      <span>
        <Link
          to={href(pages.updatePost.path, { id })}
          className="row-button font-semibold"
          {...keyed("e", m.post_edit())}
        >
          {title}
        </Link>
      </span>
      <span className="line-clamp-1 text-quiet wrap-anywhere">{beginning}</span>
    </span>
  </div>
);
