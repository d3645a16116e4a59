import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { FailureAbove } from "#design/form/failure-message.tsx";
import { DraftState } from "./draft-state.tsx";
import { FormProblems } from "./form-problems.tsx";
import { problemOfAll, problemsByField } from "./form-words.ts";
import { DocumentsPart } from "./documents-part.tsx";
import { ParticularsFields } from "./particulars-fields.tsx";
import { idOf, type Scan, type SendUpload } from "./send-upload.ts";
import type { FormAnswer, ParticularName, ShownForm } from "./shown-form.ts";
import { fieldsOf, useFormKeeper } from "./use-form-keeper.ts";
import type { PostedForm } from "./use-posted-form.ts";
import { useFormName } from "./use-form-name.ts";
import { useUploads } from "./use-uploads.ts";
import { useEarlyInput } from "./use-early-input.ts";
import { useSendingWhenThere } from "./use-submit-when-uploaded.ts";

export type RecordFormProps = {
  /** Where it is sent, and its own page. */
  page: string;
  form: ShownForm;
  post: PostedForm;
  fields: readonly ParticularName[];
  optional: readonly ParticularName[];
  kinds: readonly DocumentKind[];
  does: "add" | "update";
  label: string;
  send: SendUpload;
  /** Below what went wrong. */
  children?: ReactNode;
};

/** The particulars and papers of one record, in one form: without scripts it brings its files itself. */
export function RecordForm({ page, post, fields, optional, kinds, does, label, ...props }: RecordFormProps) {
  // As it was opened: what the page learns later does not change what is being typed, nor what it is based on.
  const [form] = useState(props.form);
  const element = useRef<HTMLFormElement>(null);
  const scans = useUploads(form, props.send);
  const keeper = useFormKeeper(element, page, signatureOf(scans.scans));
  const kept = keeper.kept?.opening === form.opening ? keeper.kept : null;
  useLostUploads(kept?.missing, scans.lose);
  const answer = post.isBusy || post.failure ? undefined : post.answer;
  const refused = answer?.kind === "refused" ? answer : null;
  const problems = problemsByField(refused);
  const name = useFormName(form.name, { kept, refused }, keeper.keepSoon);
  const hasMoved = name !== form.name;
  useFocusOnProblem(post.answer, problems);
  useEarlyInput(element, keeper.keepSoon);

  const sendForm = (pressed: string) => {
    if (!element.current || post.isBusy) return;
    keeper.stop();
    post.send(fieldsOf(element.current, pressed));
  };
  const { press, notYet } = useSendingWhenThere(scans.scans, () => sendForm(does));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = pressedButton(event.nativeEvent) ?? does;
    if (pressed === does) press();
    else sendForm(pressed);
  };
  return (
    <form
      ref={element}
      method="post"
      action={page}
      encType="multipart/form-data"
      noValidate
      onSubmit={submit}
      onInput={keeper.keepSoon}
      className="grid grid-cols-1 gap-6"
    >
      {/* What Enter presses: without it that would be the first button of a scan. */}
      <button name="do" value={does} tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="opening" value={form.opening} />
      {form.version !== undefined && !hasMoved && <input type="hidden" name="version" value={form.version} />}
      {post.failure && <FailureAbove {...post.failure} />}
      <FormProblems problems={problems} problem={problemOfAll(answer)} record={refused?.record ?? null} />
      {props.children}
      <ParticularsFields
        names={fields}
        optional={optional}
        values={form.particulars}
        problems={problems}
        taken={kept?.taken ?? {}}
      />
      <DocumentsPart kinds={kinds} scans={scans} refused={refused} />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button
            name="do"
            value={does}
            aria-disabled={post.isBusy}
            className="action-button max-sm:w-full max-sm:justify-center"
          >
            {label}
          </button>
          {does === "add" && <DraftState kept={keeper.kept} trouble={keeper.trouble} hasMoved={hasMoved} />}
        </div>
        <p role="status" className="font-semibold empty:hidden">
          {notYet && (notYet === "lost" ? m.form_upload_lost() : m.form_waits_for_uploads())}
        </p>
      </div>
    </form>
  );
}

const pressedButton = (event: Event): string | null =>
  event instanceof globalThis.SubmitEvent && event.submitter instanceof HTMLButtonElement
    ? event.submitter.value
    : null;

/** What of the scans the site keeps. */
const signatureOf = (scans: readonly Scan[]) =>
  scans.map((scan) => `${scan.kind} ${idOf(scan)} ${scan.isTakenAway}`).join();

/** The first field that is wrong, as it would be on a page that was loaded anew. */
function useFocusOnProblem(answer: FormAnswer | undefined, problems: ReadonlyMap<string, string>): void {
  const focusOnFirst = useEffectEvent(() => {
    const [first] = problems.keys();
    if (first) document.getElementById(first)?.focus();
  });
  // Each answer moves the focus once.
  useEffect(() => {
    if (answer) focusOnFirst();
  }, [answer]);
}

function useLostUploads(missing: readonly string[] | undefined, lose: (ids: readonly string[]) => void): void {
  const loseThem = useEffectEvent(lose);
  useEffect(() => {
    if (missing && missing.length > 0) loseThem(missing);
  }, [missing]);
}
