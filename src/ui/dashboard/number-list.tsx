import { Form, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { TextArea } from "../text-field.tsx";
import { type CheckedRow, NumberResults } from "./number-results.tsx";
import { PageFrame } from "./page-frame.tsx";

type NumberListProps = {
  operatorName: string;
  page: string;
  /** Null before anything was checked, and where it could not be. */
  rows: readonly CheckedRow[] | null;
  /** As pasted. */
  numbers: string;
  problem: string | undefined;
};

/** Many numbers at once: pasted, checked, and copied out again as a table. */
export function NumberList({ operatorName, page, rows, numbers, problem }: NumberListProps) {
  const isBusy = useNavigation().state === "submitting";
  return (
    <PageFrame title={m.many_title()} operatorName={operatorName}>
      <Form
        method="post"
        action={page}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
        className="grid max-w-xl gap-4"
      >
        <TextArea
          name="numbers"
          label={m.many_label()}
          hint={m.many_hint()}
          value={numbers}
          problem={problem}
          missing={m.many_required()}
          takesFocus={problem !== undefined}
          rows={rows ? 4 : 10}
        />
        <button aria-disabled={isBusy} className="action justify-self-start">
          {m.many_check()}
        </button>
      </Form>
      {rows && <NumberResults rows={rows} />}
    </PageFrame>
  );
}
