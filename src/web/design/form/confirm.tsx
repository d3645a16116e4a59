import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "../page/keys.ts";
import { PageFrame } from "../page/page-frame.tsx";
import { Button, buttonClass } from "./button.tsx";

export type Question = {
  /** Whom or what it is done to. */
  of: string;
  /** What it is known by besides its name. */
  mark?: ReactNode;
  /** Where the answer "yes" is sent, which is also the page that asks where no scripts run. */
  action: string;
  /** Where both answers lead. */
  back: string;
  /** Where it is no deletion: what will be so, and the answer "yes". */
  text?: string | undefined;
  yes?: string | undefined;
};

type ConfirmLinkProps = Question & {
  label: string;
  className?: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** Asks before something that cannot be undone: in a dialog where scripts run, else on a page of its own. */
export function ConfirmLink({ label, of, mark, action, back, text, yes, ...link }: ConfirmLinkProps) {
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
      {isAsked && <ConfirmDialog {...{ of, mark, action, back, text, yes }} onClose={() => setAsked(false)} />}
    </>
  );
}

type ConfirmBelowProps = {
  label: string;
  of: string;
  /** What is asked, and the form that does it. */
  children: ReactNode;
  isOpen?: boolean;
  className?: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** The same for what has no page of its own: the question opens below the button. */
export const ConfirmBelow = ({
  label,
  of,
  children,
  isOpen = false,
  className = buttonClass({ look: "row-danger" }),
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

/** Deletes the thing of a row, or does what `label` says, after a question. */
export const DeleteLink = ({ label = m.delete_record(), ...question }: Question & { label?: string }) => (
  <ConfirmLink {...question} label={label} className="row-button grave" {...keyed("x", label)} />
);

function ConfirmDialog({ onClose, ...question }: Question & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title} className="confirm" onClose={onClose}>
      <h2 id={title} className="text-22">
        {m.are_you_sure()}
      </h2>
      <ConfirmForm {...question}>
        {/* The first that can be pressed has the focus: nobody deletes by pressing Enter twice. */}
        <Button look="secondary" size="small" type="button" onClick={() => dialog.current?.close()}>
          {m.cancel()}
        </Button>
      </ConfirmForm>
    </dialog>
  );
}

export const ConfirmPage = (question: Question) => (
  <PageFrame title={m.are_you_sure()}>
    <ConfirmForm {...question}>
      <a href={question.back} className="inline-flex min-h-11 items-center px-2">
        {m.cancel()}
      </a>
    </ConfirmForm>
  </PageFrame>
);

const ConfirmForm = ({
  of,
  mark,
  action,
  back,
  text = m.cannot_be_reverted(),
  yes = m.yes_delete(),
  children,
}: Question & { children: ReactNode }) => (
  <Form method="post" action={action} className="mt-3 grid gap-5">
    <div className="grid gap-3">
      <strong className="wrap-anywhere">{of}</strong>
      {mark}
      <p>{text}</p>
    </div>
    <input type="hidden" name="back" value={back} />
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <Button look="danger" size="small">
        {yes}
      </Button>
    </div>
  </Form>
);
