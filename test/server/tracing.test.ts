import { once } from "node:events";
import { request } from "node:http";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { exportRequest, type Span, spanKind } from "#server/tracing/otlp.ts";
import { SpanExporter } from "#server/tracing/span-exporter.ts";
import { admin } from "../support/accounts/people.ts";
import { Collector, type CollectorMood, type TakenSpan } from "../support/collector.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";
import { whenTestEnds } from "../support/portals.ts";

const attributesOf = ({ attributes }: TakenSpan) => new Map(attributes.map(({ key, value }) => [key, value]));
const nanoOf = (span: TakenSpan) => [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)] as const;

test("the server sends spans of requests and queries, continues the proxy's trace, and reveals nothing about anybody", async () => {
  const collector = await Collector.start();
  onTestFinished(() => collector[Symbol.asyncDispose]());
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20key",
    OTEL_SERVICE_NAME: "check.agency",
    METRICS_TOKEN: "a token for the tests alone",
  };
  const { url, portal, server, environment } = await startSite(settings, undefined, whenTestEnds);
  const { passportNumber, id } = await addTestRecord(portal, admin, { passportNumber: "PLANTED4711", name: "PLANTED" });
  const trace = (flags: string, address: string, init: RequestInit = {}) =>
    fetch(url + address, {
      ...init,
      headers: { traceparent: `00-${"7".repeat(32)}-${"1".repeat(16)}-${flags}`, "X-Request-Id": "of-the-proxy" },
    });
  await trace("01", `/result/${passportNumber}?name=PLANTED`);
  await trace("00", "/healthz");
  // Sent from an address that is not trusted.
  const stranger = { localAddress: "127.0.0.2", headers: { traceparent: `00-${"7".repeat(32)}-${"1".repeat(16)}-00` } };
  await once(request(url.replace("localhost", "127.0.0.1"), { ...stranger, path: "/robots.txt" }).end(), "response");
  await fetch(`${url}/Check_Visa`, { method: "POST", body: new URLSearchParams({ number: "PLANTED0815" }) });
  using database = openDatabaseFile(environment);
  database.prepare("update candidate set sealed = zeroblob(100) where id = ?").run(id);
  await trace("01", `/result/${passportNumber}`);

  const ofRequests = () => collector.spans.filter(({ kind }) => kind === spanKind.server);
  await expect.poll(ofRequests).toHaveLength(4);
  const [first, strange, page, broken] = ofRequests();
  if (!first || !strange || !page || !broken) throw new Error("a span is missing");
  expect(first).toMatchObject({ name: "GET /result/:passportNumber", traceId: "7".repeat(32), status: {} });
  expect(first.parentSpanId).toBe("1".repeat(16));
  expect([...attributesOf(first)]).toEqual([
    ["http.request.method", { stringValue: "GET" }],
    ["http.route", { stringValue: "/result/:passportNumber" }],
    ["http.response.status_code", { intValue: "200" }],
    ["http.response.header.x-request-id", { arrayValue: { values: [{ stringValue: "of-the-proxy" }] } }],
  ]);
  expect([strange.name, strange.traceId === first.traceId, strange.parentSpanId]).toEqual([
    "GET /robots.txt",
    false,
    undefined,
  ]);
  expect(page).toMatchObject({ name: "POST /Check_Visa", status: {} });
  expect(page.parentSpanId).toBeUndefined();
  expect(broken.status).toEqual({ code: 2 });
  const query = collector.spans.find(({ name, parentSpanId }) => name === "select" && parentSpanId === first.spanId);
  if (!query) throw new Error("its query is missing");
  expect(query).toMatchObject({ kind: spanKind.client, traceId: first.traceId });
  expect(attributesOf(query)).toMatchObject(
    new Map([
      ["db.system.name", { stringValue: "sqlite" }],
      ["db.operation.name", { stringValue: "select" }],
      ["db.query.text", { stringValue: expect.stringMatching(/^select .*"passport_index" = \?/) }],
    ]),
  );
  expect(nanoOf(query)[0] >= nanoOf(first)[0] && nanoOf(query)[1] <= nanoOf(first)[1]).toBe(true);

  const metrics = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${settings.METRICS_TOKEN}` } });
  expect(await metrics.text()).toContain("\nattestry_spans_dropped_total 0\n");
  expect(collector.headers["x-key"]).toBe("a key");
  expect(collector.resource).toContainEqual({ key: "service.name", value: { stringValue: "check.agency" } });
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain("GET /metrics");
  expect(collector.problems).toEqual([]);
  expect(JSON.stringify(collector.spans)).not.toMatch(/planted/i);
});

const aSpan: Span = {
  traceId: "7".repeat(32),
  spanId: "1".repeat(16),
  name: "GET /",
  kind: spanKind.server,
  startTimeUnixNano: "1795315000000000000",
  endTimeUnixNano: "1795315000001000000",
  attributes: [],
  status: {},
};

/** An exporter to a collector of this mood. `said` contains the messages that the exporter logs. */
async function exporterTo(mood: CollectorMood) {
  const collector = await Collector.start();
  collector.mood = mood;
  onTestFinished(() => collector[Symbol.asyncDispose]());
  const said: string[] = [];
  const log = pino(
    { base: null },
    { write: (line) => void said.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg) },
  );
  const bodyOf = (spans: readonly Span[]) => exportRequest([], "1", spans);
  const exporter = new SpanExporter({ url: `${collector.url}/v1/traces`, headers: {} }, bodyOf, log);
  const add = (count: number) => Array.from({ length: count }, () => exporter.add(aSpan));
  return { collector, exporter, add, said };
}

const warning = "spans cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT";

test("spans that remain at a stop are sent, in several requests", async () => {
  const { collector, exporter, add } = await exporterTo("takes spans");
  add(1000);
  await exporter[Symbol.asyncDispose]();
  expect([collector.spans.length, collector.problems]).toEqual([1000, []]);
});

test("spans that a busy collector refused are sent again, and those beyond the buffer are counted as dropped", async () => {
  const { collector, exporter, add, said } = await exporterTo("is busy");
  add(5000);
  await expect.poll(() => said).toEqual([warning]);
  expect(exporter.dropped).toBe(5000 - 2048);
  collector.mood = "takes spans";
  await exporter[Symbol.asyncDispose]();
  expect([collector.spans.length, said]).toEqual([2048, [warning, "spans are sent again"]]);
});

test.for([
  ["refuses", 7],
  ["takes all but one", 1],
] as const)("spans are counted as dropped and not sent again if a collector %s", async ([mood, lost]) => {
  const { exporter, add, said } = await exporterTo(mood);
  add(7);
  await exporter[Symbol.asyncDispose]();
  expect([exporter.dropped, said]).toEqual([lost, [warning]]);
});

test("a collector that is down or silent does not delay a stop for long", async () => {
  const [silent, away] = [await exporterTo("says nothing"), await exporterTo("takes spans")];
  await away.collector[Symbol.asyncDispose]();
  const start = performance.now();
  for (const { exporter, add } of [silent, away]) {
    add(600);
    await exporter[Symbol.asyncDispose]();
  }
  expect(performance.now() - start).toBeLessThan(5000);
  expect([silent.said, away.said]).toEqual([[warning], [warning]]);
});
