import { ownAmong } from "#core/own-fields/own-field.ts";
import type { AnyKind, OwnPaper } from "#core/own-fields/own-paper.ts";
import { type FieldName, fieldNames, isFieldName } from "#core/records/record-fields.ts";
import { noParticulars } from "#core/records/record-details.ts";
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { FailureAbove } from "#design/form/failure.tsx";
import { DocumentsPart } from "./documents-part.tsx";
import { LiveSheet } from "./live-sheet.tsx";
import { OwnFields, type ShownOwnField, withLabels } from "./own-fields.tsx";
import { FormProblems, ParticularsFields, problemsByField, takenNow } from "./particulars-fields.tsx";
import type { Upload } from "../uploads/send-image.ts";
import type { ShownForm, TypedTexts } from "./shown-form.ts";
import type { SavedForm } from "../page-draft/page-draft.tsx";
import type { NoteFailure } from "../page-draft/use-autosave.ts";
import { DraftState, textsOf, useDraft, useSavedUploads, useTypedSinceSent } from "./use-draft.tsx";
import { type PostedForm, useSendWhenUploaded } from "./use-posted-form.ts";
import { useUploads } from "../uploads/use-uploads.ts";

type RecordFormProps = {
  page: string;
  form: ShownForm;
  post: PostedForm;
  fields: readonly FieldName[];
  optional: readonly FieldName[];
  ownFields: readonly ShownOwnField[];
  ownPapers: readonly OwnPaper[];
  /** The kinds that the form asks for, with the operator's own papers. */
  kinds: readonly AnyKind[];
  /** The kinds that visitors do not see. */
  unseen: readonly AnyKind[];
  does: "add" | "update";
  label: string;
  /** The page draft of a form that changes a record. It keeps the names of chosen files. */
  saved?: RefObject<SavedForm | null>;
  /** Notes that what was typed while a record was being added is not stored. */
  noteUnkept?: NoteFailure;
  /** Shown below the problems. */
  children?: ReactNode;
};

/** One form for the particulars and documents of a record. Without scripts the form itself sends the files. */
export function RecordForm(props: RecordFormProps) {
  const { page, post, fields, optional, ownFields, ownPapers, kinds, unseen, does, label, saved, children } = props;
  const { noteUnkept = () => undefined } = props;
  // The form as it was opened. Later data changes neither the typed values nor the version on which they are based.
  const [form] = useState(props.form);
  const element = useRef<HTMLFormElement>(null);
  const isDraft = does === "add";
  const refused = post.isBusy || post.failure ? null : post.refused;
  const { typed, readTyped } = useTyped(element, form);
  const problems = problemsByField(refused, typed.particulars);
  const draft = useDraft(element, { form, refused, isDraft });
  const uploads = useUploads(form, isDraft ? draft.saveNow : async () => saved?.current?.saveNow());
  useSavedUploads(signatureOf(uploads.all), draft.changed);
  const hasMoved = draft.name !== form.name;
  useOnceFor(draft.saved?.missing, uploads.lose);
  // Focuses the first field with a problem, as on a page that was loaded again.
  useOnceFor(post.refused, () => document.getElementById([...problems.keys()][0] ?? "")?.focus());

  const noteSent = useTypedSinceSent(element, { isBusy: post.isBusy, saveLeft: draft.saveLeft }, noteUnkept);
  const send = (pressed: string) => {
    if (!element.current || post.isBusy || (pressed === does && isHalfTyped(element.current))) return;
    draft.sent();
    saved?.current?.sent();
    if (pressed === "add") noteSent();
    post.send([...textsOf(element.current), ["do", pressed]]);
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
      onInput={readTyped}
      className="record-form"
    >
      <HiddenParts name={draft.name} opening={form.opening} version={hasMoved ? undefined : form.version} />
      {post.failure && <FailureAbove {...post.failure} />}
      <FormProblems refused={refused} problems={withLabels(problems, ownFields, ownPapers)} />
      {children}
      <ParticularsFields
        {...{ names: fields, optional, problems }}
        values={form.particulars}
        taken={takenNow(draft.saved, typed.particulars)}
      />
      <OwnFields fields={ownFields} values={form.own} problems={problems} />
      <DocumentsPart {...{ kinds, ownPapers, unseen, uploads, refused, problems }} lastDays={form.lastDays} />
      <LiveSheet {...{ typed, ownFields, ownPapers, uploads, kinds }} />
      <FormFoot {...{ does, label, notYet }} isBusy={post.isBusy} />
      {isDraft && <DraftState saved={draft.last} failure={draft.failure} hasMoved={hasMoved} />}
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

type FormFootProps = Pick<RecordFormProps, "does" | "label"> & {
  isBusy: boolean;
  notYet: "lost" | "on-their-way" | null;
};

const FormFoot = ({ does, label, isBusy, notYet }: FormFootProps) => (
  <div className="form-foot">
    <Button name="do" value={does} size="small" isBusy={isBusy} className="max-sm:w-full">
      {label}
    </Button>
    <p role="status" className="font-semibold empty:hidden">
      {notYet && (notYet === "lost" ? m.form_upload_lost() : m.form_waits_for_uploads())}
    </p>
  </div>
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

const signatureOf = (uploads: readonly Upload<AnyKind>[]) =>
  uploads
    .map(({ step, ...one }) => {
      const state = step.step === "done" ? step.id : step.step === "failed" && step.problem;
      return `${one.kind} ${one.guess} ${state} ${one.isTakenAway}`;
    })
    .join();

function useTyped(form: RefObject<HTMLFormElement | null>, { particulars, own }: TypedTexts) {
  const [typed, setTyped] = useState<TypedTexts>({ particulars, own });
  const readTyped = () => {
    if (!form.current) return;
    const now = typedIn(form.current);
    // A select sends "input" before "change": if the form were rendered in between, the choice would be lost.
    const isOther = (name: FieldName) => now.particulars[name] !== typed.particulars[name];
    if (fieldNames.some(isOther) || Object.entries(now.own).some(([id, value]) => typed.own[id] !== value))
      setTyped(now);
  };
  return { typed, readTyped };
}

function typedIn(form: HTMLFormElement): TypedTexts {
  const particulars = { ...noParticulars };
  const texts = textsOf(form);
  for (const [name, value] of texts) if (isFieldName(name)) particulars[name] = value;
  return { particulars, own: ownAmong(texts) };
}

function useOnceFor<Value>(value: Value | null | undefined, work: (value: Value) => void): void {
  const doIt = useEffectEvent(work);
  useEffect(() => {
    if (value) doIt(value);
  }, [value]);
}
