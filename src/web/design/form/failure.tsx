import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Unclaimed } from "./alarm.tsx";
import type { FormResult } from "./form-result.ts";
import { type FailureReason, failureWords } from "./problem-words.ts";

/** Replaces the response to a form if none arrived. */
export type Failure = { failure: FailureReason; at: number };

export const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === "object" && answer !== null && "failure" in answer;

/** Shows the failure and gets the focus after each failure, because the pressed button may be far below. */
export const FailureAbove = ({ failure, at }: Failure) => <FailureAlarm key={at} {...failure} />;

function FailureAlarm(reason: FailureReason) {
  const alarm = useRef<HTMLDivElement>(null);
  useEffect(() => alarm.current?.focus(), []);
  return (
    <div className="mx-auto mb-5 w-full max-w-6xl">
      <div
        ref={alarm}
        role="alert"
        tabIndex={-1}
        className="grid max-w-prose scroll-mt-20 gap-1 border-s-4 border-alarm ps-4 font-semibold text-alarm"
      >
        <p>{failureWords[reason.why]()}</p>
        <WayOutOf {...reason} />
      </div>
    </div>
  );
}

/** Link to sign in or to show the second factor again. Opens a new window, so that no typed text is lost. */
export const WayOutOf = ({ why, to }: FailureReason) =>
  to && (
    <a href={to} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center justify-self-start">
      {why === "unproved" ? m.failure_prove() : m.failure_sign_in()}
    </a>
  );

/** What a button's action answers if it was not done. A redirect answers nothing. */
type NotDone = Failure | FormResult;

const ShowNotDone = createContext<(answer: NotDone) => void>(() => {});

/** Shows above a page why an action of one of its buttons was not done, until the next navigation. */
export function ActionFailure({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [last, setLast] = useState<{ answer: NotDone; on: string } | null>(null);
  return (
    <ShowNotDone value={(answer) => setLast({ answer, on: key })}>
      {last?.on === key && <NotDoneAbove {...last} />}
      {children}
    </ShowNotDone>
  );
}

const NotDoneAbove = ({ answer }: { answer: NotDone }) =>
  isFailure(answer) ? (
    <FailureAbove {...answer} />
  ) : (
    <div className="mx-auto mb-5 w-full max-w-6xl">
      <Unclaimed result={answer} />
    </div>
  );

/** The fetcher of a button. Whatever its action answers is shown above the page. */
export function useAction() {
  const fetcher = useFetcher<NotDone>();
  const show = useEffectEvent(useContext(ShowNotDone));
  useEffect(() => {
    if (fetcher.data) show(fetcher.data);
  }, [fetcher.data]);
  return fetcher;
}
