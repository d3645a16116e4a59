import { type DocumentKind, type ResultPage, documentKinds, kindsOnPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "./lookup-form.tsx";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { MenuLink } from "#core/settings/menus.ts";
import { writtenCount, writtenPages } from "#i18n/written.ts";
import { ExternalLink } from "#design/external-link.tsx";
import { inOurWords } from "../frame/menus/official-words.ts";
import { PageImage } from "./page-image.tsx";

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
      <h3 className="text-22">{m.documents_heading()}</h3>
      {kinds.length === 0 && <p className="mt-2">{m.no_documents()}</p>}
      {kinds.length > 0 && imageGrant && (
        <>
          <ul className="mt-4 grid gap-4 min-[56rem]:grid-cols-2 print:grid-cols-[1fr_1fr]">
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

type DocumentRowProps = {
  title: string;
  pages: readonly DocumentPage[];
  grant: ImageGrant;
  /** Offices that can say what this site cannot. */
  places: readonly MenuLink[];
};

/** One document: its first page, what it is, whom to ask about it, its other pages. */
function DocumentRow({ title, pages, grant, places }: DocumentRowProps) {
  const [first, ...others] = pages;
  const image = (page: DocumentPage, at: number) => (
    <PageImage key={page.image} page={page} grant={grant} describedAs={pageTitle(title, at, pages.length)} />
  );
  return (
    <li className="document">
      {first && image(first, 0)}
      <div className="grid content-start gap-3">
        <div>
          <h4 className="text-18">{title}</h4>
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

const onHome: Record<DocumentKind, () => string> = {
  photo: m.document_photo,
  workPermit: m.document_work_permit,
  jobOffer: m.document_job_offer,
  application: m.document_application,
  lmia: m.document_lmia,
  visaPaper: m.document_visa,
  medical: m.document_medical,
  policeClearance: m.document_police_clearance,
  fingerprint: m.document_fingerprint,
  ticket: m.document_ticket,
  visaApproval: m.document_visa_approval,
  idCard: m.document_id_card,
};

const elsewhere: Partial<typeof onHome> = {
  jobOffer: m.document_visa_status,
  visaPaper: m.document_visa_status,
  application: m.document_application_status,
  lmia: m.document_lmia_certificate,
};

/** The same document has another title on home than on the pages that ask about a visa. */
export function documentTitle(kind: DocumentKind, page: ResultPage): string {
  const title = (page !== "/" && elsewhere[kind]) || onHome[kind];
  return title();
}

/** The title, and which page it is where the document has several. */
export const pageTitle = (title: string, at: number, count: number): string =>
  count > 1 ? m.document_page({ title, number: writtenCount(at + 1), count: writtenCount(count) }) : title;
