import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { WayOutOf } from "#design/form/failure-message.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type ListAnswer, type ListInParts, useListInParts } from "./list-in-parts.ts";
import { NumberResults } from "./number-results.tsx";

type NumberListProps = {
  operatorName: string;
  page: string;
  /** What came of the list where no scripts run. */
  given: ListAnswer | undefined;
};

/** Many numbers at once: pasted, checked, and copied out again as a table. */
export function NumberList({ operatorName, page, given }: NumberListProps) {
  const { list, begin, stop, resume } = useListInParts(page);
  const form = useRef<HTMLFormElement>(null);
  const { numbers, rows, problem } = list ? shownOf(list) : shownAtFirst(given);
  const isAsking = list?.phase === "asking";
  useEffect(() => {
    if (list?.phase === "refused") form.current?.querySelector("textarea")?.focus();
  }, [list]);
  const check = (sent: HTMLFormElement) => {
    const typed = new FormData(sent).get("numbers");
    if (!isAsking && typeof typed === "string") begin(typed);
  };
  return (
    <PageFrame title={m.many_title()} operatorName={operatorName}>
      <Form
        ref={form}
        method="post"
        action={page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check(event.currentTarget);
        }}
        className="grid max-w-xl gap-4"
      >
        <Field
          name="numbers"
          label={m.many_label()}
          hint={m.many_hint()}
          value={numbers}
          problem={problem}
          missing={m.many_required()}
          takesFocus={problem !== undefined}
          rows={rows ? 4 : 10}
        />
        <button aria-disabled={isAsking} className="action justify-self-start">
          {m.many_check()}
        </button>
      </Form>
      <ListProgress {...{ list, stop, resume }} />
      {rows && <NumberResults rows={rows} isWhole={!isAsking} />}
    </PageFrame>
  );
}

type Shown = { numbers: string; rows: ListInParts["rows"] | null; problem: string | undefined };

const shownOf = ({ numbers, rows, phase, problem }: ListInParts): Shown => ({
  numbers,
  rows: rows.length > 0 ? rows : null,
  problem: phase === "refused" ? problem : undefined,
});

function shownAtFirst(given: ListAnswer | undefined): Shown {
  if (given && "kind" in given) {
    if (given.kind === "whole") return { ...given, problem: undefined };
    if (given.kind === "refused") return { ...given, rows: null };
  }
  return { numbers: "", rows: null, problem: undefined };
}

type ListProgressProps = { list: ListInParts | null; stop: () => void; resume: () => void };

/** How far a list is, with the way to stop it and to go on. What is said here is read out in its own time. */
function ListProgress({ list, stop, resume }: ListProgressProps) {
  const isUnderWay = list?.phase === "asking" && list.of > 0;
  const isUnfinished = list?.phase === "stopped" || list?.phase === "cut-off";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isUnderWay && (
        <progress aria-hidden="true" max={list.of} value={list.rows.length} className="h-2 w-48 accent-current" />
      )}
      <p role="status" data-progress="">
        {list && progressWords(list)}
      </p>
      {isUnderWay && (
        <button type="button" onClick={stop} className="quiet-button">
          {m.many_stop()}
        </button>
      )}
      {list?.phase === "cut-off" && list.failure && <WayOutOf {...list.failure} />}
      {isUnfinished && (
        <button type="button" onClick={resume} className="quiet-button">
          {m.many_go_on()}
        </button>
      )}
    </div>
  );
}

function progressWords({ phase, rows, of, failure }: ListInParts): string | null {
  const counts = { done: writtenCount(rows.length), all: writtenCount(of) };
  if (phase === "asking") return of > 0 ? m.many_progress(counts) : null;
  if (phase === "stopped") return m.many_stopped(counts);
  if (phase !== "cut-off") return null;
  return failure?.why === "signed-out" ? m.many_signed_out() : m.many_cut_off();
}
