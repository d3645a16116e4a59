import type { ReactNode } from "react";
import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMinute, writtenMoment } from "#i18n/written.ts";
import { type Asked, ReportThis } from "./lookup-form.tsx";
import { PageImage } from "./page-image.tsx";
import { DocumentList } from "./documents.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { RecordNumber } from "./document-number.tsx";

type RecordSheetProps = {
  record: PublicRecord;
  asked: Asked;
  checkedAt: number;
  page: ResultPage;
  site: SiteFacts;
  places: OfficialPlaces;
};

export function RecordSheet({ record, asked, checkedAt, page, site, places }: RecordSheetProps) {
  const { operator } = site;
  const [photo] = record.documents.photo ?? [];
  return (
    <article className="sheet rounded-md bg-surface p-4 text-ink min-[22rem]:p-5 sm:p-10">
      <Masthead site={site} checkedAt={checkedAt} />
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.found_statement({ operator: operator.name, date: writtenMoment(record.publishedAt) })}
      </h2>
      <p className="mt-1 text-quiet">{m.last_changed({ date: writtenMoment(record.changedAt) })}</p>
      {asked.name !== "" && !site.isGuarded && <p className="mt-1 text-quiet">{m.name_not_compared()}</p>}
      <div className="mt-8 flex flex-col gap-x-10 gap-y-6 sm:flex-row sm:items-start print:flex-row">
        {photo && record.imageGrant && (
          <div className="w-[205px] max-w-full flex-none">
            <PageImage page={photo} grant={record.imageGrant} describedAs={m.photo_of({ name: record.name })} />
          </div>
        )}
        <Particulars record={record} asked={asked.number} />
      </div>
      <DocumentList record={record} page={page} places={places} />
      <p className="mt-8 max-w-2xl text-16 text-quiet">{m.cannot_know({ operator: operator.name })}</p>
      <div className="screen-only mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-4 text-16">
        <button type="button" data-print="" className="link-button hidden scripted:inline-flex">
          {m.print()}
        </button>
        <ReportThis />
      </div>
    </article>
  );
}

/** Names the operator and the time of the lookup. Only a print shows it, because a print is read without the page. */
const Masthead = ({ site: { operator, address }, checkedAt }: Pick<RecordSheetProps, "site" | "checkedAt">) => (
  <div className="print-only">
    <p>
      <strong>{operator.name}</strong>
      {operator.licence && <span>{m.licence({ licence: operator.licence })}</span>}
      <span>{m.not_government({ operator: operator.name })}</span>
    </p>
    <p>{m.checked_at({ address, time: writtenMinute(checkedAt) })}</p>
  </div>
);

const Particulars = ({ record, asked }: Pick<RecordSheetProps, "record"> & { asked: string }) => (
  <dl className="min-w-0 flex-1 border-t border-line">
    <Particular term={m.number_asked()}>
      <RecordNumber number={asked} />
    </Particular>
    <Particular term={m.record_name()}>{record.name}</Particular>
    <Particular term={m.father_name()}>{record.fatherName}</Particular>
    <Particular term={m.mother_name()}>{record.motherName}</Particular>
    <Particular term={m.permanent_address()}>{record.address}</Particular>
    <Particular term={m.nationality()}>{record.nationality}</Particular>
  </dl>
);

function Particular({ term, children }: { term: string; children: ReactNode }) {
  if (children === "") return null;
  return (
    <div className="grid border-b border-line py-2.5 md:grid-cols-[11rem_1fr] md:items-baseline md:gap-4">
      <dt className="text-16 text-quiet">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
