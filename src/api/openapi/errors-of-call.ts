import type { ErrorId } from "#core/errors.ts";
import type { Call } from "../contract/call.ts";

const always: ErrorId[] = ["internal", "unavailable"];

/** Everything that a call may answer instead: what it says itself, and what follows from what it is. */
export function errorsOf(call: Call): ErrorId[] {
  const isChange = call.method !== "get";
  const hasInput = [call.inPath, call.inQuery].some(({ shape }) => Object.keys(shape).length > 0);
  return [
    ...new Set<ErrorId>([
      ...(hasInput || call.body || call.isConditional || call.isRepeatable ? (["invalid"] as const) : []),
      ...(call.policy === "anyone" ? [] : (["not-signed-in", "not-allowed"] as const)),
      ...(isChange ? (["foreign-origin"] as const) : []),
      ...(call.body ? (["unsupported-type", "too-large"] as const) : []),
      ...(call.isConditional ? (["stale"] as const) : []),
      ...(call.isRepeatable ? (["still-working", "key-reused"] as const) : []),
      ...(call.errors ?? []),
      ...always,
    ]),
  ];
}
