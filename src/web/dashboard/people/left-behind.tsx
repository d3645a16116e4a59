import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { isPartOf } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";

/** Texts and counts are written on the server. `to`: the page on which to look at it. */
export type LeftLine = { label: string; count: string; to: string | null; names: string };

export type ShownLeft = {
  pages: { id: string; name: string; isFrozen: boolean }[];
  /** How many more pages there are; "" if all are listed. */
  morePages: string;
  lines: LeftLine[];
  history: string;
};

type LeftBehindProps = ShownLeft & {
  name: string;
  /** Shown before each page that is not frozen yet: the box of the form that asks about it. */
  boxOf?: (page: { id: string; name: string }) => ReactNode;
};

/** What somebody leaves who loses their access, each with its number and the page on which to look at it. */
export function LeftBehind({ name, pages: opened, morePages, lines, history, boxOf }: LeftBehindProps) {
  const { path } = isPartOf(useDashboard(), pages.holderLink) ? pages.holderLink : pages.record;
  const isEmpty = opened.length === 0 && lines.length === 0;
  return (
    <section aria-labelledby="left" className="grid gap-4 border-t border-line pt-4">
      <h2 id="left" className="text-18">
        {m.left_title({ name })}
      </h2>
      {isEmpty && <p className="text-quiet">{m.left_nothing()}</p>}
      {opened.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-16 font-semibold">{m.left_pages()}</h3>
          {boxOf && <p className="max-w-prose text-quiet">{m.left_pages_text()}</p>}
          <ul className="grid gap-1">
            {opened.map((page) => (
              <li key={page.id} className="flex min-h-11 flex-wrap items-center gap-x-3">
                {!page.isFrozen && boxOf?.(page)}
                <Link to={href(path, { id: page.id })} className="wrap-anywhere">
                  {page.name}
                </Link>
                {page.isFrozen && <span className="text-16 text-quiet">{m.left_is_frozen()}</span>}
              </li>
            ))}
          </ul>
          {morePages !== "" && <p className="text-quiet">{m.left_more({ count: morePages })}</p>}
        </div>
      )}
      <ul className="grid max-w-prose gap-2">
        {lines.map(({ label, count, to, names }) => (
          <li key={label}>
            {to === null ? label : <Link to={to}>{label}</Link>}: <span className="font-semibold">{count}</span>
            {names !== "" && <span className="block text-16 wrap-anywhere text-quiet">{names}</span>}
          </li>
        ))}
      </ul>
      <p>
        <Link to={history} className="inline-flex min-h-11 items-center">
          {m.left_history()}
        </Link>
      </p>
    </section>
  );
}
