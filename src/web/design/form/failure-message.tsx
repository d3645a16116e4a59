import { useEffect, useRef } from "react";
import { m } from "#i18n/compiled/messages.js";
import type { Failure, FailureReason } from "./failure.ts";
import { failureWords } from "./problem-words.ts";

/** Whoever pressed a button far below is led here, each time anew. */
export const FailureAbove = ({ failure, at }: Failure) => <TroubleWords key={at} {...failure} />;

function TroubleWords(trouble: FailureReason) {
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
        <p>{failureWords[trouble.why]()}</p>
        <WayOutOf {...trouble} />
      </div>
    </div>
  );
}

/** Another window, so that this one keeps what was typed. */
export const WayOutOf = ({ why, to }: FailureReason) =>
  to && (
    <a href={to} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center justify-self-start">
      {why === "unproved" ? m.failure_prove() : m.failure_sign_in()}
    </a>
  );
