import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useActionData, useLocation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Keyed, keyed } from "../page/keys.ts";
import { PageFrame } from "../page/page-frame.tsx";
import { Button, buttonClass } from "./button.tsx";
import type { Failure } from "./failure.tsx";
import { KeepFormOnFailure } from "./keep-form-on-failure.tsx";
import { SendForm } from "./send-form.tsx";

export type Question = {
  of: string;
  /** Something else that identifies the person or thing, shown below the name. */
  mark?: ReactNode;
  /** The address that receives the answer "yes". Without scripts, this page also asks the question. */
  action: string;
  /** The page to open after either answer. */
  back: string;
  /** For actions other than a deletion: the text that says what will happen, and the label of the answer "yes". */
  text?: string | undefined;
  yes?: string | undefined;
  /** A milder action, offered beside the answer "yes". */
  instead?: Instead | undefined;
};

type Instead = { action: string; does: string; id: string; label: string };

type ConfirmLinkProps = Question & Keyed & { label: string; className?: string };

/** Asks before an action that cannot be undone. Uses a dialog with scripts, and a separate page without them. */
export function ConfirmLink({ label, of, mark, action, back, text, yes, instead, ...link }: ConfirmLinkProps) {
  const [isAsked, setAsked] = useState(false);
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <>
      <a {...link} href={`${action}?${new URLSearchParams({ back }).toString()}`} onClick={ask}>
        {label}
        <span className="sr-only"> {of}</span>
      </a>
      {isAsked && <ConfirmDialog {...{ of, mark, action, back, text, yes, instead }} onClose={() => setAsked(false)} />}
    </>
  );
}

type ConfirmBelowProps = Keyed & {
  label: string;
  of: string;
  /** The question, and the form that runs the action. */
  children: ReactNode;
  isOpen?: boolean;
  className?: string;
};

/** Asks before an action that has no page for the question. The question opens below the button. */
export const ConfirmBelow = ({
  label,
  of,
  children,
  isOpen = false,
  className = buttonClass({ variant: "row-danger" }),
  ...keys
}: ConfirmBelowProps) => (
  <details open={isOpen}>
    <summary className={className} {...keys}>
      {label}
      <span className="sr-only"> {of}</span>
    </summary>
    <div className="my-2 grid justify-items-start gap-3 border-s-4 border-alarm ps-4 whitespace-normal">{children}</div>
  </details>
);

/** Deletes the thing in a row after a question. `label` may name another action. */
export const DeleteLink = ({ label = m.delete_record(), ...question }: Question & { label?: string }) => (
  <ConfirmLink {...question} label={label} className="row-button grave" {...keyed("x", label)} />
);

/** Closes once the answer has led to a page, which may be the same one: a record that is hidden instead keeps its row. */
function ConfirmDialog({ onClose, ...question }: Question & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { key } = useLocation();
  const [askedAt] = useState(key);
  useEffect(() => {
    if (key === askedAt) dialog.current?.showModal();
    else dialog.current?.close();
  }, [key, askedAt]);
  // Outside the row: a key may ask while the menu of the row is closed, and a closed menu would hide the dialog.
  return createPortal(
    <dialog ref={dialog} aria-labelledby={title} className="confirm" onClose={onClose}>
      <h2 id={title} className="text-22">
        {m.are_you_sure()}
      </h2>
      <ConfirmForm {...question}>
        {/* The dialog focuses its first button. "Cancel" comes first, so pressing Enter twice deletes nothing. */}
        <Button variant="secondary" size="small" type="button" onClick={() => dialog.current?.close()}>
          {m.cancel()}
        </Button>
      </ConfirmForm>
    </dialog>,
    document.body,
  );
}

/** Without scripts. With them, a question whose answer failed leads here too. */
export const ConfirmPage = (question: Question) => (
  <KeepFormOnFailure answer={useActionData<Failure>()}>
    {() => (
      <PageFrame title={m.are_you_sure()}>
        <ConfirmForm {...question}>
          <a href={question.back} className="inline-flex min-h-11 items-center px-2">
            {m.cancel()}
          </a>
        </ConfirmForm>
      </PageFrame>
    )}
  </KeepFormOnFailure>
);

function ConfirmForm({
  of,
  mark,
  action,
  back,
  text = m.cannot_be_reverted(),
  yes = m.yes_delete(),
  instead,
  children,
}: Question & { children: ReactNode }) {
  return (
    <SendForm action={action} className="mt-3 grid gap-5">
      <div className="grid gap-3">
        <strong className="wrap-anywhere">{of}</strong>
        {mark}
        <p>{text}</p>
      </div>
      <input type="hidden" name="back" value={back} />
      <div className="flex flex-wrap items-center gap-3">
        {children}
        {instead && (
          <>
            <input type="hidden" name="id" value={instead.id} />
            <Button variant="secondary" size="small" formAction={instead.action} name="do" value={instead.does}>
              {instead.label}
            </Button>
          </>
        )}
        <Button variant="danger" size="small">
          {yes}
        </Button>
      </div>
    </SendForm>
  );
}
