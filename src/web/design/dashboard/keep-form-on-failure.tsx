import { type ReactNode, useState } from "react";
import { FailureAbove } from "./failure-message.tsx";
import { isFailure, type Failure } from "./failure.ts";

type KeepFormOnFailureProps<Answer> = {
  answer: Answer | Failure | undefined;
  /** The page with its form, given the last answer that came. */
  children: (answer: Answer | undefined) => ReactNode;
};

/** While no answer comes, the page stays as it is with all that was typed, and the trouble is said above it. */
export function KeepFormOnFailure<Answer>({ answer, children }: KeepFormOnFailureProps<Answer>) {
  const { last, failure } = useLastAnswer(answer);
  return (
    <>
      {failure && <FailureAbove {...failure} />}
      {children(last)}
    </>
  );
}

/** The last answer that came, and why none came to what was sent after it. */
export function useLastAnswer<Answer>(answer: Answer | Failure | undefined): LastAnswer<Answer> {
  const [last, setLast] = useState<Answer | undefined>(undefined);
  if (isFailure(answer)) return { last, failure: answer };
  if (answer !== last) setLast(() => answer);
  return { last: answer, failure: null };
}

type LastAnswer<Answer> = { last: Answer | undefined; failure: Failure | null };
