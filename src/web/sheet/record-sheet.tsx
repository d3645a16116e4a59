import { Icon } from "#design/icon.tsx";
import download from "lucide/dist/esm/icons/download.mjs";
import fileText from "lucide/dist/esm/icons/file-text.mjs";
import printer from "lucide/dist/esm/icons/printer.mjs";
import user from "lucide/dist/esm/icons/user.mjs";
import type { ReactNode } from "react";
import { Collapsible } from "#design/collapsible.tsx";
import { isOn } from "#core/settings/features.ts";
import { proofAddress, slipAddress } from "#core/images/image-links.ts";
import { secondSpelling, soughtSpellings } from "#core/records/numbers.ts";
import { type Language, languageNames } from "#core/settings/languages.ts";
import { inLanguage, spokenLocale } from "#i18n/offered-locales.ts";
import type { ResultPage } from "#core/records/document-kinds.ts";
import { endedFirst, endedPapers } from "#core/records/last-days.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { fieldsWithout } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";
import { changedLater, publishedWords } from "#i18n/published-words.ts";
import { writtenDay, writtenMoment } from "#i18n/written.ts";
import { KeepAnswer, type LookupInput, ReportThis } from "../lookup-form/lookup-form.tsx";
import { PageImage } from "./page-image.tsx";
import { Band, factsIn, HeadTerm, NobodysPhoto, OwnParticulars, Particular, WrittenByAgency } from "./sheet-parts.tsx";
import { allDocuments, DocumentList, documentsOn, lacksItsPaper, type ShownDocument, WhomToAsk } from "./documents.tsx";
import { CompareWithPaper } from "./compare-with-paper.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { RecordNumber } from "./document-number.tsx";
import { pages } from "../pages.ts";
import { SendSite } from "./send-site.tsx";
import { titleOnSheet } from "#i18n/field-words.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";

type RecordSheetProps = {
  record: PublicRecord;
  input: LookupInput;
  page: ResultPage;
  site: SiteFacts;
  places: OfficialPlaces;
  /** The office's current day. */
  today: string;
  /** True if a notice above it takes the focus. */
  isBelow?: boolean;
  /** True on the holder's page, where nobody searched and reports have their own form. */
  isOwn?: boolean;
};

/**
 * Shows a record. One shown by a share code has no slip and no proof. A share code and the holder's page show all papers,
 * whichever lookup pages show them.
 */
export function RecordSheet({ isOwn = false, isBelow = false, ...props }: RecordSheetProps) {
  const { record, input, page, site, places, today } = props;
  const isOfCode = record.imageGrant.ofCode === true;
  const isAnswer = !isOwn && !isOfCode;
  const papers = isAnswer ? documentsOn(page, record) : allDocuments(record);
  const ended = endedPapers(papers, today);
  return (
    <article className="record sheet">
      <Band
        title={publishedWords(site.operator.name, record)}
        isAnswer={!isBelow && (isAnswer || (isOfCode && ended.length > 0))}
        lead={isAnswer && lacksItsPaper(page, papers) ? m.documents_none_here() : undefined}
        {...{ ended }}
      >
        <Head
          record={record}
          searchedNumber={input.number}
          hasEnded={ended.length > 0}
          {...{ isAnswer, isOwn, papers, site }}
        />
      </Band>
      <DocumentList shown={endedFirst(papers, ended)} {...{ record, page, site, today }} />
      <Particulars {...{ record, site }} />
      <NotSaid operator={site.operator} />
      <WhomToAsk shown={papers} {...{ places, record, site }} />
      <div className="screen-only grid gap-2 border-t border-line pt-2 text-16 sm:pt-4">
        <Collapsible title={m.keep_or_send()} isWideOpen>
          <div className="flex flex-wrap items-center gap-2">
            {!isOfCode && (
              <>
                {isOn(site, "slips") && <SaveSlip {...{ record, site }} searchedNumber={input.number} />}
                {isOn(site, "statements") && <SaveProof record={record} />}
                {!isOwn && isOn(site, "statements") && <KeepAnswer page={page} />}
              </>
            )}
            <SendSite site={site} />
            {isAnswer && isOn(site, "holders") && <IsThisYou />}
            <button type="button" data-print="" className="quiet-button hidden scripted:inline-flex">
              <Icon icon={printer} className="size-5" />
              {m.print()}
            </button>
          </div>
        </Collapsible>
        {!isOwn && (
          <div>
            <ReportThis />
          </div>
        )}
      </div>
    </article>
  );
}

const IsThisYou = () => (
  <a href={pages.myRecord.path} className="quiet-button">
    <Icon icon={user} className="size-5" />
    {m.is_this_you()}
  </a>
);

const SaveProof = ({ record }: Pick<RecordSheetProps, "record">) => (
  <a href={proofAddress(record.id, record.imageGrant)} className="quiet-button">
    <Icon icon={download} className="size-5" />
    {m.save_proof()}
  </a>
);

type EmptySheetProps = {
  title: string;
  lead?: string | undefined;
  advice: ReactNode;
  isCalm?: boolean;
  children: ReactNode;
};

/** The outline of a sheet: nothing was found. `isCalm` if that is probably no reason for alarm. */
export const EmptySheet = ({ title, lead, advice, isCalm = false, children }: EmptySheetProps) => (
  <article className={`record nothing ${isCalm ? "" : "alarming"}`}>
    <Band {...{ title, lead }} isAnswer>
      <div className="record-head">
        {!isCalm && <NobodysPhoto />}
        <div className="grid content-start justify-items-start gap-4">{advice}</div>
      </div>
    </Band>
    {children}
  </article>
);

type SaveSlipProps = Pick<RecordSheetProps, "record" | "site"> & { searchedNumber: string };

/** Links to the slip, in each language of the site: whoever reads it may speak another one. The visitor's comes first. */
const SaveSlip = ({ record, site, searchedNumber }: SaveSlipProps) => (
  <p className="quiet-button flex-wrap gap-x-3!">
    <Icon icon={fileText} className="size-5" />
    {m.save_slip()}
    {ownFirst(site.languages).map((language) => (
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

const ownFirst = (languages: readonly Language[]): Language[] => {
  const own = spokenLocale();
  return [own, ...languages.filter((language) => language !== own)];
};

function kindOfNumber({ irccNumber }: PublicRecord, searchedNumber: string): "ircc" | "passport" {
  const { form, example } = getSecondNumber();
  const second = secondSpelling(searchedNumber, form) ?? "";
  return irccNumber !== "" && soughtSpellings(second, form, example).includes(irccNumber) ? "ircc" : "passport";
}

type HeadProps = Pick<RecordSheetProps, "record" | "site" | "isOwn"> & {
  searchedNumber: string;
  isAnswer: boolean;
  papers: readonly ShownDocument[];
  hasEnded: boolean;
};

/** The heading of what has ended names its day. Of several other days, the line could name none. */
function lastDayToCompare(papers: readonly ShownDocument[], hasEnded: boolean): string | undefined {
  const [day, another] = papers.flatMap(({ lastDay }) => lastDay ?? []);
  if (hasEnded) return m.compare_last_day();
  return day !== undefined && another === undefined ? m.compare_last_day_of({ date: writtenDay(day) }) : undefined;
}

const Head = ({ record, searchedNumber, isAnswer, isOwn, papers, hasEnded, site: { operator } }: HeadProps) => {
  const [photo] = record.documents.photo ?? [];
  const [published, changed] = [writtenMoment(record.publishedAt), writtenMoment(record.changedAt)];
  const toCompare = { hasPhoto: photo !== undefined, lastDay: lastDayToCompare(papers, hasEnded) };
  return (
    <div className="record-head">
      {photo && (
        <PageImage page={photo} grant={record.imageGrant} describedAs={m.photo_of({ name: record.name })} saysWait />
      )}
      <div className="grid min-w-0 content-start gap-3">
        <dl className="grid gap-3">
          <HeadTerm term={isAnswer ? m.number_asked() : m.passport_number()}>
            <RecordNumber number={searchedNumber} />
          </HeadTerm>
          <HeadTerm term={m.record_name()}>{record.name}</HeadTerm>
        </dl>
        {changed !== published && changedLater(record) === null && (
          <p className="text-16 text-quiet">{m.last_changed({ date: changed })}</p>
        )}
      </div>
      {!isOwn && <CompareWithPaper {...toCompare} number={searchedNumber} operator={operator} />}
      <p className="money">{m.not_said_money()}</p>
    </div>
  );
};

const factsOfPublic = factsIn(fieldsWithout("isStaffOnly"));

const Particulars = ({ record, site }: Pick<RecordSheetProps, "record" | "site">) => (
  <>
    <dl className="facts">
      {factsOfPublic.map((name) => (
        <Particular key={name} term={titleOnSheet(name)}>
          {record[name]}
        </Particular>
      ))}
    </dl>
    {record.own.length > 0 && (
      <WrittenByAgency agency={site.operator.name}>
        <dl className="facts">
          <OwnParticulars own={record.own} />
        </dl>
      </WrittenByAgency>
    )}
  </>
);

/** Says what the record does not prove. The sentence about money stands in the band. */
const NotSaid = ({ operator }: { operator: SiteFacts["operator"] }) => (
  <details className="not-said">
    <summary className="cursor-pointer py-2">
      <h3 className="inline text-16">{m.not_said_accepted()}</h3>
    </summary>
    <p>{m.not_said_published({ operator: operator.name })}</p>
  </details>
);
