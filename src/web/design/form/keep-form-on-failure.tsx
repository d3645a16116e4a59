import { type ReactNode, useState } from "react";
import { data, isRouteErrorResponse } from "react-router";
import { type Failure, FailureAbove, isFailure } from "./failure.tsx";
import type { FailureReason } from "./problem-words.ts";

type KeepFormOnFailureProps<Answer> = {
  answer: Answer | Failure | undefined;
  children: (answer: Answer | undefined) => ReactNode;
};

/** Keeps the page with all typed values if no response arrives, and shows the failure above the page. */
export function KeepFormOnFailure<Answer>({ answer, children }: KeepFormOnFailureProps<Answer>) {
  const { last, failure } = useLastAnswer(answer);
  return (
    <>
      {failure && <FailureAbove {...failure} />}
      {children(last)}
    </>
  );
}

/** Returns the last answer, and the failure of the request after it, if that failed. */
export function useLastAnswer<Answer>(answer: Answer | Failure | undefined) {
  const [last, setLast] = useState<Answer | undefined>(undefined);
  if (isFailure(answer)) return { last, failure: answer };
  if (answer !== last) setLast(() => answer);
  return { last: answer, failure: null };
}

/** The results of a request by route, as client middleware gets them. */
type Results = Record<string, { type: "data" | "error"; result: unknown }>;

/** Client middleware: keeps the page with the typed values if a form gets no response, or a redirect to sign in. */
export async function keepFormsOnFailure({ request }: { request: Request }, next: () => Promise<Results>) {
  if (request.method === "GET") return next();
  const results = await next();
  for (const answered of Object.values(results)) {
    if (answered.type !== "error") continue;
    const failure = troubleIn(unwrapped(answered.result));
    // With this status, React Router does not reload the page's data, which would fail as well.
    if (failure) Object.assign(answered, { type: "data", result: data({ failure, at: Date.now() }, 503) });
  }
  return results;
}

/** React Router wraps what is no response. */
const unwrapped = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "init" in error && "data" in error ? error.data : error;

function troubleIn(error: unknown): FailureReason | null {
  if (error instanceof Response) return leadingAway(error.headers.get("Location") ?? "");
  // fetch() throws a TypeError if no response arrives.
  if (!isRouteErrorResponse(error)) return { why: error instanceof TypeError ? "no-connection" : "failed" };
  if (error.status === 413) return { why: "too-large" };
  return error.status >= 500 || error.status === 429 ? { why: "failed" } : null;
}

function leadingAway(to: string): FailureReason | null {
  if (/^\/login\b/.test(to)) return { why: "signed-out", to };
  return /^\/prove-again\b/.test(to) ? { why: "unproved", to } : null;
}
