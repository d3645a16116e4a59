import type { ReactNode } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { ChangeList, type FieldChange, type HistoryLine, RecordHistory } from "./record-history.tsx";
import { OtherRecordLink } from "./record-links.tsx";
import { RecordLookups, type ShownLookups } from "./record-lookups.tsx";
import { RecordRetention, type ShownRetention } from "./record-retention.tsx";
import { RecordStatement, type ShownStatement } from "./record-statement.tsx";
import { RecordWork, type ShownWork } from "./record-work.tsx";
import { type OtherRecord, SamePersonNotice } from "./same-person.tsx";
import { type StaffRecord, StaffRecordView } from "./staff-record.tsx";

type ShownSameFile = { kind: DocumentKind; others: readonly { id: string; name: string }[] };

type WholeRecordProps = {
  record: StaffRecord;
  sentAgain: readonly FieldChange[] | null;
  samePerson: readonly OtherRecord[];
  work: ShownWork;
  retention: ShownRetention | null;
  sameFiles: readonly ShownSameFile[];
  history: readonly HistoryLine[];
  earlier: string | null;
  lookups: ShownLookups;
  statement: ShownStatement | null;
  /** The page that it is on, and the list that the page leads back to, if the address names one. */
  here: string;
  back?: string;
  /** The comment that came back, or the form that keeps it longer. */
  answer?: FormResult | undefined;
  /** What can be done with it. */
  children: ReactNode;
};

/** One record with all that staff know of it. */
export const WholeRecord = ({
  record,
  sameFiles,
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
  answer,
  children,
}: WholeRecordProps) => (
  <>
    <SameFiles files={sameFiles} />
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
    {/* Of another record nothing stays: no reason half typed, no list scrolled down. */}
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
        <RecordLookups {...lookups} />
        <RecordStatement statement={statement} />
      </div>
    </div>
    <ViewerParts />
  </>
);

const isOfKeeping = (answer: FormResult | undefined) => answer?.values["do"] === "keep";

/** Why it was sent back, and what came of it: who approves need not compare it all anew. */
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

/** Documents that are the same files in other records, and the way there. */
const SameFiles = ({ files }: { files: readonly ShownSameFile[] }) =>
  files.length > 0 && (
    <section aria-labelledby="same-files" className="grid gap-1 border-s-4 border-alarm ps-4">
      <h2 id="same-files" className="text-18">
        {m.same_files_title()}
      </h2>
      <ul>
        {files.map(({ kind, others }) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-4">
            {documentTitle(kind, "/")}:
            {others.map((other) => (
              <OtherRecordLink key={other.id} {...other} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
