import { Link } from "react-router";
import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { isParticular, particularNames } from "./particulars.ts";
import type { RefusedForm } from "./shown-form.ts";

type FormProblemsProps = {
  refused: RefusedForm | null;
  /** By field, in the order of the page. */
  problems: ReadonlyMap<string, string>;
};

/** Why the form was not taken, above it; each field is one press away. */
export function FormProblems({ refused, problems }: FormProblemsProps) {
  const problem = refused && problemOfAll(refused);
  if (problems.size === 0 && !problem) return null;
  return (
    <section role="alert" aria-labelledby="wrong-fields" className="grid gap-1 border-s-4 border-alarm ps-4">
      <h2 id="wrong-fields" className="text-18">
        {problem ?? m.wrong_fields_title()}
      </h2>
      <ul>
        {[...problems].map(([field, words]) => (
          <li key={field}>
            <a href={`#${field}`} className="inline-block py-1 text-alarm">
              {words}
            </a>
          </li>
        ))}
      </ul>
      {refused?.record && (
        <Link to={`/Update_A_User/${refused.record.id}`} target="_blank" className="inline-flex min-h-11 items-center">
          {m.see_record_of(refused.record)}
        </Link>
      )}
    </section>
  );
}

/** What is wrong with fields, in the order of the page. */
export function problemsByField(refused: RefusedForm | null): ReadonlyMap<string, string> {
  const wrong = particularNames.flatMap((name): [string, string][] => {
    const problem = refused?.fields[name];
    return problem ? [[name, fieldWords(name, problem)]] : [];
  });
  return new Map(wrong);
}

function fieldWords(field: string, problem: FieldProblem): string {
  const words = problem === "required" ? required.get(field) : unusable.get(problem);
  return (words ?? m.field_unusable)();
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
]);

/** Why the form was not taken, where that is no matter of one particular. */
function problemOfAll({ fields, lost, problem }: RefusedForm): string | null {
  const areUploadsLost = lost.length > 0 || Object.keys(fields).some((field) => !isParticular(field));
  if (areUploadsLost) return m.form_upload_lost();
  return problem && (problems.get(problem) ?? m.flash_failed)();
}

const problems = new Map<string, () => string>([
  ["unsorted", m.form_loose],
  ["stale", m.form_stale],
  ["key-reused", m.form_added_before],
  ["still-working", m.form_still_working],
  ["not-allowed", m.only_admins_change_it],
]);
