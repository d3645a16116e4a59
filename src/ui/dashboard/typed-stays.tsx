import { type ReactNode, useState } from "react";
import { TroubleAbove } from "./trouble-words.tsx";
import { isUnanswered, type Unanswered } from "./unanswered.ts";

type TypedStaysProps<Answer> = {
  answer: Answer | Unanswered | undefined;
  /** The page with its form, given the last answer that came. */
  children: (answer: Answer | undefined) => ReactNode;
};

/** While no answer comes, the page stays as it is with all that was typed, and the trouble is said above it. */
export function TypedStays<Answer>({ answer, children }: TypedStaysProps<Answer>) {
  const { last, unanswered } = useLastAnswer(answer);
  return (
    <>
      {unanswered && <TroubleAbove {...unanswered} />}
      {children(last)}
    </>
  );
}

/** The last answer that came, and why none came to what was sent after it. */
export function useLastAnswer<Answer>(answer: Answer | Unanswered | undefined): LastAnswer<Answer> {
  const [last, setLast] = useState<Answer | undefined>(undefined);
  if (isUnanswered(answer)) return { last, unanswered: answer };
  if (answer !== last) setLast(() => answer);
  return { last: answer, unanswered: null };
}

type LastAnswer<Answer> = { last: Answer | undefined; unanswered: Unanswered | null };
