import { useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useLastAnswer } from "#design/form/keep-form-on-failure.tsx";
import type { Failure } from "#design/form/failure.ts";
import type { FormAnswer, RefusedForm } from "./shown-form.ts";

/** What an action says of a form, or that it said nothing. */
export type FormSent = FormAnswer | Failure | undefined;

export type PostedForm = {
  /** The last one that came. */
  answer: FormAnswer | undefined;
  /** Why none came after it. */
  failure: Failure | null;
  refused: RefusedForm | null;
  isBusy: boolean;
  /** How often it was taken: each time the page has another form, or the same one filled anew. */
  taken: number;
  send: (fields: URLSearchParams) => void;
};

/**
 * The form as it is sent by its buttons, and what came of it; `given` is the answer where no scripts run. When the page
 * shows `another` form, what came of the one before is no longer told.
 */
export function usePostedForm(page: string, given: FormSent, another = page): PostedForm {
  const fetcher = useFetcher<FormAnswer | Failure>();
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
  const isBusy = state !== "idle";
  const { last: answer, failure } = useLastAnswer(data && data !== before ? data : given);
  return {
    answer,
    failure,
    refused: answer?.kind === "refused" ? answer : null,
    isBusy,
    taken,
    send: (fields) => {
      sentAfter.current = { data };
      void fetcher.submit(fields, { method: "post", action: page });
    },
  };
}

type Taken = { taken: number; before: FormSent; of: string };
