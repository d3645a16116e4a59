import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";

/** `usual`: the day until which a mark lasts unless somebody chooses another one. */
export type MarkEnds = { usual: string; earliest: string; latest: string };

type MarkFormProps = {
  ends: MarkEnds;
  /** What the form of a report begins with. */
  number?: string;
  reason?: string;
  sent?: FormResult | undefined;
};

/** Marks a number as being on false papers. */
export function MarkForm({ ends, number = "", reason = "", sent }: MarkFormProps) {
  const { field } = shownForm(sent, ["number", "reason", "until"], { elsewhere: "number" });
  const first = { number, reason, until: ends.usual };
  const valueOf = (name: keyof typeof first) => sent?.values[name] ?? first[name];
  return (
    <SendForm key={sent?.at} action={pages.falseNumbers.path} className="grid max-w-md gap-4">
      <Field
        {...field("number")}
        value={valueOf("number")}
        label={m.false_numbers_number()}
        missing={m.field_required()}
        dir="ltr"
        maxLength={100}
      />
      <Field
        {...field("reason")}
        value={valueOf("reason")}
        label={m.false_numbers_reason()}
        hint={m.false_numbers_reason_hint()}
        missing={m.field_required()}
        maxLength={200}
      />
      <Field
        {...field("until")}
        value={valueOf("until")}
        label={m.false_numbers_until()}
        hint={m.false_numbers_until_hint()}
        type="date"
        min={ends.earliest}
        max={ends.latest}
      />
      <Button className="justify-self-start">{m.false_numbers_mark()}</Button>
    </SendForm>
  );
}
