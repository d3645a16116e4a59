import type { Departure } from "#core/accounts/departure.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Choices } from "#design/form/choices.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { LeftBehind, type ShownLeft } from "./left-behind.tsx";

type LeaveFormProps = {
  of: string;
  action: string;
  back: string;
  text: string;
  yes: string;
  left: ShownLeft;
  /** The answer, if it is known before. */
  why: Departure | undefined;
  /** The form that came back because nothing was chosen. */
  result: FormResult | undefined;
};

/** Asks why somebody loses their access, and which pages of holders are frozen if they are suspected. */
export function LeaveForm({ of, action, back, text, yes, left, why, result }: LeaveFormProps) {
  const spared = result?.values["spared"]?.split(" ") ?? [];
  const boxOf = ({ id, name }: { id: string; name: string }) => (
    <>
      <input type="hidden" name="listed" value={id} />
      <input
        type="checkbox"
        id={`freeze-${id}`}
        name="freeze"
        value={id}
        defaultChecked={!spared.includes(id)}
        aria-label={name}
        className="size-5 accent-current"
      />
    </>
  );
  const choices = [
    { value: "left", label: m.leave_left(), hint: m.leave_left_text() },
    { value: "suspected", label: m.leave_suspected(), hint: m.leave_suspected_text() },
  ];
  return (
    <SendForm
      action={action}
      hidden={{ back, ...(why && { why }) }}
      problem={result ? m.leave_choose() : null}
      className="grid max-w-2xl gap-6"
    >
      <p>{text}</p>
      {!why && (
        <Choices name="why" legend={m.leave_why({ name: of })} chosen={result?.values["why"] ?? ""} choices={choices} />
      )}
      <LeftBehind name={of} {...left} boxOf={boxOf} />
      <div className="flex flex-wrap items-center gap-3">
        <a href={back} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </a>
        <Button variant="danger" size="small">
          {yes}
        </Button>
      </div>
    </SendForm>
  );
}
