import type { ErrorId, FieldProblem, FieldProblems } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";

/** A form that came back: what was typed, and why it was not saved. */
export type SentForm = {
  typed: Readonly<Record<string, string>>;
  fields: FieldProblems;
  problem: ErrorId;
  /** How much is left to pay, where more was typed; null where that is nothing. */
  left?: string | null | undefined;
  /** Tells it from the one before. */
  at: number;
};

/** What a field shows: what was typed before, else `filled`; the first wrong one of `order` has the focus. */
export function fieldsOf(sent: SentForm | undefined, filled: Readonly<Record<string, string>>) {
  const order = Object.keys(filled);
  const firstWrong = order.find((name) => sent?.fields[name]);
  return (name: string) => {
    const problem = sent?.fields[name];
    return {
      name,
      value: sent?.typed[name] ?? filled[name] ?? "",
      problem: problem && fieldWords(name, problem, sent?.left),
      takesFocus: name === firstWrong,
    };
  };
}

function fieldWords(name: string, problem: FieldProblem, left: SentForm["left"]): string {
  if (problem === "more-than-left") return left ? m.class_more_than_left({ left }) : m.class_nothing_left();
  return ((problem === "required" && missing.get(name)) || words.get(problem) || m.field_unusable)();
}

const missing = new Map([["operator.name", m.operator_name_required]]);

const words = new Map<FieldProblem, () => string>([
  ["required", m.field_required],
  ["too-long", m.field_too_long],
  ["time-format", m.class_start_unusable],
  ["date-format", m.class_day_unusable],
  ["day-to-come", m.date_not_yet],
  ["whole-number", m.class_number_unusable],
  ["email-format", m.email_format],
  ["link-format", m.link_format],
  ["not-text", m.field_not_text],
  ["start-past", m.class_start_past],
  ["seats-taken", m.class_seats_taken],
  ["no-student", m.class_no_student],
  ["student-locked-out", m.class_student_locked_out],
]);

export type ProblemWords = Partial<Record<ErrorId, () => string>>;

/** Why nothing was saved, where it is not for a field to say. */
export function problemOf({ problem }: SentForm, told: ProblemWords = {}): string | null {
  if (problem === "invalid") return null;
  return (told[problem] ?? problems.get(problem) ?? m.flash_failed)();
}

const problems = new Map<ErrorId, () => string>([
  ["stale", m.flash_class_stale],
  ["not-found", m.flash_class_gone],
  ["not-allowed", m.flash_refused],
  ["key-reused", m.class_payment_twice],
  ["payment-void", m.class_payment_is_void],
  ["class-full", m.class_full_for_office],
  ["class-closed", m.class_closed_for_office],
]);
