import type { DocumentPage } from "#core/records/candidate-record.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { MenuLink } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { writtenPages } from "#i18n/written-pages.ts";
import { ExternalLink } from "#design/external-link.tsx";
import { inOurWords } from "../frame/official-words.ts";
import { PageImage } from "./page-image.tsx";

type DocumentRowProps = {
  title: string;
  pages: readonly DocumentPage[];
  grant: ImageGrant;
  /** Offices that can say what this site cannot. */
  places: readonly MenuLink[];
};

/** One paper as a sheet on the desk: its first page, what it is, whom to ask about it, its other pages. */
export function DocumentRow({ title, pages, grant, places }: DocumentRowProps) {
  const [first, ...others] = pages;
  const image = (page: DocumentPage, at: number) => (
    <PageImage
      key={page.image}
      page={page}
      grant={grant}
      describedAs={
        pages.length > 1
          ? m.document_page({ title, number: writtenCount(at + 1), count: writtenCount(pages.length) })
          : title
      }
    />
  );
  return (
    <li className="paper">
      {first && image(first, 0)}
      <div className="grid content-start gap-3">
        <div>
          <h4>{title}</h4>
          <p className="text-quiet">{writtenPages(pages.length)}</p>
        </div>
        {others.length > 0 && <div className="other-pages">{others.map((page, at) => image(page, at + 1))}</div>}
      </div>
      <PlacesToAsk places={places} />
    </li>
  );
}

function PlacesToAsk({ places }: Pick<DocumentRowProps, "places">) {
  if (places.length === 0) return null;
  return (
    <div className="places screen-only">
      <p className="text-quiet">{m.ask_the_office()}</p>
      <ul>
        {places.map(({ label, to }) => (
          <li key={to}>
            <ExternalLink to={to}>{inOurWords(label)}</ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
