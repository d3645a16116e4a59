import type { ReactNode } from "react";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Particulars } from "#core/records/record-details.ts";
import { lastDayOn } from "#core/records/last-days.ts";
import { type OwnAudience, usedOf } from "#core/own-fields/own-field.ts";
import { type AnyKind, kindsHere } from "#core/own-fields/own-paper.ts";
import type { Settings } from "#core/settings/settings.ts";
import { isHeldBack } from "#core/records/visibility.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDay, writtenMoment } from "#i18n/written.ts";
import { staffTitle } from "#i18n/document-titles.ts";
import { ExternalLink } from "#design/external-link.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { Paper } from "../../sheet/paper.tsx";
import { PageImage } from "../../sheet/page-image.tsx";
import { Band, HeadTerm, Particular, factsIn } from "../../sheet/sheet-parts.tsx";
import { CopiedNumber } from "../record-list/record-mark.tsx";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import { titleOnSheet } from "#i18n/field-words.ts";
import { fieldsHere } from "#i18n/second-number.ts";

type ShownBeside = {
  typed: Particulars;
  /** The names of accounts, by account id. */
  names: ReadonlyMap<string, string>;
  settings: Pick<Settings, "ownFields" | "ownPapers" | "kindsOff" | "shownKinds" | "proposedOffices">;
  today: string;
};

export function shownRecord(record: CandidateRecord, { typed, names, settings, today }: ShownBeside) {
  const { id, version, approval, approvedAt, approvedBy, documents, lastDays } = record;
  const { name, ...particulars } = typed;
  const { ownFields, shownKinds } = settings;
  const ownPapers = usedOf(settings.ownPapers);
  const here = kindsHere(settings);
  const [photo] = (here.includes("photo") && documents.photo) || [];
  const all = here.filter((kind) => kind !== "photo");
  const seenBy = (kind: AnyKind): Readers => {
    const paper = ownPapers.find((own) => own.id === kind);
    const audience = paper?.audience ?? (shownKinds.some((shown) => shown === kind) ? "visitors" : "staff");
    return audience === "visitors" && isHeldBack(record, kind) ? "not-visitors" : audience;
  };
  const present = all.filter((kind) => (documents[kind] ?? []).length > 0);
  const lastDayOf = (kind: AnyKind) => {
    const hasNone = ownPapers.some((paper) => paper.id === kind && !paper.hasLastDay);
    return lastDays[kind] && !hasNone ? lastDayOn(lastDays[kind], today) : undefined;
  };
  return {
    id,
    version,
    name,
    particulars,
    own: usedOf(ownFields).map((field) => ({
      id: field.id,
      label: ownLabel(field),
      value: ownValueWords(field, record.own[field.id] ?? ""),
      seenBy:
        field.audience === "visitors" && record.ownKeptBack.includes(field.id)
          ? ("not-visitors" as const)
          : field.audience,
    })),
    publicState: publicStateOf(record),
    isReturned: approval === "returned",
    returnReason: record.returnReason,
    added: { on: writtenMoment(record.addedAt), by: names.get(record.addedBy) ?? null },
    approved:
      approval === "approved" && approvedAt !== null
        ? { on: writtenMoment(approvedAt), by: names.get(approvedBy ?? "") ?? null }
        : null,
    photo: photo ? { page: photo, seenBy: seenBy("photo") } : null,
    documents: present.map((kind) => ({
      kind,
      title: staffTitle(kind, ownPapers),
      lastDay: lastDayOf(kind),
      seenBy: seenBy(kind),
      pages: documents[kind] ?? [],
      unseenOffices: settings.proposedOffices
        .filter((office) => office.kind === kind && office.looked === null)
        .map(({ label, labels, to }) => ({ to, label: ownLabel({ labels: { en: label, ...labels } }) })),
    })),
    /** A last day may be known before its document is there. */
    missing: all
      .filter((kind) => !present.includes(kind))
      .map((kind) => ({ title: staffTitle(kind, ownPapers), lastDay: lastDayOf(kind) })),
  };
}

export type StaffRecord = ReturnType<typeof shownRecord>;

type StaffSheetProps = {
  /** Such as who added the record, and when. */
  title: string;
  state?: ReactNode;
  name: string;
  particulars: StaffRecord["particulars"];
  /** `seenBy` is left out while the record is typed. */
  own: readonly { id: string; label: string; value: string; seenBy?: Readers }[];
  photo: ReactNode;
  /** Stands below the photo. */
  note?: ReactNode;
  /** Stands for a value that is empty, so that it does not look forgotten. */
  empty: ReactNode;
  children?: ReactNode;
};

/** The sheet that visitors see, with the particulars as staff typed them. The documents may stand in it or beside it. */
export const StaffSheet = ({ title, state, name, particulars, own, photo, note, empty, children }: StaffSheetProps) => (
  <article className="record sheet">
    <Band title={title}>
      {state}
      <div className="record-head">
        {photo}
        <dl className="grid min-w-0 content-start gap-3">
          <HeadTerm term={m.record_name()}>{name || empty}</HeadTerm>
          <HeadTerm term={m.passport_number()}>
            {particulars.passportNumber ? <CopiedNumber number={particulars.passportNumber} /> : empty}
          </HeadTerm>
          {fieldsHere(["irccNumber"] as const).map((field) => (
            <HeadTerm key={field} term={titleOnSheet(field)}>
              {particulars[field] ? <CopiedNumber number={particulars[field]} /> : empty}
            </HeadTerm>
          ))}
        </dl>
      </div>
      {note}
    </Band>
    {children}
    <dl className="facts">
      {factsIn(fieldNames).map((field) => (
        <Particular key={field} term={titleOnSheet(field)}>
          {particulars[field] || empty}
        </Particular>
      ))}
      {own.map(({ id, label, value, seenBy }) => (
        <Particular key={id} term={<bdi>{label}</bdi>}>
          {value !== "" && (
            <>
              <bdi className="whitespace-pre-line">{value}</bdi>
              {seenBy && <SeenBy who={seenBy} />}
            </>
          )}
        </Particular>
      ))}
    </dl>
  </article>
);

type Readers = OwnAudience | "not-visitors";

const readerWords: Record<Exclude<Readers, "visitors">, () => string> = {
  staff: m.own_field_seen_by_staff,
  holder: m.own_field_seen_by_holder,
  "not-visitors": m.document_kept_by_holder,
};

const SeenBy = ({ who }: { who: Readers }) =>
  who !== "visitors" && <p className="text-14 text-quiet">{readerWords[who]()}</p>;

/** What the sheet of a stored record shows. */
export function sheetOf({ name, particulars, own, photo, publicState, added, approved }: StaffRecord): StaffSheetProps {
  return {
    name,
    particulars,
    own,
    title: approved ? approvedWords(approved) : addedWords(added),
    state: (
      <div>
        <StateWord publicState={publicState} />
      </div>
    ),
    note: photo && <PaperSeenBy who={photo.seenBy} />,
    photo: photo && <PageImage page={photo.page} grant={null} describedAs={m.photo_of({ name })} saysWait />,
    empty: <span className="text-quiet">{m.left_empty()}</span>,
  };
}

const addedWords = ({ on, by }: StaffRecord["added"]) =>
  by === null ? m.added_on({ date: on }) : m.added_on_by({ date: on, name: by });

const approvedWords = ({ on, by }: NonNullable<StaffRecord["approved"]>) =>
  by === null ? m.approved_on({ date: on }) : m.approved_on_by({ date: on, name: by });

type WithRecord = { record: StaffRecord };

/** The documents as the strip of the sheet. */
export const StaffPapers = ({ record }: WithRecord) => (
  <section>
    <h3 className="sr-only">{m.documents_heading()}</h3>
    {record.documents.length > 0 && (
      <ul className="papers">
        <EachPaper record={record} />
      </ul>
    )}
    <MissingPapers record={record} />
  </section>
);

type EachPaperProps = WithRecord & { sizes?: string; idOf?: (kind: AnyKind) => string };

export const EachPaper = ({ record: { documents }, sizes, idOf }: EachPaperProps) =>
  documents.map(({ kind, title, lastDay, seenBy, pages, unseenOffices }, at) => (
    <Paper
      key={kind}
      {...{ kind, title, lastDay, pages, sizes }}
      {...(idOf && { id: idOf(kind) })}
      place={m.document_place({ number: writtenCount(at + 1), count: writtenCount(documents.length) })}
      grant={null}
      isFirst={at === 0}
    >
      <PaperSeenBy who={seenBy} />
      {unseenOffices.map(({ to, label }) => (
        <p key={to} className="text-14 text-quiet">
          <ExternalLink to={to}>{label}</ExternalLink> {m.sets_office_unseen()}
        </p>
      ))}
    </Paper>
  ));

export const MissingPapers = ({ record: { missing } }: WithRecord) =>
  missing.length > 0 && (
    <p className="max-w-prose text-16 text-quiet">
      {m.documents_missing({ documents: missing.map(missingWords).join(" · ") })}
    </p>
  );

function missingWords({ title, lastDay }: StaffRecord["missing"][number]): string {
  if (!lastDay) return title;
  const date = writtenDay(lastDay.day);
  return `${title} (${lastDay.hasEnded ? m.document_over({ date }) : m.document_last_day({ date })})`;
}

export const PaperSeenBy = ({ who }: { who: Readers }) =>
  who === "staff" ? <p className="text-14 text-quiet">{m.document_for_staff()}</p> : <SeenBy who={who} />;
