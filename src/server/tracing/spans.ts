import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { QueryTime } from "#storage/database/query-times.ts";
import { requestIdHeader } from "../request-id.ts";
import { describeRequest } from "../routes.ts";
import { listAttribute, numberAttribute, type Span, spanKind, statusError, textAttribute, unixNano } from "./otlp.ts";

export type TraceParent = { traceId: string; spanId: string; isSampled: boolean };

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads the header `traceparent` of W3C's Trace Context. Newer versions may append parts to the known ones. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | null {
  const [, version, traceId = "", spanId = "", flags = "", more] = form.exec(String(header)) ?? [];
  const isUsable = version !== "ff" && (version !== "00" || more === undefined);
  if (!isUsable || /^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A request that is being answered. */
export type Traced = Pick<Span, "traceId" | "spanId"> & {
  parent: TraceParent | null;
  requestId: string | undefined;
  start: number;
  /** When the clock of `performance` began. The same for all spans of a request, so that its queries lie within it. */
  origin: number;
};

export function beginRequest(parent: TraceParent | null, requestId: string | undefined): Traced {
  const start = performance.now();
  const traceId = parent?.traceId ?? newId(16);
  return { traceId, spanId: newId(8), parent, requestId, start, origin: Date.now() - start };
}

const newId = (bytes: number) => randomBytes(bytes).toString("hex");

const moments = ({ origin }: Traced, start: number, ms: number) => ({
  startTimeUnixNano: unixNano(origin + start),
  endTimeUnixNano: unixNano(origin + start + ms),
});

export function spanOfRequest(traced: Traced, incoming: IncomingMessage, outgoing: ServerResponse): Span {
  const { traceId, spanId, parent, requestId, start } = traced;
  const { route, method } = describeRequest(incoming);
  const status = outgoing.headersSent ? outgoing.statusCode : null;
  return {
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name: `${method} ${route}`,
    kind: spanKind.server,
    ...moments(traced, start, performance.now() - start),
    attributes: [
      textAttribute("http.request.method", method),
      textAttribute("http.route", route),
      // The status is missing if the visitor left before the response.
      ...(status === null ? [] : [numberAttribute("http.response.status_code", status)]),
      ...(requestId === undefined
        ? []
        : [listAttribute(`http.response.header.${requestIdHeader.toLowerCase()}`, requestId)]),
    ],
    status: status !== null && status >= 500 ? { code: statusError } : {},
  };
}

export function spanOfQuery(traced: Traced, { engine, text, start, ms }: QueryTime): Span {
  const [verb = ""] = text.split(/\s/, 1);
  return {
    traceId: traced.traceId,
    spanId: newId(8),
    parentSpanId: traced.spanId,
    name: verb,
    kind: spanKind.client,
    ...moments(traced, start, ms),
    attributes: [
      textAttribute("db.system.name", engine === "postgres" ? "postgresql" : engine),
      textAttribute("db.operation.name", verb),
      textAttribute("db.query.text", text),
    ],
    status: {},
  };
}
