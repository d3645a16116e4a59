import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { type Failure, isFailure } from "#design/form/failure.tsx";
import type { FailureReason } from "#design/form/problem-words.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";
import type { CheckedRow } from "./number-results.tsx";

/** What was found of a list that was sent: all of it where no scripts run. */
export type FoundNumbers =
  | { kind: "whole"; numbers: string; rows: CheckedRow[] }
  | { kind: "part"; rows: CheckedRow[]; of: number; ticket: string };

export type ListAnswer = FoundNumbers | FormResult | Failure;

/** A list of which one part after the other is asked for. */
export type ListInParts = {
  numbers: string;
  rows: readonly CheckedRow[];
  /** How many there are; 0 before the first part came. */
  of: number;
  ticket: string;
  phase: "asking" | "stopped" | "cut-off" | "done" | "refused";
  refused?: FormResult;
  /** Why it was cut off. */
  failure?: FailureReason;
};

export const newList = (numbers: string): ListInParts => ({
  numbers,
  rows: [],
  of: 0,
  ticket: "",
  phase: "asking",
});

/** The list after one more answer. One that comes after the list was stopped is not wanted any more. */
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

/** Asks for a list part by part. Null while nobody has asked, and where no scripts run. */
export function useListInParts() {
  // It shows how far it is by itself; a page that says it is busy is not read out.
  const { data, submit } = useFetcher<ListAnswer>({ key: `${quietFetcher} ${page}` });
  const [list, setList] = useState<ListInParts | null>(null);
  const lastAnswer = useRef(data);
  const ask = (next: ListInParts) => {
    setList(next);
    if (next.phase !== "asking") return;
    const { numbers, ticket, rows } = next;
    const fields = { numbers, ticket, from: String(rows.length) };
    void submit(fields, { method: "post", action: page, defaultShouldRevalidate: false });
  };
  useEffect(() => {
    const isNew = data !== undefined && data !== lastAnswer.current;
    lastAnswer.current = data;
    if (isNew && list?.phase === "asking") ask(withAnswer(list, data));
  });
  return {
    list,
    begin: (numbers: string) => ask(newList(numbers)),
    stop: () => setList(list && { ...list, phase: "stopped" }),
    resume: () => list && ask({ ...list, phase: "asking" }),
  };
}
