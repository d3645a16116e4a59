import type { CheckedRow } from "./number-results.tsx";
import { isFailure, type FailureReason, type Failure } from "#design/form/failure.ts";

/** What came of a list that was sent: whole where no scripts run. */
export type ListAnswer =
  | { kind: "whole"; numbers: string; rows: CheckedRow[] }
  | { kind: "part"; rows: CheckedRow[]; of: number; ticket: string }
  | { kind: "refused"; numbers: string; problem: string }
  | Failure;

/** A list of which one part after the other is asked for. */
export type ListInParts = {
  numbers: string;
  rows: readonly CheckedRow[];
  /** How many there are; 0 before the first part came. */
  of: number;
  ticket: string;
  phase: "asking" | "stopped" | "cut-off" | "done" | "refused";
  problem: string;
  /** Why it was cut off. */
  trouble: FailureReason | null;
};

export const begunWith = (numbers: string): ListInParts => ({
  numbers,
  rows: [],
  of: 0,
  ticket: "",
  phase: "asking",
  problem: "",
  trouble: null,
});

/** The list after one more answer. One that comes after the list was stopped is not wanted any more. */
export function withAnswer(list: ListInParts, answer: ListAnswer): ListInParts {
  if (list.phase !== "asking") return list;
  if (isFailure(answer)) return { ...list, phase: "cut-off", trouble: answer.failure };
  if (answer.kind === "refused") return { ...list, phase: "refused", problem: answer.problem };
  if (answer.kind === "whole") return { ...list, rows: answer.rows, of: answer.rows.length, phase: "done" };
  const rows = [...list.rows, ...answer.rows];
  const isDone = rows.length >= answer.of || answer.rows.length === 0;
  return { ...list, rows, of: answer.of, ticket: answer.ticket, phase: isDone ? "done" : "asking" };
}
