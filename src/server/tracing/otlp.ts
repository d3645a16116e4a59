/**
 * The JSON of the OpenTelemetry protocol, as far as it is used here: ids in hex, 64-bit numbers as text, kinds as
 * numbers.
 */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: (typeof spanKind)[keyof typeof spanKind];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: typeof statusError };
};

export const spanKind = { server: 2, client: 3 } as const;
export const statusError = 2;

type Value =
  | { stringValue: string }
  | { intValue: string }
  | { arrayValue: { values: readonly { stringValue: string }[] } };
export type Attribute = { key: string; value: Value };

export const textAttribute = (key: string, text: string): Attribute => ({ key, value: { stringValue: text } });
export const numberAttribute = (key: string, number: number): Attribute => ({
  key,
  value: { intValue: String(number) },
});
export const listAttribute = (key: string, ...texts: string[]): Attribute => ({
  key,
  value: { arrayValue: { values: texts.map((text) => ({ stringValue: text })) } },
});

/**
 * `ms` is in milliseconds since 1970. The result is exact to a microsecond, the finest that a JavaScript number still
 * holds.
 */
export const unixNano = (ms: number): string => `${Math.round(ms * 1000)}000`;

/** The body of a request to `/v1/traces`. */
export const exportRequest = (resource: readonly Attribute[], version: string, spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: "attestry", version }, spans }] },
    ],
  });
