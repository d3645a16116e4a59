import { createHash } from "node:crypto";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { codeOf, PortalError } from "#core/errors.ts";
import type { S3Bucket } from "./s3-url.ts";

export type S3Request = {
  method: "GET" | "PUT" | "POST" | "DELETE";
  /** Without it the request is about the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** For how long the store may keep silent, tries together. */
  patienceMs?: number;
  /** Goes out without a signature, as a stranger's would. */
  isAnonymous?: boolean;
};

export type S3Answer = { headers: IncomingHttpHeaders; body: Buffer };

/** Why the store did not do it: the status and the store's word for it ("503 SlowDown"), or Node's code ("ECONNREFUSED"). */
export class S3Failure extends Error {
  override readonly name = "S3Failure";
  readonly code: string;
  /** By which the store's operator finds the request. */
  readonly requestId: string | undefined;

  constructor(code: string, requestId?: string) {
    super(`S3: ${code}`);
    this.code = code;
    this.requestId = requestId;
  }
}

/** A page waits for most of these. */
const usualPatienceMs = 2000;
const mostTries = 4;

/** So many requests at once; others wait in line, within their patience. Idle connections close before most servers close them. */
const connections = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: 4000 };

/** Sends signed requests to one bucket. What fails is tried again, while there is time, unless that is of no use. */
export class S3Client implements Disposable {
  readonly #bucket: S3Bucket;
  readonly #request: (url: URL, options: http.RequestOptions) => http.ClientRequest;
  readonly #agent: http.Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: S3Bucket) {
    const isEncrypted = bucket.address.startsWith("https:");
    this.#bucket = bucket;
    this.#request = isEncrypted ? https.request : http.request;
    this.#agent = isEncrypted ? new https.Agent(connections) : new http.Agent(connections);
  }

  /** The answer, if it is a success. Fails as `unavailable`, with an S3Failure as its cause. */
  async send(request: S3Request): Promise<S3Answer> {
    const { method, patienceMs = usualPatienceMs } = request;
    const deadline = performance.now() + patienceMs;
    // What is read is asked for once more, over another connection, before the patience ends.
    const tryMs = method === "GET" ? patienceMs / 2 : patienceMs;
    for (let tried = 1; ; tried += 1) {
      const silenceMs = Math.max(1, Math.min(tryMs, deadline - performance.now()));
      const outcome = await this.#try(request, silenceMs).catch(asFailure);
      if (!(outcome instanceof S3Failure)) return outcome;
      const pauseMs = Math.random() * 50 * 2 ** tried;
      if (tried === mostTries || !mayPass(outcome) || performance.now() + pauseMs >= deadline) {
        throw new PortalError("unavailable", { cause: outcome });
      }
      await delay(pauseMs);
    }
  }

  /** Leaves no connection behind. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #try(request: S3Request, silenceMs: number): Promise<S3Answer> {
    const { method, key, query = {}, body } = request;
    const { address } = this.#bucket;
    const url = new URL(key === undefined ? address : `${address}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = request.isAnonymous ? {} : await this.#signed(method, url, body);
    const asked = this.#request(url, { method, headers, agent: this.#agent });
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    // Once it answers, the answer has to fail: whoever reads it would only learn that the connection was reset.
    let underWay: http.ClientRequest | http.IncomingMessage = asked;
    asked.on("response", (answer) => resolve((underWay = answer))).on("error", reject);
    const giveUp = () => underWay.destroy(new S3Failure("ETIMEDOUT"));
    asked.setTimeout(silenceMs, giveUp);
    const timer = setTimeout(giveUp, silenceMs + timeFor(body?.byteLength));
    asked.end(body);
    const answer = await promise.finally(() => clearTimeout(timer));
    const read = await wholeBody(answer, silenceMs);
    if (answer.statusCode !== undefined && answer.statusCode < 300 && !isLateFailure(method, read)) {
      return { headers: answer.headers, body: read };
    }
    throw failureIn(answer, read);
  }

  /** With the hash of the body, so that what is changed on its way is not stored. */
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

/** What pages show is small and has to come in time. What is larger may take longer, as long as it moves. */
const timeFor = (bytes = 0) => bytes / (bytes > 1_000_000 ? 100 : 1000);

async function wholeBody(answer: http.IncomingMessage, silenceMs: number): Promise<Buffer> {
  const giveUp = () => answer.destroy(new S3Failure("ETIMEDOUT"));
  const timer = setTimeout(giveUp, silenceMs + timeFor(Number(answer.headers["content-length"] ?? 0)));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of answer) pieces.push(piece as Buffer);
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces);
}

/** The end of a multipart upload may fail after the store has begun to answer 200. */
const isLateFailure = (method: S3Request["method"], body: Buffer) =>
  method === "POST" && body.toString("latin1", 0, 4000).includes("<Error>");

function failureIn({ statusCode, headers }: http.IncomingMessage, body: Buffer): S3Failure {
  const requestId = String(headers["x-amz-request-id"] ?? "");
  const isClean = /^[\w.:+/=-]{1,100}$/.test(requestId);
  return new S3Failure(`${String(statusCode)} ${errorCode(body)}`.trim(), isClean ? requestId : undefined);
}

/** Foreign text gets into the log only if it is one word. */
const errorCode = (body: Buffer) => /<Code>(\w{1,60})<\/Code>/.exec(body.toString("latin1", 0, 4000))?.[1] ?? "";

/** What Node says of the connection is the store's failure to whoever asked. */
function asFailure(error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  const code = codeOf(error);
  if (code === undefined) throw error;
  return new S3Failure(code);
}

/** Whether the same request may succeed a moment later: not after an answer that refuses it. */
const mayPass = ({ code }: S3Failure) => !/^[1-4]/.test(code) || /^(408|429|400 RequestTimeout)/.test(code);
