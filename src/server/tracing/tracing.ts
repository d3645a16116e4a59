import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { watchQueries } from "#storage/database/query-times.ts";
import { comesFromProxy } from "../checks/client-address.ts";
import type { Log } from "../log.ts";
import { ownVersion } from "../project-folder.ts";
import { currentRequestId } from "../request-id.ts";
import { exportRequest, textAttribute } from "./otlp.ts";
import { type Collector, SpanExporter } from "./span-exporter.ts";
import { beginRequest, readTraceParent, spanOfQuery, spanOfRequest, type Traced } from "./spans.ts";

export type Tracing = AsyncDisposable & {
  /** Answers a request, and makes spans of the request and of its queries. */
  trace: (incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void) => void;
  /** The number of spans that the collector never got. */
  dropped: () => number;
};

type TracingParts = {
  collector: Collector;
  serviceName: string;
  processId: string;
  trustedProxies: BlockList;
  log: Log;
};

/** Makes spans for an OpenTelemetry collector. They contain routes and SQL statements, never user input. */
export async function openTracing({ collector, log, ...parts }: TracingParts): Promise<Tracing> {
  const version = await ownVersion();
  const resource = [
    textAttribute("service.name", parts.serviceName),
    textAttribute("service.version", version),
    textAttribute("service.instance.id", parts.processId),
  ];
  const exporter = new SpanExporter(collector, (spans) => exportRequest(resource, version, spans), log);
  const current = new AsyncLocalStorage<Traced>();
  const watching = watchQueries((query) => {
    const traced = current.getStore();
    if (traced) exporter.add(spanOfQuery(traced, query));
  });

  return {
    trace(incoming, outgoing, answer) {
      // Anybody but a trusted proxy could write somebody's number into the header.
      const isBelieved = comesFromProxy(incoming, parts.trustedProxies);
      const parent = isBelieved ? readTraceParent(incoming.headers["traceparent"]) : null;
      if (parent?.isSampled === false) return answer();
      const traced = beginRequest(parent, currentRequestId());
      outgoing.once("close", () => exporter.add(spanOfRequest(traced, incoming, outgoing)));
      current.run(traced, answer);
    },
    dropped: () => exporter.dropped,
    [Symbol.asyncDispose]() {
      watching[Symbol.dispose]();
      return exporter[Symbol.asyncDispose]();
    },
  };
}
