import type { ReactNode } from "react";
import type { DocumentPage } from "#core/candidates/candidate.ts";
import { type DocumentKind, type ResultPage, documentKinds, kindsOnPage } from "#core/candidates/document-kinds.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { PublicCandidate } from "#core/candidates/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { LinkedPageImage, PageImage } from "./page-image.tsx";
import { PaperNumber } from "./paper-number.tsx";
import { paperTitle } from "./paper-titles.ts";
import type { Operator } from "./ways-to-reach.tsx";

type RecordSheetProps = { candidate: PublicCandidate; asked: string; operator: Operator; page: ResultPage };

export function RecordSheet({ candidate, asked, operator, page }: RecordSheetProps) {
  return (
    <article className="sheet rounded-sm bg-surface p-5 text-ink sm:p-10">
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.found_statement({ operator: operator.name, date: writtenMoment(candidate.publishedAt) })}
      </h2>
      <div className="mt-6 grid gap-8">
        <div className="flex flex-col gap-6 sm:flex-row sm:gap-10">
          <Portrait candidate={candidate} />
          <Particulars candidate={candidate} asked={asked} />
        </div>
        <Papers candidate={candidate} page={page} />
      </div>
      <p className="mt-8 max-w-2xl text-16 text-quiet">{m.cannot_know({ operator: operator.name })}</p>
    </article>
  );
}

function Portrait({ candidate: { name, documents, imageGrant } }: Pick<RecordSheetProps, "candidate">) {
  const [photo] = documents.photo ?? [];
  if (!photo || !imageGrant) return null;
  return (
    <div className="w-full max-w-[205px] shrink-0">
      <PageImage page={photo} grant={imageGrant} describedAs={m.photo_of({ name })} />
    </div>
  );
}

function Particulars({ candidate, asked }: Pick<RecordSheetProps, "candidate" | "asked">) {
  return (
    <dl className="min-w-0 grow border-t border-line">
      <Particular term={m.number_asked()}>
        <PaperNumber number={asked} />
      </Particular>
      <Particular term={m.candidate_name()}>{candidate.name}</Particular>
      <Particular term={m.father_name()}>{candidate.fatherName}</Particular>
      <Particular term={m.mother_name()}>{candidate.motherName}</Particular>
      <Particular term={m.permanent_address()}>{candidate.address}</Particular>
      <Particular term={m.nationality()}>{candidate.nationality}</Particular>
    </dl>
  );
}

function Particular({ term, children }: { term: string; children: ReactNode }) {
  if (children === "") return null;
  return (
    <div className="grid border-b border-line py-3 sm:grid-cols-[11rem_1fr] sm:items-baseline sm:gap-4">
      <dt className="text-16 text-quiet">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Papers({ candidate: { documents, imageGrant }, page }: Pick<RecordSheetProps, "candidate" | "page">) {
  const kinds = kindsOnPage(page, new Set(documentKinds.filter((kind) => pageCount(documents, kind) > 0)));
  return (
    <section>
      <h3 className="text-22">{m.papers()}</h3>
      {kinds.length === 0 && <p className="mt-2">{m.no_papers()}</p>}
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4">
        {kinds.map((kind) => (
          <Paper key={kind} title={paperTitle(kind, page)} pages={documents[kind] ?? []} grant={imageGrant} />
        ))}
      </ul>
    </section>
  );
}

const pageCount = (documents: PublicCandidate["documents"], kind: DocumentKind) => documents[kind]?.length ?? 0;

type PaperProps = { title: string; pages: readonly DocumentPage[]; grant: ImageGrant | null };

const Paper = ({ title, pages, grant }: PaperProps) => (
  <li className="flex flex-col rounded-sm border border-line bg-sunk p-3 sm:p-4">
    <p className="flex grow flex-col">
      <span className="min-w-0">{title}</span>
      <span className="shrink-0 text-16 text-quiet">
        {m.paper_pages({ count: pages.length, written: writtenCount(pages.length) })}
      </span>
    </p>
    {grant && (
      <div className={`mt-3 grid gap-2 ${pages.length > 1 ? "grid-cols-2" : ""}`}>
        {pages.map((page, at) => (
          <LinkedPageImage
            key={page.image}
            page={page}
            grant={grant}
            describedAs={m.paper_page({ title, number: writtenCount(at + 1) })}
          />
        ))}
      </div>
    )}
  </li>
);
