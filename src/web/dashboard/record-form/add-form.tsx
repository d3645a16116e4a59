import { useEffect } from "react";
import { m } from "#i18n/compiled/messages.js";
import { type BegunForms, BegunFormsNote } from "./begun-forms.tsx";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { type ParticularName, particularNames } from "./shown-form.ts";
import { type FormSent, usePostedForm } from "./use-posted-form.ts";

type AddFormProps = Pick<RecordFormProps, "page" | "form" | "kinds" | "send"> & {
  answer: FormSent;
  /** The form that the address names; "" for none. */
  asked: string;
  /** When the form was last kept, if it was begun on an earlier visit. */
  keptAt: string | null;
  hasNationality: boolean;
} & BegunForms;

/** Adds one record, then the next. What is typed is kept by the site until it is added or thrown away. */
export function AddForm({ asked, keptAt, begun, fresh, hasNationality, answer, ...form }: AddFormProps) {
  const post = usePostedForm(form.page, answer, `${form.page} ${asked}`);
  const { refused } = post;
  const shown = refused?.form.name ? refused.form : form.form;
  const { taken } = post;
  useEffect(() => {
    // One form after the other, from its beginning.
    if (taken > 0) document.getElementById("passportNumber")?.focus();
  }, [taken]);
  return (
    <div className="grid grid-cols-1 gap-6">
      <BegunFormsNote {...{ begun, fresh }} page={form.page} open={shown.name} keptAt={refused ? null : keptAt} />
      <RecordForm
        // Another form of this page is another form.
        key={`${taken} ${asked}`}
        {...form}
        post={post}
        form={shown}
        fields={hasNationality ? particularNames : withoutNationality}
        optional={["nationality"]}
        does="add"
        label={m.add_new_user()}
      />
    </div>
  );
}

const withoutNationality: ParticularName[] = particularNames.filter((name) => name !== "nationality");
