import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "./ask-again.tsx";

/** Takes the number along, not in the address, and opens beside the answer, which stays where it is. */
export const ReportThis = () => (
  <button
    form={askAgainForm}
    formAction="/report"
    formTarget="_blank"
    name="step"
    value="start"
    className="link-button screen-only"
  >
    {m.report_link()}
  </button>
);
