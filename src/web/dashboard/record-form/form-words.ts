import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { type FormAnswer, particularNames, type RefusedForm } from "./shown-form.ts";
import { uploadProblem } from "./upload-words.ts";

/** What is wrong, in the order of the page. */
export function problemsByField(refused: RefusedForm | null): ReadonlyMap<string, string> {
  const wrong = particularNames.flatMap((name): [string, string][] => {
    const problem = refused?.fields[name];
    return problem ? [[name, fieldWords(name, problem)]] : [];
  });
  return new Map(wrong);
}

/** What is wrong with a field of the form. */
function fieldWords(field: string, problem: FieldProblem): string {
  const say = problem === "required" ? required.get(field) : unusable.get(problem);
  return (say ?? m.field_unusable)();
}

const required = new Map([
  ["passportNumber", m.passport_number_required],
  ["irccNumber", m.ircc_number_required],
  ["name", m.name_required],
  ["fatherName", m.father_name_required],
  ["motherName", m.mother_name_required],
  ["address", m.address_required],
]);

const unusable = new Map<FieldProblem, () => string>([
  ["number-format", m.number_format],
  ["number-taken", m.number_taken],
  ["too-long", m.field_too_long],
  ["not-text", m.field_not_text],
  ["image-gone", () => uploadProblem("image-gone")],
]);

/** What is wrong with all of the form. */
const formWords = (problem: NonNullable<RefusedForm["problem"]>): string => (problems.get(problem) ?? m.flash_failed)();

const problems = new Map<string, () => string>([
  ["loose", m.form_loose],
  ["stale", m.form_stale],
  ["key-reused", m.form_added_before],
  ["still-working", m.form_still_working],
  ["not-allowed", m.only_admins_change_it],
]);

/** Why the form was not taken, where that is no matter of one particular. */
export function problemOfAll(answer: FormAnswer | undefined): string | null {
  if (answer?.kind !== "refused") return null;
  const areUploadsLost = Object.keys(answer.fields).some((field) => !isParticular(field));
  if (answer.lost.length > 0 || areUploadsLost) return m.form_upload_lost();
  return answer.problem && formWords(answer.problem);
}

const isParticular = (field: string) => particularNames.some((name) => name === field);
