import type { ReactNode } from "react";
import type { Particulars } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { RecordNumber } from "../../lookup/document-number.tsx";
import { documentTitle } from "../../lookup/documents.tsx";
import { type Scan, DocumentImage } from "../frame/document-thumb.tsx";
import { StateWord } from "#design/page/state-label.tsx";

type StaffDocument = {
  kind: DocumentKind;
  /** Kept from visitors by the settings. */
  isForStaff: boolean;
  pages: readonly Scan[];
};

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
  photo: Scan | null;
  papers: readonly StaffDocument[];
  /** The kinds of paper that are not in it. */
  missing: readonly DocumentKind[];
};

type StaffRecordProps = {
  record: StaffRecord;
  /** What can be done with it, below its particulars. */
  children: ReactNode;
};

/** All of a record at once: what was typed on one side, the papers that must say the same beside it. */
export const StaffRecordView = ({ record, children }: StaffRecordProps) => (
  <div className="record-file">
    <div className="grid content-start gap-4">
      <Head record={record} />
      <TypedParts record={record} />
      {children}
    </div>
    <Uploads record={record} />
  </div>
);

/** The face, and how the record stands. */
const Head = ({
  record: { name, photo, publicState, returnReason, added, approvedOn },
}: Pick<StaffRecordProps, "record">) => (
  <div className="flex gap-4">
    {photo && (
      <div className="w-28 shrink-0">
        <DocumentImage scan={photo} describedAs={m.photo_of({ name })} sizes="7rem" />
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

function TypedParts({ record: { name, particulars } }: Pick<StaffRecordProps, "record">) {
  const { passportNumber, irccNumber, fatherName, motherName, address, nationality } = particulars;
  return (
    <dl className="record-terms">
      <Term term={m.record_name()}>{name}</Term>
      <Term term={m.passport_number()}>
        <RecordNumber number={passportNumber} />
      </Term>
      <Term term={m.ircc_number()}>
        <RecordNumber number={irccNumber} />
      </Term>
      <Term term={m.father_name()}>{fatherName}</Term>
      <Term term={m.mother_name()}>{motherName}</Term>
      <Term term={m.permanent_address()}>{address}</Term>
      <Term term={m.nationality()}>{nationality}</Term>
    </dl>
  );
}

/** What is empty is said, so that nobody takes it for overlooked. */
const Term = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children === "" ? <span className="text-quiet">{m.left_empty()}</span> : children}</dd>
  </div>
);

const Uploads = ({ record: { papers, missing } }: Pick<StaffRecordProps, "record">) => (
  <section aria-label={m.documents_heading()} className="grid content-start gap-4">
    {papers.length > 0 && (
      <ul className="record-papers">
        {papers.flatMap(({ kind, isForStaff, pages }) =>
          pages.map((scan, at) => (
            <UploadItem key={`${kind} ${at}`} {...{ kind, isForStaff, scan, at, of: pages.length }} />
          )),
        )}
      </ul>
    )}
    {missing.length > 0 && (
      <p className="max-w-prose text-quiet">
        {m.documents_missing({ papers: missing.map((kind) => documentTitle(kind, "/")).join(" · ") })}
      </p>
    )}
  </section>
);

type UploadItemProps = Pick<StaffDocument, "kind" | "isForStaff"> & { scan: Scan; at: number; of: number };

function UploadItem({ kind, isForStaff, scan, at, of }: UploadItemProps) {
  const title = documentTitle(kind, "/");
  const words = of > 1 ? m.document_page({ title, number: writtenCount(at + 1), count: writtenCount(of) }) : title;
  return (
    <li className="grid content-start gap-1">
      <p className="leading-snug">
        <span className="font-semibold">{words}</span>
        {isForStaff && <span className="block text-14 text-quiet">{m.document_for_staff()}</span>}
      </p>
      <DocumentImage scan={scan} describedAs={words} sizes="(width >= 64rem) 16rem, 90vw" />
    </li>
  );
}
