import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useLastAnswer } from "#design/form/keep-form-on-failure.tsx";
import type { Failure } from "#design/form/failure.tsx";
import type { BoxFields } from "../page-draft/use-autosave.ts";
import { isUploading, type Upload } from "../uploads/send-image.ts";
import type { RefusedForm, Autosaved } from "./shown-form.ts";

/** The response of an action to a form, or the failure if there was none. */
export type FormSent = RefusedForm | Autosaved | Failure | undefined;

export type PostedForm = ReturnType<typeof usePostedForm>;

/**
 * Sends the form, and returns its response until `another`, which identifies the form on the page, changes. `given` is
 * the response without scripts.
 */
export function usePostedForm(page: string, given: FormSent, another = page) {
  const fetcher = useFetcher<FormSent>();
  const { state, data } = fetcher;
  const [{ taken, before, of }, setTaken] = useState<AcceptedForms>({ taken: 0, before: undefined, of: another });
  if (of !== another) setTaken({ taken, before: data, of: another });
  const sentAfter = useRef<{ data: FormSent }>(null);
  // A layout effect runs before the page is painted, so that the user never sees both responses.
  useLayoutEffect(() => {
    if (state !== "idle" || !sentAfter.current) return;
    // A form that was accepted redirects and returns no data. The response before it no longer matches the page.
    if (sentAfter.current.data === data) setTaken((last) => ({ ...last, taken: last.taken + 1, before: data }));
    sentAfter.current = null;
  }, [state, data]);
  const { last: answer, failure } = useLastAnswer(data && data !== before ? data : given);
  return {
    /** The last response, if it says why the form was refused. */
    refused: answer && "values" in answer ? answer : null,
    /** Why no response came after it. */
    failure,
    isBusy: state !== "idle",
    /** How often a form was accepted. Each time the page shows another form, or the same one filled in again. */
    taken,
    send: (fields: BoxFields) => {
      sentAfter.current = { data };
      void fetcher.submit(new URLSearchParams(fields.map(([name, value]) => [name, value])), {
        method: "post",
        action: page,
      });
    },
  };
}

type AcceptedForms = { taken: number; before: FormSent; of: string };

/** If the user sends a form while its files are being uploaded, it is sent automatically when they have arrived. */
export function useSendWhenUploaded(uploads: readonly Upload[], send: () => void) {
  const why = whyNotYet(uploads);
  const lastWhy = useRef(why);
  // The number of files when the button was pressed. Not the state below: React may run the effect of an earlier render
  // after the press, and that render does not know of it.
  const wantedWith = useRef<number>(null);
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  useEffect(() => {
    const haveCome = lastWhy.current === "on-their-way" && why === null;
    lastWhy.current = why;
    // A file that failed or another file: the user has to look at the form, and press again.
    if (why === "lost" || wantedWith.current !== uploads.length) wantedWith.current = null;
    if (!haveCome || wantedWith.current === null) return;
    wantedWith.current = null;
    send();
  });
  return {
    sendWhenUploaded: () => {
      wantedWith.current = why === "on-their-way" ? uploads.length : null;
      setPressedAt(why ? uploads.length : null);
      if (!why) send();
    },
    /** Why the form was not sent when the button was pressed; null again when the number of files changes. */
    notYet: pressedAt === uploads.length ? why : null,
  };
}

/** Why a form is not sent at once; null if it can be sent. */
function whyNotYet(uploads: readonly Upload[]): "on-their-way" | "lost" | null {
  if (uploads.some(({ step }) => step.step === "failed")) return "lost";
  return uploads.some(isUploading) ? "on-their-way" : null;
}
