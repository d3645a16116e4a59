import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

type DateFormProps = {
  operatorName: string;
  page: string;
  /** The day that is set, as the box takes it. */
  day: string;
  /** Nothing can have been checked after this day. */
  latest: string;
  /** The same as visitors read it; null while nobody has set one. */
  shown: string | null;
  /** What is wrong with the day that was sent. */
  problem: string | undefined;
};

/** The day up to which records are checked, and the sentence that visitors read. */
export function DateForm({ operatorName, page, day, latest, shown, problem }: DateFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state === "submitting";
  // A day may have been typed before the page heard it.
  useEffect(() => setChosen(form.current?.querySelector("input")?.value ?? null), []);
  return (
    <PageFrame title={m.change_date_title()} operatorName={operatorName}>
      <Form
        ref={form}
        method="post"
        action={page}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => target instanceof HTMLInputElement && setChosen(target.value)}
        className="grid max-w-md gap-5"
      >
        <Field
          name="dateValue"
          type="date"
          label={m.change_date_label()}
          hint={m.change_date_hint()}
          value={day}
          max={latest}
          problem={problem}
          takesFocus={problem !== undefined}
        />
        <Preview sentence={sentenceFor(chosen) ?? shown} />
        <button aria-disabled={isBusy} className="action justify-self-start">
          {m.update_date()}
        </button>
      </Form>
    </PageFrame>
  );
}

const Preview = ({ sentence }: { sentence: string | null }) => (
  <section aria-labelledby="preview" className="grid gap-2">
    <h2 id="preview" className="text-16 font-semibold">
      {m.change_date_preview()}
    </h2>
    <p aria-live="polite" data-preview="" className="border-s-4 border-line-strong py-1 ps-4 text-18">
      {sentence ?? m.change_date_unset()}
    </p>
  </section>
);

/** Null while there is no whole day in the box. */
const sentenceFor = (day: string | null): string | null =>
  day === null || Number.isNaN(Date.parse(day)) ? null : m.checked_up_to({ date: writtenDay(day) });
