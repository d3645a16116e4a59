import { type ReactNode, useState } from "react";
import { data, isRouteErrorResponse } from "react-router";
import { type Failure, FailureAbove, isFailure } from "./failure.tsx";
import type { FailureReason } from "./problem-words.ts";

type KeepFormOnFailureProps<Answer> = {
  answer: Answer | Failure | undefined;
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
export function useLastAnswer<Answer>(answer: Answer | Failure | undefined) {
  const [last, setLast] = useState<Answer | undefined>(undefined);
  if (isFailure(answer)) return { last, failure: answer };
  if (answer !== last) setLast(() => answer);
  return { last: answer, failure: null };
}

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> };

/** In the browser: when a form gets no answer, or one that leads away to sign in, the page with what was typed stays. */
export async function keepFormOnFailure<Answer>({ request, serverAction }: Sent<Answer>) {
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    const trouble = troubleIn(error) ?? ((await isByItself(sent)) ? { why: "failed" } : null);
    if (!trouble) throw error;
    // With this status nothing else is asked for, which would not come either.
    return data<Failure>({ failure: trouble, at: Date.now() }, 503);
  }
}

/** What a page sends while somebody types takes nobody away from it. */
const isByItself = async (sent: Request) => (await sent.formData()).get("do") === "keep";

function troubleIn(error: unknown): FailureReason | null {
  if (error instanceof Response) return leadingAway(error.headers.get("Location") ?? "");
  // A fetch that got no answer throws a TypeError.
  if (!isRouteErrorResponse(error)) return { why: error instanceof TypeError ? "no-connection" : "failed" };
  if (error.status === 413) return { why: "too-large" };
  return error.status >= 500 || error.status === 429 ? { why: "failed" } : null;
}

function leadingAway(to: string): FailureReason | null {
  if (/^\/login\b/.test(to)) return { why: "signed-out", to };
  return /^\/prove-again\b/.test(to) ? { why: "unproved", to } : null;
}
