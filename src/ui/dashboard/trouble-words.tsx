import { useEffect, useRef } from "react";
import { m } from "#i18n/compiled/messages.js";
import type { Trouble, Unanswered } from "./unanswered.ts";

/** Whoever pressed a button far below is led here, each time anew. */
export const TroubleAbove = ({ unanswered, at }: Unanswered) => <TroubleWords key={at} {...unanswered} />;

function TroubleWords(trouble: Trouble) {
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
        <p>{words[trouble.why]()}</p>
        <WayOutOf {...trouble} />
      </div>
    </div>
  );
}

const words: Record<Trouble["why"], () => string> = {
  "no-line": m.unanswered_no_line,
  failed: m.unanswered_failed,
  "too-large": m.unanswered_too_large,
  "signed-out": m.unanswered_signed_out,
  unproved: m.unanswered_unproved,
};

/** Another window, so that this one keeps what was typed. */
export const WayOutOf = ({ why, to }: Trouble) =>
  to && (
    <a href={to} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center justify-self-start">
      {why === "unproved" ? m.unanswered_prove() : m.unanswered_sign_in()}
    </a>
  );
