import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "../page/keys.ts";
import { listWith } from "./list-address.ts";

type ListPagesProps = {
  page: string;
  isFirst: boolean;
  query: string;
  /** Null on the first page, and in lists that only go forwards. */
  previous?: string | null;
  next: string | null;
};

export const ListPages = ({ page, isFirst, query, previous = null, next }: ListPagesProps) => (
  <p className="flex flex-wrap gap-x-6">
    {!isFirst && (
      <Link to={page + listWith(query, "cursor", null)} className="inline-flex min-h-11 items-center">
        {m.first_page()}
      </Link>
    )}
    {previous && (
      <Link to={previous} className="inline-flex min-h-11 items-center" {...keyed("p", m.previous_page())}>
        {m.previous_page()}
      </Link>
    )}
    {next && (
      <Link to={next} className="inline-flex min-h-11 items-center" {...keyed("n", m.next_page())}>
        {m.next_page()}
      </Link>
    )}
  </p>
);
