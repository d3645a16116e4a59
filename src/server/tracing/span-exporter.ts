import { z } from "zod";
import { failureName } from "#core/errors.ts";
import type { Log } from "../log.ts";
import type { Span } from "./otlp.ts";

export type Collector = { url: string; headers: Readonly<Record<string, string>> };

/** A few megabytes. While so many spans wait, new ones are dropped and counted. */
const mostWaiting = 2048;
const mostInRequest = 512;
const sendEveryMs = 1000;
const timeoutMs = 10_000;
/** How long a stop waits for the collector. */
const graceMs = 1500;
const longestPauseMs = 60_000;

/** After these statuses the protocol allows a retry. All others are final. */
const retryableStatuses = new Set([429, 502, 503, 504]);

const answerSchema = z.object({ partialSuccess: z.object({ rejectedSpans: z.coerce.number() }) });

/** Sends spans to a collector, some at a time. Only a stop waits for it. */
export class SpanExporter implements AsyncDisposable {
  dropped = 0;
  readonly #collector: Collector;
  readonly #bodyOf: (spans: readonly Span[]) => string;
  readonly #log: Log;
  readonly #waiting: Span[] = [];
  readonly #timer = setInterval(() => void this.#send(), sendEveryMs).unref();
  readonly #ending = new AbortController();
  #sending: Promise<void> | undefined;
  #failures = 0;
  #pausedUntil = 0;

  constructor(collector: Collector, bodyOf: (spans: readonly Span[]) => string, log: Log) {
    this.#collector = collector;
    this.#bodyOf = bodyOf;
    this.#log = log;
  }

  add(span: Span): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(span);
    else this.dropped += 1;
    if (this.#waiting.length >= mostInRequest) void this.#send();
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendWaiting().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  /** Sends the spans that wait at this moment, one request after another. */
  async #sendWaiting(): Promise<void> {
    const requests = Math.ceil(this.#waiting.length / mostInRequest);
    for (let sent = 0; sent < requests && performance.now() >= this.#pausedUntil; sent += 1) {
      const spans = this.#waiting.slice(0, mostInRequest);
      try {
        const refused = await this.#post(spans);
        this.#waiting.splice(0, spans.length);
        this.dropped += refused;
        if (refused > 0) this.#fail("they are refused");
        else this.#recover();
      } catch (error) {
        this.#fail(failureName(error));
        this.#pausedUntil = performance.now() + this.#pauseAfter(error);
      }
    }
  }

  /** Returns the number of spans that the collector refused for good. Throws if the spans may be sent again. */
  async #post(spans: readonly Span[]): Promise<number> {
    const answer = await fetch(this.#collector.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...this.#collector.headers },
      body: this.#bodyOf(spans),
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#ending.signal]),
    });
    const text = await answer.text();
    if (retryableStatuses.has(answer.status)) throw new Busy(answer);
    return answer.ok ? rejectedIn(text) : spans.length;
  }

  #pauseAfter(error: unknown): number {
    const ms = error instanceof Busy && error.waitMs > 0 ? error.waitMs : sendEveryMs * 2 ** this.#failures;
    // Random, so that several processes do not retry all at once.
    return Math.min(ms, longestPauseMs) * (1 + Math.random() / 2);
  }

  #fail(why: string): void {
    if (this.#failures === 0) this.#log.warn({ cause: why }, "spans cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT");
    this.#failures += 1;
  }

  #recover(): void {
    if (this.#failures > 0) this.#log.info("spans are sent again");
    this.#failures = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const lastMoment = setTimeout(() => this.#ending.abort(), graceMs);
    await this.#sending;
    this.#pausedUntil = 0;
    await this.#send();
    clearTimeout(lastMoment);
  }
}

/** The collector can be reached, but asks for a retry later. */
class Busy extends Error {
  readonly code: string;
  readonly waitMs: number;

  constructor({ status, headers }: Response) {
    super();
    this.code = `HTTP ${status}`;
    this.waitMs = 1000 * Number(headers.get("Retry-After"));
  }
}

function rejectedIn(text: string): number {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data?.partialSuccess.rejectedSpans ?? 0;
  } catch {
    // The response is not valid JSON. Nothing in it is needed.
    return 0;
  }
}
