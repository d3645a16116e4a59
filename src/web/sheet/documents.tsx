import type { ReactNode } from "react";
import { type AnyKind, isOwnPaper, type OwnPaperPage, ownPaperPages } from "#core/own-fields/own-paper.ts";
import { publicKinds, type ResultPage, kindsIn, kindsOnPage } from "#core/records/document-kinds.ts";
import type { PaperShown, PublicRecord, Unscanned } from "#core/records/visibility.ts";
import { hasIrccNumber } from "#i18n/reader-second-number.ts";
import { isOfCanada, officesFor } from "#core/settings/offices-for.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { lastDayOn } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { repeatForm } from "../lookup-form/lookup-form.tsx";
import type { DocumentPage } from "#core/records/record-details.ts";
import { checksumsAddress, type ImageGrant } from "#core/images/image-links.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { messageCount, writtenCount } from "#i18n/written.ts";
import { ExternalLink } from "#design/external-link.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { canBeReached, licenceLine, WaysToReach } from "../frame/site/site-operator.tsx";
import { translatedLabel } from "../frame/menus/official-words.ts";
import { CompareTool } from "../compare/compare-tool.tsx";
import { pagesOnWideScreen, Paper } from "./paper.tsx";
import { StripArrows } from "./strip-arrows.tsx";

type DocumentListProps = {
  record: PublicRecord;
  /** What the page shows: what has ended, then the rest in the order of the page. */
  shown: readonly ShownDocument[];
  page: ResultPage;
  site: SiteFacts;
  /** The office's current day. */
  today: string;
};

/** A document of the program's kinds, or of one of the operator's own papers. Without pages, only its last day is known. */
export type ShownDocument = {
  kind: AnyKind;
  title: string;
  pages: readonly DocumentPage[];
  lastDay?: string | undefined;
};

/** True on a page for one paper that this record does not have: nobody may take the record for the paper. */
export const lacksItsPaper = (page: ResultPage, shown: readonly ShownDocument[]): boolean =>
  shown.length === 0 && !ownPaperPages.some((one) => one === page);

export function DocumentList({ record, shown, page, site, today }: DocumentListProps) {
  const { imageGrant } = record;
  const elsewhere = leftOut(record, shown);
  const next = ownPaperPages.find((one) => documentsOn(one, record).some(isAmong(elsewhere)));
  return (
    <section
      className="print:order-last print:break-before-page"
      data-checksums={imageGrant.ofCode ? undefined : checksumsAddress(record.id, imageGrant)}
    >
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-22">{m.documents_heading()}</h3>
        {pagesIn(shown) > pagesOnWideScreen && <StripArrows />}
      </div>
      {shown.length === 0 && elsewhere.length === 0 && <p className="mt-2">{m.no_documents()}</p>}
      {shown.length > 0 && (
        <Papers
          {...{ shown, today }}
          grant={imageGrant}
          agency={site.operator.name}
          belowCard={<CardOf {...site.operator} />}
        />
      )}
      {pagesIn(shown) > 0 && (
        <>
          <WhenLinksEnd />
          {!imageGrant.ofCode && <CompareTool titles={titlesOf(record, page)} />}
        </>
      )}
      {next && (
        <OtherDocuments
          count={elsewhere.length}
          isAll={documentsOn(next, record).length === allDocuments(record).length}
          next={next}
        />
      )}
    </section>
  );
}

const pagesIn = (shown: readonly ShownDocument[]) => shown.reduce((sum, { pages }) => sum + pages.length, 0);

type PapersProps = {
  shown: readonly ShownDocument[];
  today: string;
  grant: ImageGrant;
  agency: string;
  /** What stands below the operator's ID card. */
  belowCard?: ReactNode;
};

/** The strip of documents. */
export const Papers = ({ shown, today, grant, agency, belowCard }: PapersProps) => (
  <ul className="papers">
    {shown.map(({ kind, lastDay, ...document }, at) => (
      <Paper
        key={kind}
        {...{ ...document, kind, grant }}
        pagesBefore={pagesIn(shown.slice(0, at))}
        place={m.document_place({ number: writtenCount(at + 1), count: writtenCount(shown.length) })}
        lastDay={lastDay === undefined ? undefined : lastDayOn(lastDay, today)}
        isFirst={at === 0}
      >
        {kind === "idCard" && belowCard}
        {isOwnPaper(kind) && <p className="text-quiet">{m.written_by_agency({ agency })}</p>}
      </Paper>
    ))}
  </ul>
);

/** Titles of all shown documents of the record. A visitor's file may be of a document that this page leaves out. */
const titlesOf = ({ documents, papers }: PublicRecord, page: ResultPage) =>
  Object.fromEntries([
    ...publicKinds.filter((kind) => documents[kind]).map((kind) => [kind, documentTitle(kind, page)] as const),
    ...papers.map((paper) => [paper.id, ownLabel(paper)] as const),
  ]);

/** Kinds of the program in the order of the page, then the operator's own papers in the operator's. */
export const documentsOn = (page: ResultPage, record: PublicRecord): ShownDocument[] => [
  ...programDocumentsOn(page, record),
  ...papersAsShown(record.papers.filter(standsOn(page))),
  ...record.unscanned
    .filter((one) => (one.onPages ? standsOn(page)(one) : kindsOnPage(page, new Set([one.kind])).length > 0))
    .map((one) => withoutScan(one, page)),
];

/** The same, with own papers that stand on other pages. The first page shows all kinds of the program. */
export const allDocuments = (record: PublicRecord): ShownDocument[] => [
  ...programDocumentsOn("/", record),
  ...papersAsShown(record.papers),
  ...record.unscanned.map((one) => withoutScan(one, "/")),
];

const programDocumentsOn = (page: ResultPage, { documents, lastDays }: PublicRecord): ShownDocument[] =>
  kindsOnPage(page, new Set(kindsIn(documents))).map((kind) => ({
    kind,
    title: documentTitle(kind, page),
    pages: documents[kind] ?? [],
    lastDay: lastDays[kind],
  }));

export const papersAsShown = (papers: readonly PaperShown[]): ShownDocument[] =>
  papers.map(({ id, pages, lastDay, ...paper }) => ({ kind: id, title: ownLabel(paper), pages, lastDay }));

const standsOn =
  (page: ResultPage) =>
  ({ onPages }: Pick<PaperShown, "onPages">) =>
    onPages.some((one) => one === page);

const withoutScan = ({ kind, lastDay, ...paper }: Unscanned, page: ResultPage): ShownDocument => ({
  kind,
  title: isOwnPaper(kind) ? ownLabel({ labels: paper.labels ?? {} }) : documentTitle(kind, page),
  pages: [],
  lastDay,
});

const isAmong =
  (some: readonly ShownDocument[]) =>
  ({ kind }: ShownDocument) =>
    some.some((one) => one.kind === kind);

/** The documents that other pages show and this one does not. */
const leftOut = (record: PublicRecord, shown: readonly ShownDocument[]) =>
  allDocuments(record).filter((one) => !isAmong(shown)(one));

/** For visitors without scripts. With scripts, each image that fails to load shows a message itself. */
const WhenLinksEnd = () => (
  <div className="screen-only mt-6 flex flex-wrap items-center gap-x-4 text-16 text-quiet scripted:hidden">
    <p>{m.links_end()}</p>
    <button form={repeatForm} className="link-button">
      {m.show_again()}
    </button>
  </div>
);

/** The site itself writes whose ID card it is. */
const CardOf = (operator: SiteFacts["operator"]) => (
  <p className="text-14 text-quiet">
    {operator.name}
    {operator.licence && `, ${licenceLine(operator)}`}
  </p>
);

type OtherDocumentsProps = { count: number; next: OwnPaperPage; isAll: boolean };

/** Leads to a page with documents that this page leaves out. */
const OtherDocuments = ({ count, next, isAll }: OtherDocumentsProps) => (
  <div className="mt-6 flex flex-wrap items-center gap-x-4">
    <p>{m.documents_left_out(messageCount(count))}</p>
    <button form={repeatForm} formAction={next} className="link-button screen-only">
      {isAll ? m.documents_show_all() : m.documents_show_others()}
    </button>
  </div>
);

type WhomToAskProps = Pick<DocumentListProps, "shown" | "record"> & {
  site: Pick<SiteFacts, "operator" | "countryOfWork">;
  places: OfficialPlaces;
};

/** Lists each office of the record's countries once, with the documents that it can be asked about, and then the operator. */
export function WhomToAsk({ shown, places, site: { operator, countryOfWork }, record }: WhomToAskProps) {
  const offices = new Map<string, { label: string; about: string[] }>();
  const { irccNumber, documents, nationality } = record;
  const ofCanada = isOfCanada(hasIrccNumber() ? irccNumber : "", documents.lmia !== undefined);
  const ofWork = ofCanada ? "CA" : countryOfWork;
  for (const { kind, title } of shown) {
    for (const { label, labels, to } of officesFor({ nationality, ofWork }, places[kind] ?? [])) {
      const about = offices.get(to)?.about ?? [];
      offices.set(to, { label: translatedLabel(label, labels), about: [...about, title] });
    }
  }
  return (
    <section className="grid gap-1 sm:gap-2">
      <h3 className="screen-only text-22">{m.ask_the_office()}</h3>
      <p className="-mt-1 text-16 leading-snug">{m.not_said_ask()}</p>
      <ul className="screen-only grid gap-x-10 text-16 empty:hidden md:grid-cols-2">
        {[...offices].map(([to, { label, about }]) => (
          <li key={to} className="border-b border-line pb-1 leading-snug [&>a]:inline-block [&>a]:py-2">
            <ExternalLink to={to}>{label}</ExternalLink>
            <p className="leading-snug text-quiet">{about.join(" · ")}</p>
          </li>
        ))}
      </ul>
      {canBeReached(operator) && (
        <div>
          <p>{m.not_said_operator({ operator: operator.name })}</p>
          <WaysToReach operator={operator} />
        </div>
      )}
    </section>
  );
}
