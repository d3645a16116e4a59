import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useLastAnswer } from "#design/form/keep-form-on-failure.tsx";
import type { Failure } from "#design/form/failure.tsx";
import { isOnItsWay, type Upload } from "../uploads/send-image.ts";
import type { RefusedForm, Autosaved } from "./shown-form.ts";

/** What an action says of a form, or that it said nothing. */
export type FormSent = RefusedForm | Autosaved | Failure | undefined;

export type PostedForm = ReturnType<typeof usePostedForm>;

/** Sends the form, and returns its answer until the page shows `another` form. `given` is the answer without scripts. */
export function usePostedForm(page: string, given: FormSent, another = page) {
  const fetcher = useFetcher<FormSent>();
  const { state, data } = fetcher;
  const [{ taken, before, of }, setTaken] = useState<Taken>({ taken: 0, before: undefined, of: another });
  if (of !== another) setTaken({ taken, before: data, of: another });
  const sentAfter = useRef<{ data: FormSent }>(null);
  // Before the page is painted, so that nobody sees both answers.
  useLayoutEffect(() => {
    if (state !== "idle" || !sentAfter.current) return;
    // A form that was taken leads on, and brings no answer: the one before it is no longer about what is on the page.
    if (sentAfter.current.data === data) setTaken((last) => ({ ...last, taken: last.taken + 1, before: data }));
    sentAfter.current = null;
  }, [state, data]);
  const { last: answer, failure } = useLastAnswer(data && data !== before ? data : given);
  return {
    /** The last answer, if it says why the form was not taken. */
    refused: answer && "values" in answer ? answer : null,
    /** Why no answer came after it. */
    failure,
    isBusy: state !== "idle",
    /** How often it was taken: each time the page has another form, or the same one filled anew. */
    taken,
    send: (fields: URLSearchParams) => {
      sentAfter.current = { data };
      void fetcher.submit(fields, { method: "post", action: page });
    },
  };
}

type Taken = { taken: number; before: FormSent; of: string };

/** A form that is sent while its files are on their way goes by itself when they are there. */
export function useSendWhenUploaded(uploads: readonly Upload[], send: () => void) {
  const why = whyNotYet(uploads);
  const lastWhy = useRef(why);
  const isWanted = useRef(false);
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  useEffect(() => {
    const haveCome = lastWhy.current === "on-their-way" && why === null;
    lastWhy.current = why;
    if (!haveCome || !isWanted.current) return;
    isWanted.current = false;
    send();
  });
  return {
    sendWhenUploaded: () => {
      isWanted.current = why === "on-their-way";
      setPressedAt(why ? uploads.length : null);
      if (!why) send();
    },
    /** Shown to who has pressed, until they have chosen other files. */
    notYet: pressedAt === uploads.length ? why : null,
  };
}

/** Why a form is not sent at once. */
function whyNotYet(uploads: readonly Upload[]): "on-their-way" | "lost" | null {
  if (uploads.some(({ step }) => step.step === "failed")) return "lost";
  return uploads.some(isOnItsWay) ? "on-their-way" : null;
}
