import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { AskAgain, type Asked, askAgainForm } from "./ask-again.tsx";
import { FailedSearch } from "./failed-search.tsx";
import { type Limited, LimitedSearch } from "./limited-search.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import type { SiteFacts } from "../frame/site-facts.ts";

export type LookupAnswer =
  | { kind: "found"; record: PublicRecord }
  | { kind: "none" }
  | { kind: "incomplete"; missing: keyof Asked }
  | { kind: "failed"; reason: "unavailable" | "internal" }
  | { kind: "refused"; retryAfterSeconds: number }
  | Limited;

/** What was asked, when, and what came of it. */
type Answered = { asked: Asked; at: number; answer: LookupAnswer };

/** What stands in the boxes, and the answer below them. */
export type Lookup = {
  typed: Asked;
  answered?: Answered;
  /** Whether a form of another site brought what stands in the boxes. */
  isCrossSite?: boolean;
};

type AnswerProps = Answered & { page: ResultPage; site: SiteFacts; places: OfficialPlaces };

export function Answer({ asked, at, answer, page, site, places }: AnswerProps) {
  if (answer.kind === "incomplete") return null;
  const { operator } = site;
  const limited = answer.kind === "limited" ? answer : undefined;
  return (
    <>
      <AskAgain asked={asked} page={page} ticket={limited?.ticket} challenge={limited?.challenge} />
      {answer.kind === "found" && (
        <RecordSheet record={answer.record} asked={asked} checkedAt={at} {...{ page, site, places }} />
      )}
      {answer.kind === "none" && <NothingFound asked={asked.number} page={page} site={site} />}
      {answer.kind === "failed" && (
        <FailedSearch reason={failureReason(answer.reason, operator.name)} form={askAgainForm} />
      )}
      {answer.kind === "refused" && (
        <FailedSearch reason={refusal(answer.retryAfterSeconds, operator.name)} form={askAgainForm} />
      )}
      {answer.kind === "limited" && <LimitedSearch {...answer} />}
    </>
  );
}

const failureReason = (reason: "unavailable" | "internal", operator: string) =>
  reason === "unavailable" ? m.failed_unavailable() : m.failed_internal({ operator });

const minute = 60;

function refusal(seconds: number, operator: string): string {
  const count = Math.ceil(seconds / minute);
  return m.refused_reason({ count, written: writtenCount(count), operator });
}

/** Names nobody: titles stay in the browser's history. */
export function answerTitle({ kind }: LookupAnswer): string | undefined {
  if (kind === "found") return m.found_title();
  if (kind === "none") return m.none_found();
  if (kind === "limited") return m.limited_title();
  return kind === "incomplete" ? undefined : m.no_result();
}
