import type { ReactNode } from "react";
import type { Particulars } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { RecordNumber } from "../../lookup/document-number.tsx";
import { documentTitle } from "../../lookup/documents.tsx";
import { DocumentImage, type ShownImage } from "./document-image.tsx";
import { StateWord } from "#design/page/state-label.tsx";

export type StaffRecord = {
  id: string;
  version: number;
  name: string;
  particulars: Omit<Particulars, "name">;
  publicState: PublicState;
  /** Why it was sent back. */
  returnReason: string;
  /** Nobody's name where there is no account of theirs any more. */
  added: { on: string; by: string | null };
  approvedOn: string | null;
  photo: ShownImage | null;
  documents: readonly {
    kind: DocumentKind;
    /** Kept from visitors by the settings. */
    isForStaff: boolean;
    pages: readonly ShownImage[];
  }[];
  /** The kinds of document that are not in it. */
  missing: readonly DocumentKind[];
};

type StaffRecordProps = {
  record: StaffRecord;
  /** What can be done with it, below its particulars. */
  children: ReactNode;
};

/** All of a record at once: what was typed stays in sight on one side, the documents that must say the same are beside it. */
export const StaffRecordView = ({ record, children }: StaffRecordProps) => (
  <div className="grid grid-cols-1 gap-x-10 gap-y-6 min-[56rem]:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)]">
    {/* The padding is room for the rings of what has the focus. */}
    <div className="grid content-start gap-4 min-[56rem]:sticky min-[56rem]:top-[calc(var(--bar)+1rem)] min-[56rem]:-m-1 min-[56rem]:max-h-[calc(100svh-var(--bar)-2rem)] min-[56rem]:overflow-y-auto min-[56rem]:p-1">
      <Head {...record} />
      <TypedParts name={record.name} {...record.particulars} />
      {children}
    </div>
    <Documents {...record} />
  </div>
);

/** The face, and how the record stands. */
const Head = ({ name, photo, publicState, returnReason, added, approvedOn }: StaffRecord) => (
  <div className="flex gap-4">
    {photo && (
      <div className="w-28 shrink-0">
        <DocumentImage image={photo} describedAs={m.photo_of({ name })} sizes="7rem" />
      </div>
    )}
    <div className="grid min-w-0 content-start gap-1">
      <p className="font-semibold">
        <StateWord publicState={publicState} />
      </p>
      <p className="text-quiet">
        {added.by === null ? m.added_on({ date: added.on }) : m.added_on_by({ date: added.on, name: added.by })}
      </p>
      {approvedOn !== null && <p className="text-quiet">{m.approved_on({ date: approvedOn })}</p>}
      {returnReason !== "" && <p className="wrap-anywhere">{m.sent_back_because({ reason: returnReason })}</p>}
    </div>
  </div>
);

const TypedParts = (typed: Particulars) => (
  <dl className="border-t border-line">
    <Term term={m.record_name()}>{typed.name}</Term>
    <Term term={m.passport_number()}>
      <RecordNumber number={typed.passportNumber} />
    </Term>
    <Term term={m.ircc_number()}>
      <RecordNumber number={typed.irccNumber} />
    </Term>
    <Term term={m.father_name()}>{typed.fatherName}</Term>
    <Term term={m.mother_name()}>{typed.motherName}</Term>
    <Term term={m.permanent_address()}>{typed.address}</Term>
    <Term term={m.nationality()}>{typed.nationality}</Term>
  </dl>
);

/** What is empty is said, so that nobody takes it for overlooked. */
const Term = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="border-b border-line py-1.5 leading-[1.35]">
    <dt className="text-14 text-quiet">{term}</dt>
    <dd className="wrap-anywhere">
      {children === "" ? <span className="text-quiet">{m.left_empty()}</span> : children}
    </dd>
  </div>
);

const Documents = ({ documents, missing }: StaffRecord) => (
  <section aria-label={m.documents_heading()} className="grid content-start gap-4">
    {documents.length > 0 && (
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-5 gap-y-6">
        {documents.flatMap(({ kind, isForStaff, pages }) =>
          pages.map((image, at) => (
            <PageItem key={`${kind} ${at}`} words={pageWords(kind, at, pages.length)} {...{ isForStaff, image }} />
          )),
        )}
      </ul>
    )}
    {missing.length > 0 && (
      <p className="max-w-prose text-quiet">
        {m.documents_missing({ documents: missing.map((kind) => documentTitle(kind, "/")).join(" · ") })}
      </p>
    )}
  </section>
);

function pageWords(kind: DocumentKind, at: number, count: number): string {
  const title = documentTitle(kind, "/");
  return count > 1 ? m.document_page({ title, number: writtenCount(at + 1), count: writtenCount(count) }) : title;
}

type PageItemProps = { words: string; isForStaff: boolean; image: ShownImage };

const PageItem = ({ words, isForStaff, image }: PageItemProps) => (
  <li className="grid content-start gap-1">
    <p className="leading-snug">
      <span className="font-semibold">{words}</span>
      {isForStaff && <span className="block text-14 text-quiet">{m.document_for_staff()}</span>}
    </p>
    <DocumentImage image={image} describedAs={words} sizes="(width >= 64rem) 16rem, 90vw" />
  </li>
);
