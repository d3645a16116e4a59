import type { ReactNode } from "react";
import { type DocumentKind, type ResultPage, documentKinds, kindsOnPage } from "#core/candidates/document-kinds.ts";
import type { PublicCandidate } from "#core/candidates/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
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
      <div className="mt-6 grid gap-8 lg:grid-cols-[3fr_2fr] lg:gap-12">
        <Particulars candidate={candidate} asked={asked} />
        <Papers documents={candidate.documents} page={page} />
      </div>
      <p className="mt-8 max-w-2xl text-16 text-quiet">{m.cannot_know({ operator: operator.name })}</p>
    </article>
  );
}

function Particulars({ candidate, asked }: Pick<RecordSheetProps, "candidate" | "asked">) {
  return (
    <dl className="border-t border-line">
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
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Papers({ documents, page }: { documents: PublicCandidate["documents"]; page: ResultPage }) {
  const kinds = kindsOnPage(page, new Set(documentKinds.filter((kind) => pageCount(documents, kind) > 0)));
  return (
    <section>
      <h3 className="text-22">{m.papers()}</h3>
      {kinds.length === 0 && <p className="mt-2">{m.no_papers()}</p>}
      <ul className="mt-3 grid gap-2">
        {kinds.map((kind) => (
          <Paper key={kind} title={paperTitle(kind, page)} pages={pageCount(documents, kind)} />
        ))}
      </ul>
    </section>
  );
}

const pageCount = (documents: PublicCandidate["documents"], kind: DocumentKind) => documents[kind]?.length ?? 0;

const Paper = ({ title, pages }: { title: string; pages: number }) => (
  <li className="flex items-baseline justify-between gap-4 rounded-sm border border-line bg-sunk px-4 py-3">
    <span className="min-w-0">{title}</span>
    <span className="shrink-0 text-16 text-quiet">{m.paper_pages({ count: pages, written: writtenCount(pages) })}</span>
  </li>
);
