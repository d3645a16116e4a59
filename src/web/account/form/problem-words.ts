import type { FieldProblem } from "#core/errors.ts";
import type { AccountProblem } from "#core/staff/accounts.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import type { FormProblem, FormState } from "./form-state.ts";

/** Words for each wrong field, in the order of the page. What belongs to no field on it stands at `elsewhere`. */
function problemsByField(
  refused: FormProblem | null,
  fields: readonly string[],
  elsewhere: string,
): ReadonlyMap<string, string> {
  if (!refused) return new Map();
  if (refused.problem === "wrong-credentials" && !fields.includes("email")) {
    return new Map([[elsewhere, m.problem_wrong_password()]]);
  }
  if (refused.problem !== "fields") return new Map([[elsewhere, problemWords(refused)]]);
  const given = Object.entries(refused.fields).map(([field, problem]): [string, string] => [
    fields.includes(field) ? field : elsewhere,
    fieldWords(field, problem),
  ]);
  return new Map(given.toSorted(([a], [b]) => fields.indexOf(a) - fields.indexOf(b)));
}

export function problemWords(refused: Exclude<FormProblem, { problem: "fields" }>): string {
  if (refused.problem === "wait") return waitWords(refused.waitSeconds ?? 60);
  return words[refused.problem]();
}

const words: Record<Exclude<AccountProblem, "wait"> | "unavailable" | "internal", () => string> = {
  "wrong-credentials": m.problem_wrong_credentials,
  unconfirmed: m.problem_unconfirmed,
  suspended: m.problem_suspended,
  "link-ended": m.problem_link_ended,
  "wrong-code": m.problem_wrong_code,
  "sign-in-ended": m.problem_sign_in_ended,
  "prove-again": m.problem_prove_again,
  "invitation-needed": m.problem_invitation_needed,
  "google-denied": m.problem_google_denied,
  "google-failed": m.problem_google_failed,
  "google-unverified": m.problem_google_unverified,
  "google-not-linked": m.problem_google_not_linked,
  "google-wrong-key": m.problem_google_wrong_key,
  "google-wrong-site": m.problem_google_wrong_site,
  "google-organisation": m.problem_google_organisation,
  "passkey-failed": m.problem_passkey_failed,
  unavailable: m.problem_unavailable,
  internal: m.problem_internal,
};

function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60
    ? m.problem_wait_seconds({ count: seconds, written: writtenCount(seconds) })
    : m.problem_wait_minutes({ count: minutes, written: writtenCount(minutes) });
}

/** What the page shows of a form that came back: `fields` in its own order, the first wrong one with the focus. */
export function shownForm(state: FormState, fields: readonly string[], elsewhere: string) {
  const problems = problemsByField(state.refused, fields, elsewhere);
  const [firstWrong] = problems.keys();
  const field = (name: string) => ({
    name,
    value: state.typed[name],
    problem: problems.get(name),
    takesFocus: name === firstWrong,
  });
  return { problems, field };
}

function fieldWords(field: string, problem: FieldProblem): string {
  const say = problem === "required" ? missing.get(field) : unusable.get(problem);
  return (say ?? (problem === "required" ? m.field_required : m.field_unusable))();
}

const missing = new Map([
  ["email", m.email_required],
  ["password", m.password_required],
  ["password2", m.password_required],
  ["currentPassword", m.password_required],
  ["operator.name", m.operator_name_required],
  ["name", m.name_required],
  ["photoURL", m.photo_url_required],
  ["code", m.code_required],
]);

const unusable = new Map<FieldProblem, () => string>([
  ["email-format", m.email_format],
  ["link-format", m.link_format],
  ["password-short", m.password_short],
  ["password-short-common", m.password_short_common],
  ["password-short-personal", m.password_short_personal],
  ["password-long", m.password_long],
  ["password-common", m.password_common],
  ["password-personal", m.password_personal],
  ["password-differs", m.password_differs],
  ["too-long", m.field_too_long],
]);
