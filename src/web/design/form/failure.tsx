import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
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

const ShowFailure = createContext<(failure: Failure) => void>(() => {});

/** Shows above a page why an action of one of its buttons failed, until the next navigation. */
export function ActionFailure({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [last, setLast] = useState<{ failure: Failure; at: string } | null>(null);
  return (
    <ShowFailure value={(failure) => setLast({ failure, at: key })}>
      {last?.at === key && <FailureAbove {...last.failure} />}
      {children}
    </ShowFailure>
  );
}

/** Shows above the page that a button's action failed. */
export function useShowFailure(failure: Failure | undefined): void {
  const show = useEffectEvent(useContext(ShowFailure));
  useEffect(() => {
    if (failure) show(failure);
  }, [failure]);
}
