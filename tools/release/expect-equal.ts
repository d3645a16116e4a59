/** Throws with both values, for rehearsals, which are no tests of a runner. */
export function expectEqual<Value>(seen: Value, expected: Value): void {
  if (seen !== expected) throw new Error(`Expected ${String(expected)}, but it was ${String(seen)}.`);
}
