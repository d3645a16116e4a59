import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";

/**
 * 64-bit numbers are strings, ids are in hex, kinds and codes are numbers: docs/specification.md of
 * opentelemetry-proto.
 */
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }) }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "a key comes twice");
const id = (bytes: number) => z.string().regex(new RegExp(`^(?!0+$)[\\da-f]{${2 * bytes}}$`));
const moment = z.string().regex(/^1\d{18}$/);
const span = z
  .strictObject({
    traceId: id(16),
    spanId: id(8),
    parentSpanId: id(8).optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: moment,
    endTimeUnixNano: moment,
    attributes,
    status: z.strictObject({ code: z.union([z.literal(1), z.literal(2)]).optional() }),
  })
  .refine((one) => BigInt(one.startTimeUnixNano) <= BigInt(one.endTimeUnixNano), "it ends before it starts");
const request = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.tuple([
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span).min(1),
        }),
      ]),
    }),
  ]),
});

export type TakenSpan = z.output<typeof span>;
export type CollectorMood = "takes spans" | "is busy" | "refuses" | "takes all but one" | "says nothing";

/**
 * An OpenTelemetry collector on loopback that behaves as its `mood` requires. It refuses requests with a wrong format.
 */
export class Collector implements AsyncDisposable {
  mood: CollectorMood = "takes spans";
  readonly spans: TakenSpan[] = [];
  /** The headers of the newest request, and the resource attributes that describe its sender. */
  headers: IncomingMessage["headers"] = {};
  resource: z.output<typeof attributes> = [];
  /** What was wrong with the requests so far. */
  readonly problems: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await once(collector.#server.listen(0, "127.0.0.1"), "listening");
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    if (this.mood === "says nothing") return;
    const status = this.#statusOf(incoming, body);
    const answer = this.mood === "takes all but one" ? { partialSuccess: { rejectedSpans: "1" } } : {};
    outgoing.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }

  #statusOf({ method, url, headers }: IncomingMessage, body: string): number {
    if (this.mood === "is busy") return 503;
    if (this.mood === "refuses") return 401;
    this.headers = headers;
    const parsed = request.safeParse(JSON.parse(body));
    const isCall = method === "POST" && url === "/v1/traces" && headers["content-type"] === "application/json";
    if (!isCall) this.problems.push(`${method} ${url} ${headers["content-type"]}`);
    if (parsed.error) this.problems.push(z.prettifyError(parsed.error));
    if (!isCall || !parsed.success) return 400;
    const [{ resource, scopeSpans }] = parsed.data.resourceSpans;
    this.resource = resource.attributes;
    this.spans.push(...scopeSpans[0].spans);
    return 200;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
