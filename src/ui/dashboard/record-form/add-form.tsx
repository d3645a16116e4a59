import { useEffect } from "react";
import { m } from "#i18n/compiled/messages.js";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { type FormAnswer, type ParticularName, particularNames } from "./shown-form.ts";
import { usePostedForm } from "./use-posted-form.ts";

type AddFormProps = Pick<RecordFormProps, "page" | "form" | "kinds" | "send"> & {
  answer: FormAnswer | undefined;
  /** When the form was last kept, if it was begun on an earlier visit. */
  keptAt: string | null;
  hasNationality: boolean;
};

/** Adds one record, then the next. What is typed is kept by the site until it is added or thrown away. */
export function AddForm({ keptAt, hasNationality, answer, ...form }: AddFormProps) {
  const post = usePostedForm(form.page, answer);
  const { refused } = post;
  const shown = refused?.form.name ? refused.form : form.form;
  const { taken } = post;
  useEffect(() => {
    // One form after the other, from its beginning.
    if (taken > 0) document.getElementById("passportNumber")?.focus();
  }, [taken]);
  return (
    <div className="grid grid-cols-1 gap-6">
      {keptAt && !refused && (
        <p className="border-s-4 border-line-strong py-1 ps-4">{m.draft_restored({ time: keptAt })}</p>
      )}
      <RecordForm
        key={taken}
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
