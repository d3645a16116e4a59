import { m } from "#i18n/compiled/messages.js";
import { shownForm } from "#design/form/form-result.ts";
import { ProblemSummary } from "#design/form/alarm.tsx";
import type { OwnFieldWords } from "#design/form/problem-words.ts";
import { OtherRecordLink } from "../records/update-link.tsx";
import { isParticular, particularNames } from "./particulars.ts";
import type { RefusedForm } from "./shown-form.ts";

type FormProblemsProps = {
  refused: RefusedForm | null;
  /** By field, in the order of the page. */
  problems: ReadonlyMap<string, string>;
};

/** Why the form was not taken, above it. */
export function FormProblems({ refused, problems }: FormProblemsProps) {
  const title = refused && problemOfAll(refused);
  if (problems.size === 0 && !title) return null;
  return (
    <ProblemSummary role="alert" problems={problems} {...(title && { title })}>
      {refused?.record && <OtherRecordLink {...refused.record} />}
    </ProblemSummary>
  );
}

/** What is wrong with fields, in the order of the page. */
export const problemsByField = (refused: RefusedForm | null): ReadonlyMap<string, string> =>
  shownRecordForm(refused).problems;

/** Why the form was not taken, where that is no matter of one particular. */
function problemOfAll(refused: RefusedForm): string | null {
  const { fields, lost, problem } = refused;
  if (lost.length > 0 || Object.keys(fields).some((field) => !isParticular(field))) return m.form_upload_lost();
  return problem === "unsorted" ? m.form_loose() : shownRecordForm(refused).problem;
}

const shownRecordForm = (refused: RefusedForm | null) =>
  shownForm(
    // The fields fill themselves.
    refused ? { ...refused, values: {}, problem: refused.problem === "unsorted" ? null : refused.problem } : undefined,
    particularNames,
    { own: { stale: m.form_stale, "not-allowed": m.only_admins_change_it }, ownFields },
  );

const ownFields: OwnFieldWords = {
  passportNumber: { required: m.passport_number_required },
  irccNumber: { required: m.ircc_number_required },
  name: { required: m.name_required },
  fatherName: { required: m.father_name_required },
  motherName: { required: m.mother_name_required },
  address: { required: m.address_required },
};
