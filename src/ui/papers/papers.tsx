import { type DocumentKind, type ResultPage, documentKinds, kindsOnPage } from "#core/candidates/document-kinds.ts";
import type { PublicCandidate } from "#core/candidates/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "../ask-again.tsx";
import { Paper } from "./paper.tsx";
import { paperTitle } from "./paper-titles.ts";

type PapersProps = {
  candidate: Pick<PublicCandidate, "documents" | "imageGrant">;
  page: ResultPage;
  places: OfficialPlaces;
};

export function Papers({ candidate: { documents, imageGrant }, page, places }: PapersProps) {
  const pagesOf = (kind: DocumentKind) => documents[kind] ?? [];
  const kinds = kindsOnPage(page, new Set(documentKinds.filter((kind) => pagesOf(kind).length > 0)));
  return (
    <section className="mt-10">
      <h3 className="text-22">{m.papers()}</h3>
      {kinds.length === 0 && <p className="mt-2">{m.no_papers()}</p>}
      {kinds.length > 0 && imageGrant && (
        <>
          <ul className="papers">
            {kinds.map((kind) => (
              <Paper
                key={kind}
                title={paperTitle(kind, page)}
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
