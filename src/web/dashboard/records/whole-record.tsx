import type { ReactNode } from "react";
import { href } from "react-router";
import { isPartOf } from "#core/settings/features.ts";
import { writtenCount } from "#i18n/written.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import type { OtherRecord } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { ChangeList, type FieldChange, type HistoryLine, RecordHistory } from "./record-history.tsx";
import { OtherRecordLink } from "../record-list/record-links.tsx";
import { missingWords } from "#i18n/own-field-words.ts";
import { RecordDownload } from "./record-download.tsx";
import { RecordLookups, type ShownLookups } from "./record-lookups.tsx";
import { RecordRetention, type ShownRetention } from "./record-retention.tsx";
import { RecordStatement, type ShownStatement } from "./record-statement.tsx";
import { RecordWork, type ShownWork } from "./record-work.tsx";
import { SamePersonNotice } from "./same-person.tsx";
import { StaffRecordView } from "./record-view.tsx";
import type { StaffRecord } from "./staff-record.tsx";
import { type ShownChanges, WaitingChanges } from "./waiting-changes.tsx";

type ShownSameFile = { title: string; others: readonly { id: string; name: string }[] };

export type WholeRecordData = {
  record: StaffRecord;
  sentAgain: readonly FieldChange[] | null;
  samePerson: readonly OtherRecord[];
  work: ShownWork;
  retention: ShownRetention | null;
  sameFiles: readonly ShownSameFile[];
  /** The labels of the needed own fields that are empty in what waits. */
  missing: readonly string[];
  /** The letters of the name that no font has. */
  boxes: readonly string[];
  /** What waits of it. Null if nobody changed what waits. */
  changes: ShownChanges | null;
  history: readonly HistoryLine[];
  earlier: string | null;
  lookups: ShownLookups;
  statement: ShownStatement | null;
};

type WholeRecordProps = WholeRecordData & {
  /** `here` is the page that shows the record; `back` is the list to which it leads back, if the URL names one. */
  here: string;
  back?: string;
  mayDownload?: boolean;
  /** The form that came back: the comment, the assignment, or the form that keeps the record longer. */
  answer?: FormResult | undefined;
  children: ReactNode;
};

type RecordPartsProps = { id: string; comments: number };

/** Links to what stands below the documents, and to the page about the holder. */
export function RecordParts({ id, comments }: RecordPartsProps) {
  const site = useDashboard();
  return (
    <>
      <PartLink part="comments">
        {m.comments()}
        {comments > 0 && ` (${writtenCount(comments)})`}
      </PartLink>
      <PartLink part="history">{m.history()}</PartLink>
      {isPartOf(site, pages.holderLink) && (
        <TextLink to={href(pages.holderLink.path, { id })} label={m.holder_link_title()} />
      )}
    </>
  );
}

const PartLink = ({ part, children }: { part: string; children: ReactNode }) => (
  <a href={`#${part}`} className="inline-flex min-h-11 items-center">
    {children}
  </a>
);

/** Shows one record with everything that staff know about it. */
export const WholeRecord = ({
  record,
  sameFiles,
  missing,
  boxes,
  changes,
  sentAgain,
  samePerson,
  work,
  retention,
  history,
  earlier,
  lookups,
  statement,
  here,
  back,
  mayDownload = false,
  answer,
  children,
}: WholeRecordProps) => (
  <>
    <SameFiles files={sameFiles} />
    {missing.length > 0 && (
      <p className="max-w-prose border-s-4 border-alarm ps-4 wrap-anywhere">{missingWords(missing)}</p>
    )}
    <Boxes letters={boxes} />
    {record.returnReason !== "" && <SentBack reason={record.returnReason} changes={sentAgain} />}
    <SamePersonNotice others={samePerson} />
    {retention && (
      <RecordRetention
        key={`${record.id} ${retention.keptUntil}`}
        id={record.id}
        {...{ here, retention }}
        result={isOfKeeping(answer) ? answer : undefined}
      />
    )}
    {changes && <WaitingChanges {...changes} />}
    {/* The key resets the view for another record: no half-typed reason and no scroll position stays. */}
    <StaffRecordView key={record.id} record={record}>
      {children}
    </StaffRecordView>
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 border-t border-line pt-6 min-[56rem]:grid-cols-2">
      <RecordWork
        id={record.id}
        name={record.name}
        work={work}
        here={here}
        result={isOfKeeping(answer) ? undefined : answer}
      />
      <div className="grid content-start gap-6">
        <History {...{ history, earlier, back }} />
        <RecordLookups {...lookups} />
        <RecordStatement statement={statement} />
        {mayDownload && <RecordDownload id={record.id} />}
      </div>
    </div>
    <ViewerParts />
  </>
);

type HistoryProps = Pick<WholeRecordData, "history" | "earlier"> & { back: string | undefined };

const History = ({ history, earlier, back }: HistoryProps) => (
  <section aria-labelledby="history" className="grid content-start gap-4">
    <h2 id="history" className="text-22">
      {m.history()}
    </h2>
    <RecordHistory lines={history} />
    {earlier && (
      <TextLink
        to={`?${new URLSearchParams({ earlier, ...(back && { back }) }).toString()}#history`}
        label={m.history_earlier()}
      />
    )}
  </section>
);

const isOfKeeping = (answer: FormResult | undefined) => answer?.values["do"] === "keep";

/** Names letters of the name that no slip can print. */
const Boxes = ({ letters }: { letters: readonly string[] }) =>
  letters.length > 0 && (
    <p className="max-w-prose border-s-4 border-alarm ps-4 wrap-anywhere">
      {m.record_boxes({ letters: letters.join(", ") })}
    </p>
  );

/** Shows why the record was sent back, and what changed since: the approver need not compare everything again. */
const SentBack = ({ reason, changes }: { reason: string; changes: readonly FieldChange[] | null }) => (
  <section aria-label={m.return_reason()} className="grid max-w-prose gap-2 border-s-4 border-alarm ps-4">
    <p className="font-semibold wrap-anywhere whitespace-pre-line">{m.sent_back_because({ reason })}</p>
    {changes && (
      <div>
        <p>{changes.length > 0 ? m.changed_since_return() : m.nothing_changed_since_return()}</p>
        <ChangeList changes={changes} />
      </div>
    )}
  </section>
);

/** Lists documents whose files are also in other records, with links to those records. */
const SameFiles = ({ files }: { files: readonly ShownSameFile[] }) =>
  files.length > 0 && (
    <section aria-labelledby="same-files" className="grid gap-1 border-s-4 border-alarm ps-4">
      <h2 id="same-files" className="text-18">
        {m.same_files_title()}
      </h2>
      <ul>
        {files.map(({ title, others }) => (
          <li key={title} className="flex flex-wrap items-center gap-x-4">
            {title}:
            {others.map((other) => (
              <OtherRecordLink key={other.id} {...other} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
