import type { ResultPage } from "#core/candidates/document-kinds.ts";
import type { PublicCandidate } from "#core/candidates/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { FailedSearch } from "./failed-search.tsx";
import { languageForm } from "./language-choice.tsx";
import type { Asked } from "./lookup-form.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import { WaitFirst } from "./wait-first.tsx";
import type { Operator } from "./ways-to-reach.tsx";

export type LookupAnswer =
  | { kind: "found"; candidate: PublicCandidate }
  | { kind: "none" }
  | { kind: "incomplete"; missing: keyof Asked }
  /** Too many misses: first a wait of so many seconds, or the challenge solved. */
  | { kind: "wait"; seconds: number; ticket: string; challenge: string }
  | { kind: "refused"; retryAfterSeconds: number }
  | { kind: "failed"; reason: "unavailable" | "internal" };

/** What was asked and what came of it. */
export type Lookup = { asked: Asked; answer: LookupAnswer };

type AnswerProps = Lookup & { page: ResultPage; operator: Operator; asksName: boolean };

export function Answer({ asked, answer, page, operator, asksName }: AnswerProps) {
  if (answer.kind === "incomplete") return null;
  return (
    <>
      <input type="hidden" form={languageForm} name="number" value={asked.number} />
      <input type="hidden" form={languageForm} name="name" value={asked.name} />
      {answer.kind === "found" && (
        <RecordSheet candidate={answer.candidate} asked={asked.number} operator={operator} page={page} />
      )}
      {answer.kind === "none" && <NothingFound asked={asked.number} operator={operator} asksName={asksName} />}
      {answer.kind === "wait" && <WaitFirst {...answer} />}
      {answer.kind === "refused" && <FailedSearch reason={refusal(answer.retryAfterSeconds, operator.name)} />}
      {answer.kind === "failed" && <FailedSearch reason={failureReason(answer.reason, operator.name)} />}
    </>
  );
}

const failureReason = (reason: "unavailable" | "internal", operator: string) =>
  reason === "unavailable" ? m.failed_unavailable() : m.failed_internal({ operator });

const refusal = (seconds: number, operator: string) => {
  const minutes = Math.ceil(seconds / 60);
  return m.refused_reason({ count: minutes, written: writtenCount(minutes), operator });
};

/** Names nobody: titles stay in the browser's history. */
export function answerTitle({ kind }: LookupAnswer): string | undefined {
  if (kind === "found") return m.found_title();
  if (kind === "none") return m.none_found();
  if (kind === "wait") return m.wait_title();
  return kind === "incomplete" ? undefined : m.no_result();
}
