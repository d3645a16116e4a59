import type { ShareAudience } from "#core/holders/share-codes.ts";
import { endedPapers } from "#core/records/last-days.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import { officeDay } from "#core/office-clock.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { sharedWith } from "#i18n/share-code-audiences.ts";
import { writtenTime } from "#i18n/written.ts";
import { FraudWarning } from "../frame/site/site-operator.tsx";
import { PrerenderedHtml } from "../frame/public-frame.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import {
  CheckedAt,
  type Failed,
  isNotSearched,
  type Limited,
  PlainList,
  NotSearched,
} from "../lookup/lookup-answer.tsx";
import { repeatForm, lookupForm, ReportThis } from "../lookup-form/lookup-form.tsx";
import { allDocuments } from "../sheet/documents.tsx";
import { FalsePapersAbove } from "../sheet/false-papers.tsx";
import { EmptySheet, RecordSheet } from "../sheet/record-sheet.tsx";
import { pages } from "../pages.ts";
import type { TypedCode, WrongCodeField } from "../lookup-form/code-form.tsx";
import { getZone } from "#i18n/reader-zone.ts";

type SharedRecord = {
  record: PublicRecord;
  share: { whom: ShareAudience; words: string; endsAt: number };
  isOnFalsePapers: boolean;
  isOtherNumber: boolean;
};

export type CodeAnswerKind =
  | { kind: "found"; hit: SharedRecord }
  | { kind: "none" }
  | ({ kind: "wrong-input" } & WrongCodeField)
  | Failed
  | Limited;

type CodeAnswerProps = {
  answer: CodeAnswerKind;
  at: number;
  typed: TypedCode;
  site: SiteFacts;
  places: OfficialPlaces;
  printHead: string;
};

export function CodeAnswer({ answer, at, typed, site, places, printHead }: CodeAnswerProps) {
  if (answer.kind === "wrong-input") return null;
  const record = answer.kind === "found" ? answer.hit.record : undefined;
  const today = officeDay(getZone(), at);
  return (
    <>
      <RepeatCodeForm typed={typed} limited={answer.kind === "limited" ? answer : undefined} record={record} />
      <PrerenderedHtml html={printHead} />
      <CheckedAt address={site.address} at={at} />
      {answer.kind === "found" && (
        <div className="grid grid-cols-1 gap-6">
          <WhatIsShared
            {...answer.hit.share}
            takesFocus={!answer.hit.isOnFalsePapers && endedPapers(allDocuments(answer.hit.record), today).length === 0}
          />
          {answer.hit.isOnFalsePapers && <FalsePapersAbove {...answer.hit} operator={site.operator.name} />}
          <RecordSheet
            record={answer.hit.record}
            isBelow={answer.hit.isOnFalsePapers}
            input={{ number: answer.hit.record.passportNumber, name: "" }}
            page="/"
            {...{ today, site, places }}
          />
        </div>
      )}
      {answer.kind === "none" && <NothingShared site={site} />}
      {isNotSearched(answer) && <NotSearched answer={answer} operator={site.operator.name} />}
    </>
  );
}

type RepeatCodeFormProps = { typed: TypedCode; limited: Limited | undefined; record: PublicRecord | undefined };

/** Asks the same question again, which counts as another use. Changing the language with `shown` does not count. */
const RepeatCodeForm = ({ typed: { code, name }, limited, record }: RepeatCodeFormProps) => (
  <>
    <form
      id={repeatForm}
      method="post"
      action={pages.code.path}
      data-lookup=""
      data-challenge={limited?.challenge}
      className="hidden"
    >
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="name" value={name} />
      {limited && <input type="hidden" name="ticket" value={limited.ticket} />}
      {/* A report takes this number. */}
      {record && <input type="hidden" name="number" value={record.passportNumber} />}
    </form>
    {record && <input type="hidden" form={lookupForm} name="shown" value={record.imageGrant.signature} />}
  </>
);

type WhatIsSharedProps = SharedRecord["share"] & { takesFocus: boolean };

/**
 * Says for whom and until when the record is shared, with the holder's words. Images never contain these words. It does
 * not take the focus from a heading that says of false papers, or what has ended.
 */
const WhatIsShared = ({ whom, words, endsAt, takesFocus }: WhatIsSharedProps) => (
  <div
    {...(takesFocus && { tabIndex: -1, autoFocus: true })}
    className="grid max-w-2xl gap-1 border-s-4 border-line-strong ps-4"
  >
    <p className="font-semibold">{m.code_shared({ whom: sharedWith(whom), date: writtenTime(endsAt) })}</p>
    {words !== "" && <p className="wrap-anywhere">{m.code_wrote({ words: `\u2068${words}\u2069` })}</p>}
    <p className="text-16 text-quiet">{m.code_chosen()}</p>
  </div>
);

const NothingShared = ({ site }: { site: SiteFacts }) => (
  <EmptySheet isCalm title={m.code_none()} advice={<p>{m.code_none_ask()}</p>}>
    <FraudWarning site={site} />
    <PlainList title={m.none_meaning()}>
      <li>{m.code_none_mistyped()}</li>
      <li>{m.code_none_ended()}</li>
      <li>{m.code_none_withdrawn()}</li>
    </PlainList>
    <div>
      <ReportThis />
    </div>
  </EmptySheet>
);
