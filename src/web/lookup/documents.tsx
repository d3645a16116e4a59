import { type DocumentKind, type ResultPage, documentKinds, kindsOnPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "./ask-again.tsx";
import { DocumentRow } from "./document.tsx";
import { documentTitle } from "./document-titles.ts";

type DocumentListProps = {
  record: Pick<PublicRecord, "documents" | "imageGrant">;
  page: ResultPage;
  places: OfficialPlaces;
};

export function DocumentList({ record: { documents, imageGrant }, page, places }: DocumentListProps) {
  const pagesOf = (kind: DocumentKind) => documents[kind] ?? [];
  const kinds = kindsOnPage(page, new Set(documentKinds.filter((kind) => pagesOf(kind).length > 0)));
  return (
    <section className="mt-10">
      <h3 className="text-22">{m.papers()}</h3>
      {kinds.length === 0 && <p className="mt-2">{m.no_documents()}</p>}
      {kinds.length > 0 && imageGrant && (
        <>
          <ul className="papers">
            {kinds.map((kind) => (
              <DocumentRow
                key={kind}
                title={documentTitle(kind, page)}
                pages={pagesOf(kind)}
                grant={imageGrant}
                places={places[kind] ?? []}
              />
            ))}
          </ul>
          <WhenLinksEnd />
        </>
      )}
    </section>
  );
}

/** Where scripts run, each image that stays away says so itself. */
const WhenLinksEnd = () => (
  <div className="screen-only mt-6 flex flex-wrap items-center gap-x-4 text-16 text-quiet scripted:hidden">
    <p>{m.links_end()}</p>
    <button form={askAgainForm} className="link-button">
      {m.show_again()}
    </button>
  </div>
);
