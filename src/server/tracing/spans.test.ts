import { expect, test } from "vitest";
import { readTraceParent } from "./spans.ts";

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

test("a traceparent header is read, also one of a newer version", () => {
  const parent = { traceId, spanId, isSampled: true };
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual(parent);
  expect(readTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ ...parent, isSampled: false });
  expect(readTraceParent(`cc-${traceId}-${spanId}-03-what-the-future-says`)).toEqual(parent);
});

test.each([
  undefined,
  "",
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
])("the unusable traceparent header %o is ignored", (header) => {
  expect(readTraceParent(header)).toBeNull();
});
