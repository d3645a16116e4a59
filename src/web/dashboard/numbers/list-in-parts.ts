import { useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { type Failure, isFailure } from "#design/form/failure.tsx";
import type { FailureReason } from "#design/form/problem-words.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";
import type { CheckedRow } from "./number-results.tsx";

/** The results for a list of numbers: for the whole list if the browser runs no scripts, else for one part. */
export type FoundNumbers =
  | { kind: "whole"; numbers: string; rows: CheckedRow[] }
  | { kind: "part"; rows: CheckedRow[]; of: number; ticket: string };

export type ListAnswer = FoundNumbers | FormResult | Failure;

/** A list of numbers whose results are requested part by part. */
export type ListInParts = {
  numbers: string;
  rows: readonly CheckedRow[];
  /** The total number of rows; 0 before the first part arrives. */
  of: number;
  ticket: string;
  phase: "asking" | "stopped" | "cut-off" | "done" | "refused";
  refused?: FormResult;
  /** Why the list was cut off. */
  failure?: FailureReason;
};

export const newList = (numbers: string): ListInParts => ({
  numbers,
  rows: [],
  of: 0,
  ticket: "",
  phase: "asking",
});

/** Returns the list after one more response. A response that arrives after the list was stopped is ignored. */
export function withAnswer(list: ListInParts, answer: ListAnswer): ListInParts {
  if (list.phase !== "asking") return list;
  if (isFailure(answer)) return { ...list, phase: "cut-off", failure: answer.failure };
  if (!("kind" in answer)) return { ...list, phase: "refused", refused: answer };
  if (answer.kind === "whole") return { ...list, rows: answer.rows, of: answer.rows.length, phase: "done" };
  const rows = [...list.rows, ...answer.rows];
  const isDone = rows.length >= answer.of || answer.rows.length === 0;
  return { ...list, rows, of: answer.of, ticket: answer.ticket, phase: isDone ? "done" : "asking" };
}

const page = pages.manyNumbers.path;

/** Requests the results of a list part by part. `list` is null before the first request, and without scripts. */
export function useListInParts() {
  // The list shows its own progress. Screen readers do not read out a page that is marked as busy.
  const { data, submit, reset } = useFetcher<ListAnswer>({ key: `${quietFetcher} ${page}` });
  const [list, setList] = useState<ListInParts | null>(null);
  const lastAnswer = useRef(data);
  const ask = (next: ListInParts) => {
    setList(next);
    if (next.phase !== "asking") return;
    const { numbers, ticket, rows } = next;
    const fields = { numbers, ticket, from: String(rows.length) };
    void submit(fields, { method: "post", action: page, defaultShouldRevalidate: false });
  };
  // A layout effect has run before "Stop" can be pressed: it does not go on after that.
  useLayoutEffect(() => {
    const isNew = data !== lastAnswer.current;
    lastAnswer.current = data;
    if (data && isNew && list?.phase === "asking") ask(withAnswer(list, data));
  });
  const stop = () => {
    // Otherwise the answer that is under way could arrive after "Go on", and its rows would be counted twice.
    reset();
    setList(list && { ...list, phase: "stopped" });
  };
  return {
    list,
    begin: (numbers: string) => ask(newList(numbers)),
    stop,
    resume: () => list && ask({ ...list, phase: "asking" }),
  };
}
