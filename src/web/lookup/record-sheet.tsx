import type { ReactNode } from "react";
import { proofAddress, slipAddress, slipLanguages } from "#core/images/image-links.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { languageNames } from "#core/settings/languages.ts";
import { inLanguage } from "#i18n/offered-locales.ts";
import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { type LookupInput, ReportThis } from "./lookup-form.tsx";
import { PageImage } from "./page-image.tsx";
import { DocumentList, hasOffices, kindsShown, officesToAsk } from "./documents.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { canBeReached, WaysToReach } from "../frame/site/site-operator.tsx";
import { RecordNumber } from "./document-number.tsx";
import { SendSite } from "./send-site.tsx";

type RecordSheetProps = {
  record: PublicRecord;
  input: LookupInput;
  page: ResultPage;
  site: SiteFacts;
  places: OfficialPlaces;
  /** The current day on the server's clock. */
  today: string;
  /** True on the holder's page, where nobody searched and reports have their own form. */
  isOwn?: boolean;
};

/** Shows a record. A record shown by a share code has no slip and no proof. */
export function RecordSheet({ record, input, page, site, places, today, isOwn = false }: RecordSheetProps) {
  const kinds = kindsShown(record, page);
  const isOfCode = record.imageGrant.ofCode === true;
  return (
    <article className="record sheet rounded-md bg-surface p-4 text-ink min-[22rem]:p-5 sm:p-10">
      <Head record={record} operator={site.operator} isAnswer={!isOwn && !isOfCode} />
      <NotSaid operator={site.operator} leadsToOffices={hasOffices(kinds, places)} />
      <Particulars record={record} searchedNumber={input.number} isSearched={!isOwn && !isOfCode} />
      <DocumentList searchedNumber={input.number} {...{ record, kinds, page, site, places, today }} />
      <div className="screen-only mt-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-4 text-16">
        {!isOfCode && (
          <>
            <SaveSlip record={record} searchedNumber={input.number} />
            <a href={proofAddress(record.id, record.imageGrant)} className="link-button">
              {m.save_proof()}
            </a>
          </>
        )}
        <SendSite site={site} />
        <button type="button" data-print="" className="link-button hidden scripted:inline-flex">
          {m.print()}
        </button>
        {!isOwn && <ReportThis />}
      </div>
    </article>
  );
}

/** Links to the slip, in each language that its readers may need. */
const SaveSlip = ({ record, searchedNumber }: Pick<RecordSheetProps, "record"> & { searchedNumber: string }) => (
  <p className="flex flex-wrap items-center gap-x-3">
    {m.save_slip()}
    {slipLanguages.map((language) => (
      <a
        key={language}
        href={slipAddress(record.id, record.imageGrant, { language, number: kindOfNumber(record, searchedNumber) })}
        className="link-button"
        {...inLanguage(language)}
      >
        {languageNames[language]}
      </a>
    ))}
  </p>
);

const kindOfNumber = ({ irccNumber }: PublicRecord, searchedNumber: string) =>
  canonicalNumber(searchedNumber) === irccNumber ? "ircc" : "passport";

type HeadProps = { record: PublicRecord; operator: SiteFacts["operator"]; isAnswer: boolean };

function Head({ record, operator, isAnswer }: HeadProps) {
  const [photo] = record.documents.photo ?? [];
  const [published, changed] = [writtenMoment(record.publishedAt), writtenMoment(record.changedAt)];
  return (
    <div className="record-head">
      <div className="min-w-0">
        <h2 {...(isAnswer && { tabIndex: -1, autoFocus: true })} className="text-28 wrap-anywhere sm:text-36">
          {record.name}
        </h2>
        <p className="mt-1">{m.published_by({ operator: operator.name, date: published })}</p>
        {changed !== published && <p className="text-16 text-quiet">{m.last_changed({ date: changed })}</p>}
      </div>
      {photo && <PageImage page={photo} grant={record.imageGrant} describedAs={m.photo_of({ name: record.name })} />}
    </div>
  );
}

/** Says before the record's content what the record does not prove, and whom to ask. */
const NotSaid = ({ operator, leadsToOffices }: { operator: SiteFacts["operator"]; leadsToOffices: boolean }) => (
  <section className="not-said mt-6">
    <h3 className="text-18">{m.not_said()}</h3>
    <p className="mt-1">{m.not_said_accepted({ operator: operator.name })}</p>
    <p className="mt-1">{m.not_said_ask()}</p>
    {leadsToOffices && (
      <a href={`#${officesToAsk}`} className="screen-only inline-flex min-h-11 items-center">
        {m.ask_the_office()}
      </a>
    )}
    <p className="mt-1 font-semibold">{m.not_said_money()}</p>
    {canBeReached(operator) && (
      <>
        <p className="mt-2">{m.not_said_operator({ operator: operator.name })}</p>
        <WaysToReach operator={operator} />
      </>
    )}
  </section>
);

type ParticularsProps = Pick<RecordSheetProps, "record"> & { searchedNumber: string; isSearched: boolean };

const Particulars = ({ record, searchedNumber, isSearched }: ParticularsProps) => (
  <dl className="mt-8 border-t border-line">
    <Particular term={isSearched ? m.number_asked() : m.passport_number()}>
      <RecordNumber number={searchedNumber} />
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
