import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { ListProgress } from "./list-progress.tsx";
import type { ListAnswer, ListInParts } from "./list-in-parts.ts";
import { NumberResults } from "./number-results.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { useListInParts } from "./use-list-in-parts.ts";

type NumberListProps = {
  operatorName: string;
  page: string;
  /** What came of the list where no scripts run. */
  given: ListAnswer | undefined;
};

/** Many numbers at once: pasted, checked, and copied out again as a table. */
export function NumberList({ operatorName, page, given }: NumberListProps) {
  const { list, begin, stop, redirectInApp } = useListInParts(page);
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
      <ListProgress list={list} stop={stop} redirectInApp={redirectInApp} />
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
