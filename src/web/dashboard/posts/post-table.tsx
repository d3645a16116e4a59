import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

export type ListedPost = {
  id: string;
  title: string;
  /** How the text begins. */
  beginning: string;
  /** The addresses of its images. */
  images: readonly string[];
  /** The day, written out. */
  added: string;
};

type PostTableProps = {
  operatorName: string;
  page: string;
  query: string;
  rows: readonly ListedPost[];
  isFirst: boolean;
  next: string | null;
};

export const PostTable = ({ operatorName, page, query, rows, isFirst, next }: PostTableProps) => (
  <PageFrame
    title={m.posts_title()}
    operatorName={operatorName}
    next={{ path: "/dashboard/New_Post", label: m.post_new() }}
  >
    <p className="max-w-prose text-quiet">{m.posts_text()}</p>
    {rows.length > 0 ? (
      <>
        <DataTable caption={m.posts_title()} columns={columnsOf(page, page + query)} rows={rows} />
        <ListPages page={page} isFirst={isFirst} query={query} next={next} />
      </>
    ) : (
      <EmptyState title={m.posts_none_title()} text={m.posts_none_text()} />
    )}
  </PageFrame>
);

const columnsOf = (page: string, back: string): Column<ListedPost>[] => [
  {
    title: m.post_title(),
    look: "main",
    cell: ({ id, title, beginning, images }) => (
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
            <Link to={`${page}/${id}/edit`} className="row-button font-semibold" {...keyed("e", m.post_edit())}>
              {title}
            </Link>
          </span>
          <span className="line-clamp-1 text-quiet wrap-anywhere">{beginning}</span>
        </span>
      </div>
    ),
  },
  { title: m.post_added(), look: "state", cell: ({ added }) => added },
  {
    title: m.column_delete(),
    look: "grave",
    cell: ({ id, title }) => <DeleteLink of={title} action={`${page}/${id}/delete`} back={back} />,
  },
];
