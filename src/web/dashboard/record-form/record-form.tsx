import { type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { FailureAbove } from "#design/form/failure.tsx";
import { DocumentsPart } from "./documents-part.tsx";
import type { ParticularName } from "./particulars.ts";
import { FormProblems, ParticularsFields, problemsByField } from "./particulars-fields.tsx";
import { idOf, type Upload } from "../uploads/send-image.ts";
import type { ShownForm } from "./shown-form.ts";
import { DraftState, fieldsOf, useDraft } from "./use-draft.tsx";
import { type PostedForm, useSendWhenUploaded } from "./use-posted-form.ts";
import { useUploads } from "../uploads/use-uploads.ts";

type RecordFormProps = {
  /** The path of the page with the form, to which the form is also sent. */
  page: string;
  form: ShownForm;
  post: PostedForm;
  fields: readonly ParticularName[];
  optional: readonly ParticularName[];
  kinds: readonly DocumentKind[];
  does: "add" | "update";
  label: string;
  /** Shown below the problems. */
  children?: ReactNode;
};

/** One form for the particulars and documents of a record. Without scripts the form itself sends the files. */
export function RecordForm(props: RecordFormProps) {
  const { page, post, fields, optional, kinds, does, label, children } = props;
  // The form as it was opened. Later data changes neither the typed values nor the version on which they are based.
  const [form] = useState(props.form);
  const element = useRef<HTMLFormElement>(null);
  const uploads = useUploads(form);
  const refused = post.isBusy || post.failure ? null : post.refused;
  const problems = problemsByField(refused);
  const draft = useDraft(element, { page, form, refused, uploads: signatureOf(uploads.all) });
  const hasMoved = draft.name !== form.name;
  useOnceFor(draft.saved?.missing, uploads.lose);
  // Focuses the first field with a problem, as on a page that was loaded again.
  useOnceFor(post.refused, () => document.getElementById([...problems.keys()][0] ?? "")?.focus());

  const send = (pressed: string) => {
    if (!element.current || post.isBusy || (pressed === does && isHalfTyped(element.current))) return;
    draft.stop();
    post.send(fieldsOf(element.current, pressed));
  };
  const { sendWhenUploaded, notYet } = useSendWhenUploaded(uploads.all, () => send(does));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = pressedButton(event.nativeEvent) ?? does;
    return pressed === does ? sendWhenUploaded() : send(pressed);
  };
  return (
    <form
      ref={element}
      method="post"
      action={page}
      encType="multipart/form-data"
      noValidate
      onSubmit={submit}
      onInput={draft.saveSoon}
      className="grid grid-cols-1 gap-6"
    >
      <HiddenParts name={draft.name} opening={form.opening} version={hasMoved ? undefined : form.version} />
      {post.failure && <FailureAbove {...post.failure} />}
      <FormProblems refused={refused} problems={problems} />
      {children}
      <ParticularsFields
        names={fields}
        optional={optional}
        values={form.particulars}
        problems={problems}
        taken={draft.saved?.taken ?? {}}
      />
      <DocumentsPart {...{ kinds, uploads, refused, problems }} lastDays={form.lastDays} />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button name="do" value={does} size="small" isBusy={post.isBusy} className="max-sm:w-full">
            {label}
          </Button>
          {does === "add" && <DraftState saved={draft.last} failure={draft.failure} hasMoved={hasMoved} />}
        </div>
        <UploadsNote why={notYet} />
      </div>
    </form>
  );
}

type HiddenPartsProps = Pick<ShownForm, "name" | "opening"> & { version: ShownForm["version"] };

const HiddenParts = ({ name, opening, version }: HiddenPartsProps) => (
  <>
    {/* Enter presses the first button of the form. This one adds no record: it moves the focus to the next box;
        without scripts the form comes back. */}
    <button name="do" value="sort" onClick={focusNext} tabIndex={-1} aria-hidden="true" className="sr-only" />
    <input type="hidden" name="form" value={name} />
    <input type="hidden" name="opening" value={opening} />
    {version !== undefined && <input type="hidden" name="version" value={version} />}
  </>
);

const UploadsNote = ({ why }: { why: "lost" | "on-their-way" | null }) => (
  <p role="status" className="font-semibold empty:hidden">
    {why && (why === "lost" ? m.form_upload_lost() : m.form_waits_for_uploads())}
  </p>
);

const pressedButton = (event: Event): string | null =>
  event instanceof globalThis.SubmitEvent && event.submitter instanceof HTMLButtonElement
    ? event.submitter.value
    : null;

/** True if a date is incomplete: it would be sent as empty. The browser reports it beside the field. */
function isHalfTyped({ elements }: HTMLFormElement): boolean {
  const half = [...elements].find((field) => field instanceof HTMLInputElement && field.validity.badInput);
  return half instanceof HTMLInputElement && !half.reportValidity();
}

function focusNext(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  const stops = event.currentTarget.form?.querySelectorAll<HTMLElement>(
    "input:not([type=hidden]), button:not([tabindex])",
  );
  const all = [...(stops ?? [])];
  all[all.findIndex((stop) => stop === document.activeElement) + 1]?.focus();
}

const signatureOf = (uploads: readonly Upload<DocumentKind>[]) =>
  uploads.map((upload) => `${upload.kind} ${upload.guess} ${idOf(upload)} ${upload.isTakenAway}`).join();

function useOnceFor<Value>(value: Value | null | undefined, work: (value: Value) => void): void {
  const doIt = useEffectEvent(work);
  useEffect(() => {
    if (value) doIt(value);
  }, [value]);
}
