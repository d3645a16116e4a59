import type { ReactNode } from "react";
import type { CandidateRecord, DocumentPage, Particulars } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds, kindsIn } from "#core/records/document-kinds.ts";
import { type LastDay, lastDayOn } from "#core/records/last-days.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { documentTitle, pageTitle } from "#i18n/document-titles.ts";
import { LastDayLine } from "../../lookup/last-day-line.tsx";
import { LinkedImage } from "../../lookup/page-image.tsx";
import { CopiedNumber } from "./record-mark.tsx";
import { StateWord } from "#design/page/state-label.tsx";

type ShownBeside = {
  typed: Particulars;
  /** The names of accounts, by account id. */
  names: ReadonlyMap<string, string>;
  /** The document kinds that visitors see. */
  shownKinds: readonly DocumentKind[];
  today: string;
};

export function shownRecord(record: CandidateRecord, { typed, names, shownKinds, today }: ShownBeside) {
  const { id, version, approval, approvedAt, approvedBy, documents, lastDays } = record;
  const { name, ...particulars } = typed;
  const [photo] = documents.photo ?? [];
  const kinds = documentKinds.filter((kind) => kind !== "photo");
  const keptFromVisitors = (kind: DocumentKind) => {
    if (!shownKinds.includes(kind)) return "settings";
    return record.keptBack.includes(kind) ? "holder" : null;
  };
  const present = kindsIn(documents, kinds);
  return {
    id,
    version,
    name,
    particulars,
    publicState: publicStateOf(record),
    isReturned: approval === "returned",
    returnReason: record.returnReason,
    added: { on: writtenMoment(record.addedAt), by: names.get(record.addedBy) ?? null },
    approved:
      approval === "approved" && approvedAt !== null
        ? { on: writtenMoment(approvedAt), by: names.get(approvedBy ?? "") ?? null }
        : null,
    photo: photo ? { ...shownImage(photo), keptFromVisitors: keptFromVisitors("photo") } : null,
    documents: present.map((kind) => ({
      kind,
      lastDay: lastDays[kind] ? lastDayOn(lastDays[kind], today) : null,
      keptFromVisitors: keptFromVisitors(kind),
      pages: (documents[kind] ?? []).map(shownImage),
    })),
    missing: kinds.filter((kind) => !present.includes(kind)),
  };
}

/** URLs without a signature: staff are known by their session. The images are at most 480 and 2,000 px wide. */
const shownImage = ({ image, width, height }: DocumentPage) => ({
  small: imageAddress(image, "list", null),
  large: imageAddress(image, "reading", null),
  width,
  height,
});

export type StaffRecord = ReturnType<typeof shownRecord>;
type ShownImage = ReturnType<typeof shownImage>;

type StaffRecordProps = {
  record: StaffRecord;
  children: ReactNode;
};

/**
 * Shows a whole record. The actions and the particulars stay in view on one side, beside the documents with which the user
 * compares them. On a phone the actions come last: a user who decides has then passed the documents.
 */
export const StaffRecordView = ({ record, children }: StaffRecordProps) => (
  <div className="grid grid-cols-1 gap-x-10 gap-y-6 min-[56rem]:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)]">
    {/* The padding leaves room for focus rings. */}
    <div className="content-start gap-4 max-[56rem]:contents min-[56rem]:sticky min-[56rem]:top-[calc(var(--bar)+1rem)] min-[56rem]:-m-1 min-[56rem]:grid min-[56rem]:max-h-[calc(100svh-var(--bar)-var(--lower-edge,0px)-2rem)] min-[56rem]:overflow-y-auto min-[56rem]:p-1">
      <Head {...record} />
      <div className="max-[56rem]:order-1">{children}</div>
      <TypedParts name={record.name} {...record.particulars} />
    </div>
    <Documents {...record} />
  </div>
);

const Head = ({ name, photo, publicState, added, approved }: StaffRecord) => (
  <div className="flex gap-4">
    {photo && (
      <div className="w-28 shrink-0">
        <DocumentImage image={photo} describedAs={m.photo_of({ name })} sizes="7rem" />
        <KeptFromVisitors by={photo.keptFromVisitors} />
      </div>
    )}
    <div className="grid min-w-0 content-start gap-1">
      <p className="font-semibold">
        <StateWord publicState={publicState} />
      </p>
      <p className="text-quiet">
        {added.by === null ? m.added_on({ date: added.on }) : m.added_on_by({ date: added.on, name: added.by })}
      </p>
      {approved && (
        <p className="text-quiet">
          {approved.by === null
            ? m.approved_on({ date: approved.on })
            : m.approved_on_by({ date: approved.on, name: approved.by })}
        </p>
      )}
    </div>
  </div>
);

const TypedParts = (typed: Particulars) => (
  <dl className="border-t border-line">
    <Term term={m.record_name()}>{typed.name}</Term>
    <Term term={m.passport_number()}>{typed.passportNumber && <CopiedNumber number={typed.passportNumber} />}</Term>
    <Term term={m.ircc_number()}>{typed.irccNumber && <CopiedNumber number={typed.irccNumber} />}</Term>
    <Term term={m.father_name()}>{typed.fatherName}</Term>
    <Term term={m.mother_name()}>{typed.motherName}</Term>
    <Term term={m.permanent_address()}>{typed.address}</Term>
    <Term term={m.nationality()}>{typed.nationality}</Term>
  </dl>
);

/** Says so if a value is empty, so that it does not look forgotten. */
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
        {documents.flatMap(({ kind, lastDay, keptFromVisitors, pages }) =>
          pages.map((image, at) => (
            <PageItem
              key={`${kind} ${at}`}
              words={pageTitle(documentTitle(kind, "/"), at, pages.length)}
              {...{ keptFromVisitors, image }}
              lastDay={at === 0 ? lastDay : null}
            />
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

type KeptBy = StaffRecord["documents"][number]["keptFromVisitors"];

const KeptFromVisitors = ({ by }: { by: KeptBy }) =>
  by && <p className="text-14 text-quiet">{by === "holder" ? m.document_kept_by_holder() : m.document_for_staff()}</p>;

type PageItemProps = { words: string; lastDay: LastDay | null; keptFromVisitors: KeptBy; image: ShownImage };

const PageItem = ({ words, lastDay, keptFromVisitors, image }: PageItemProps) => (
  <li className="grid content-start gap-1">
    <div className="leading-snug">
      <p className="font-semibold">{words}</p>
      {lastDay && <LastDayLine {...lastDay} />}
      <KeptFromVisitors by={keptFromVisitors} />
    </div>
    <DocumentImage image={image} describedAs={words} sizes="(width >= 64rem) 16rem, 90vw" />
  </li>
);

type DocumentImageProps = {
  image: ShownImage;
  describedAs: string;
  /** The width of the image on the page, as in the `sizes` attribute. */
  sizes: string;
};

const DocumentImage = ({ image: { small, ...image }, ...shown }: DocumentImageProps) => (
  <LinkedImage {...shown} {...image} src={small} srcSet={`${small} 480w, ${image.large} 2000w`} />
);
