import { createHash } from "node:crypto";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { AwsV4Signer } from "aws4fetch";
import { retry } from "#core/backoff.ts";
import { codeOf, PortalError } from "#core/errors.ts";
import type { S3Bucket } from "./s3-url.ts";

export type S3Request = {
  method: "GET" | "PUT" | "POST" | "DELETE";
  /** Omitted in a request about the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** How long the store may stay silent, all tries together. */
  patienceMs?: number;
  /** True to send the request without a signature, as a stranger would. */
  isAnonymous?: boolean;
};

export type S3Answer = { headers: IncomingHttpHeaders; body: Buffer };

/** `code` is the status with the store's error code ("503 SlowDown"), or Node's code ("ECONNREFUSED"). */
export class S3Failure extends Error {
  override readonly name = "S3Failure";
  readonly code: string;
  /** The id with which the store's operator finds the request. */
  readonly requestId: string | undefined;

  constructor(code: string, requestId?: string) {
    super(`S3: ${code}`);
    this.code = code;
    this.requestId = requestId;
  }
}

/** Short, because a web page waits for most requests. */
const usualPatienceMs = 2000;

/** Further requests wait in a queue, within their patience. Idle connections close before most servers close them. */
const connections = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: 4000 };

/** Sends signed requests to one bucket. Retries a failed request while there is time, unless a retry cannot help. */
export class S3Client implements Disposable {
  readonly #bucket: S3Bucket;
  readonly #request: (url: URL, options: http.RequestOptions) => http.ClientRequest;
  readonly #agent: http.Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: S3Bucket, lookup?: LookupFunction) {
    const isEncrypted = bucket.address.startsWith("https:");
    const options = { ...connections, ...(lookup && { lookup }) };
    this.#bucket = bucket;
    this.#request = isEncrypted ? https.request : http.request;
    this.#agent = isEncrypted ? new https.Agent(options) : new http.Agent(options);
  }

  /** Returns a successful response. Otherwise throws `unavailable`, with an S3Failure as its cause. */
  async send(request: S3Request): Promise<S3Answer> {
    const { method, patienceMs = usualPatienceMs } = request;
    const deadline = performance.now() + patienceMs;
    // One try of a GET gets half of the patience, so that there is time for a retry over another connection.
    const tryMs = method === "GET" ? patienceMs / 2 : patienceMs;
    const attempt = () => this.#try(request, Math.max(1, Math.min(tryMs, deadline - performance.now())));
    try {
      return await retry(attempt, { pauseMs: 50, maxPauseMs: 400, deadline, maxTries: 4, isTemporary });
    } catch (error) {
      throw new PortalError("unavailable", { cause: asFailure(error), away: "files" });
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #try(request: S3Request, silenceMs: number): Promise<S3Answer> {
    const { method, key, query = {}, body } = request;
    const { address } = this.#bucket;
    const url = new URL(key === undefined ? address : `${address}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = request.isAnonymous ? {} : await this.#signed(method, url, body);
    const sent = this.#request(url, { method, headers, agent: this.#agent });
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    // Once the response has begun, it must be destroyed itself: otherwise its reader only sees a connection reset.
    let underWay: http.ClientRequest | http.IncomingMessage = sent;
    sent.on("response", (answer) => resolve((underWay = answer))).on("error", reject);
    const giveUp = () => underWay.destroy(new S3Failure("ETIMEDOUT"));
    sent.setTimeout(silenceMs + timeToStore(body?.byteLength), giveUp);
    // The body gets what the headers left of this time. With a time of its own, a late response would take twice as long.
    const giveUpAt = performance.now() + silenceMs + timeFor(body?.byteLength);
    const timer = setTimeout(giveUp, giveUpAt - performance.now());
    sent.end(body);
    const answer = await promise.finally(() => clearTimeout(timer));
    const read = await wholeBody(answer, giveUpAt - performance.now());
    if (answer.statusCode !== undefined && answer.statusCode < 300 && !isLateFailure(method, read)) {
      return { headers: answer.headers, body: read };
    }
    throw failureIn(answer, read);
  }

  /** Signs the hash of the body too, so that the store refuses a body that was changed on its way. */
  async #signed(method: string, url: URL, body: Uint8Array = new Uint8Array()): Promise<Record<string, string>> {
    const hash = createHash("sha256").update(body).digest("hex");
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": hash },
      accessKeyId: this.#bucket.accessKey,
      secretAccessKey: this.#bucket.secretKey,
      service: "s3",
      region: this.#bucket.region,
      cache: this.#signingKeys,
    });
    return Object.fromEntries((await signer.sign()).headers);
  }
}

/** Returns the extra time for a body in milliseconds. Web pages wait for small bodies. Larger bodies may be slower. */
const timeFor = (bytes = 0) => bytes / (bytes > 1_000_000 ? 100 : 1000);

/** Returns the milliseconds for which a store may be silent, because it writes a body to its disks before it answers. */
const timeToStore = (bytes = 0) => bytes / 1000;

async function wholeBody(answer: http.IncomingMessage, patienceMs: number): Promise<Buffer> {
  const giveUp = () => answer.destroy(new S3Failure("ETIMEDOUT"));
  const timer = setTimeout(giveUp, patienceMs + timeFor(Number(answer.headers["content-length"] ?? 0)));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of answer) pieces.push(piece as Buffer);
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces);
}

/** True if the end of a multipart upload failed after the store had already sent status 200. */
const isLateFailure = (method: S3Request["method"], body: Buffer) =>
  method === "POST" && body.toString("latin1", 0, 4000).includes("<Error>");

function failureIn({ statusCode, headers }: http.IncomingMessage, body: Buffer): S3Failure {
  const requestId = String(headers["x-amz-request-id"] ?? "");
  const isClean = /^[\w.:+/=-]{1,100}$/.test(requestId);
  return new S3Failure(`${String(statusCode)} ${errorCode(body)}`.trim(), isClean ? requestId : undefined);
}

/** Returns the store's error code if it is one word: no other foreign text may get into the log. */
const errorCode = (body: Buffer) => /<Code>(\w{1,60})<\/Code>/.exec(body.toString("latin1", 0, 4000))?.[1] ?? "";

/** Turns Node's connection errors into an S3Failure. Throws all other errors again. */
function asFailure(error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  const code = codeOf(error);
  if (code === undefined) throw error;
  return new S3Failure(code);
}

/** True if a retry may succeed. After a response that refuses the request, it cannot. */
const isTemporary = (error: unknown) => {
  const code = codeOf(error) ?? "400";
  return !/^[123]\d\d\b/.test(code) && !isRefusal(code);
};

/** True if S3 refuses the request for a reason other than being busy. */
export const isRefusal = (code: string): boolean =>
  /^4\d\d\b/.test(code) && !/^(408|429|400 RequestTimeout)/.test(code);
