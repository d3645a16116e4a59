import { type ReactNode, useEffect, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";

/** Why what was sent is not known to be saved. `to`: where that is mended, in another window. */
export type Trouble =
  | { why: "no-line" | "failed" | "too-large"; to?: never }
  | { why: "signed-out" | "unproved"; to: string };

/** In the place of an answer to a form. */
export type Unanswered = { unanswered: Trouble; at: number };

type TypedStaysProps<Answer> = {
  answer: Answer | Unanswered | undefined;
  /** The page with its form, given the last answer that came. */
  children: (answer: Answer | undefined) => ReactNode;
};

/** While no answer comes, the page stays as it is with all that was typed, and the trouble is said above it. */
export function TypedStays<Answer>({ answer, children }: TypedStaysProps<Answer>) {
  const [last, setLast] = useState<Answer | undefined>(undefined);
  const isAnswer = !isUnanswered(answer);
  if (isAnswer && answer !== last) setLast(() => answer);
  return (
    <>
      {!isAnswer && <TroubleWords key={answer.at} {...answer.unanswered} />}
      {children(isAnswer ? answer : last)}
    </>
  );
}

const isUnanswered = (answer: unknown): answer is Unanswered =>
  typeof answer === "object" && answer !== null && "unanswered" in answer;

/** Whoever pressed a button far below is led here. */
function TroubleWords({ why, to }: Trouble) {
  const alarm = useRef<HTMLDivElement>(null);
  useEffect(() => alarm.current?.focus(), []);
  return (
    <div className="mx-auto mb-5 max-w-6xl">
      <div
        ref={alarm}
        role="alert"
        tabIndex={-1}
        className="grid max-w-prose scroll-mt-20 gap-1 border-s-4 border-alarm ps-4 font-semibold text-alarm"
      >
        <p>{words[why]()}</p>
        {to && (
          <a href={to} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center justify-self-start">
            {why === "unproved" ? m.unanswered_prove() : m.unanswered_sign_in()}
          </a>
        )}
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
