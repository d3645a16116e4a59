import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { HiddenFields } from "#design/hidden-fields.tsx";
import { Alarm } from "#design/dashboard/alarm.tsx";
import { problemOf, type ProblemWords, type SentForm } from "#design/dashboard/sent-form.ts";

type SavedFormProps = {
  action: string;
  sent: SentForm | undefined;
  /** What is told of a problem, where this form has words of its own for it. */
  told?: ProblemWords;
  hidden?: Readonly<Record<string, string>>;
  save: string;
  /** Where one goes who does not save. */
  back?: string;
  children: ReactNode;
};

/** A form with fields. One that came back is a new one, so that its first wrong field takes the focus. */
export function SavedForm({ action, sent, told, hidden = {}, save, back, children }: SavedFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const problem = sent ? problemOf(sent, told) : null;
  return (
    <Form
      key={sent?.at}
      method="post"
      action={action}
      noValidate
      preventScrollReset
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="grid max-w-xl gap-5"
    >
      {problem && <Alarm>{problem}</Alarm>}
      <HiddenFields fields={hidden} />
      {children}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button aria-disabled={isBusy} className="action">
          {save}
        </button>
        {back && (
          <Link to={back} className="inline-flex min-h-11 items-center">
            {m.cancel()}
          </Link>
        )}
      </div>
    </Form>
  );
}
