import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import http, {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import S3rver from "@20minutes/s3rver";
import accounts from "@20minutes/s3rver/lib/models/account.js";
import { openSemaphore } from "#core/semaphore.ts";
import { localhostCertificate } from "./localhost-certificate.ts";
import { freePort } from "./processes/free-port.ts";

export type S3Mood =
  | "serves"
  | "says nothing"
  | "is slow"
  | "answers late"
  | "stops in the middle"
  | "cuts answers"
  | "asks to slow down"
  | "fails"
  | "refuses";

const bucket = "documents";
const accessKey = "ATTESTRY";
/** Contains all characters that must be escaped in a URL. */
const secretKey = "s/e+c%r=e:t@x";

type Answer = {
  status: number;
  headers?: http.IncomingHttpHeaders;
  /** Sent in pieces, so that the first byte of a large object leaves at once. */
  body: Iterable<Buffer> | AsyncIterable<Buffer>;
};

const failure = (status: number, code: string): Answer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: [
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`),
  ],
});

const whole = async ({ body }: Answer) => Buffer.concat(await Array.fromAsync(body));

const refusals: { [Mood in S3Mood]?: Answer } = {
  "asks to slow down": failure(503, "SlowDown"),
  fails: failure(500, "InternalError"),
  refuses: failure(403, "AccessDenied"),
};

/**
 * An S3 server on loopback that behaves as its `mood` requires. s3rver answers, and checks signatures and clocks. The
 * server in front of s3rver checks the hash of each body, refuses requests without a signature, writes atomically, and
 * handles unfinished uploads.
 */
export class S3Server implements AsyncDisposable {
  /** One mood for all requests, or a function that chooses a mood for each request. */
  mood: S3Mood | ((request: string) => S3Mood) = "serves";
  isPublic = false;
  /** All requests so far, as "GET /documents/name". */
  readonly requests: string[] = [];
  readonly #isEncrypted: boolean;
  readonly #oneByOne = openSemaphore(1);
  #folder = "";
  #s3rver: S3rver | null = null;
  #innerPort = 0;
  #front: Server | null = null;
  #port = 0;

  constructor({ isEncrypted = false } = {}) {
    this.#isEncrypted = isEncrypted;
  }

  /** A value for BLOB_URL. */
  url({ host = "127.0.0.1", secret = secretKey, prefix = "", query = "" } = {}): string {
    return `s3://${accessKey}:${encodeURIComponent(secret)}@${host}:${this.#port}/${bucket}${prefix}${query}`;
  }

  /** The folder of s3rver's files, one for each object: `name._S3rver_object`. */
  get folder(): string {
    return path.join(this.#folder, bucket);
  }

  /** Starts listening. After a stop, it uses the same port again, which nobody else has taken meanwhile. */
  async start(): Promise<this> {
    if (!this.#s3rver) await this.#startS3rver();
    const answer: RequestListener = (request, response) => void this.#serve(request, response);
    this.#front = this.#isEncrypted ? https.createServer(localhostCertificate, answer) : createServer(answer);
    this.#port ||= await freePort();
    await once(this.#front.listen(this.#port, "127.0.0.1"), "listening");
    return this;
  }

  /** Stops listening and closes all connections. */
  async stop(): Promise<void> {
    const front = this.#front;
    this.#front = null;
    if (!front) return;
    front.closeAllConnections();
    front.close();
    await once(front, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#s3rver?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async connections(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#front?.getConnections((_, count) => resolve(count));
    return promise;
  }

  async keys(): Promise<string[]> {
    const names = await readdir(this.folder, { recursive: true });
    const ending = "._S3rver_object";
    return names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])).toSorted();
  }

  /** Creates the unfinished multipart upload of a client that was killed. */
  async leaveUpload(key: string, hoursAgo: number): Promise<void> {
    const folder = path.join(this.#uploads, randomUUID());
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "key"), key);
    const time = Date.now() / 1000 - hoursAgo * 3600;
    await utimes(path.join(folder, "key"), time, time);
  }

  /** The ids of unfinished multipart uploads. */
  uploadsUnderWay(): Promise<string[]> {
    return readdir(this.#uploads).catch(() => []);
  }

  async #startS3rver(): Promise<void> {
    accounts.DUMMY_ACCOUNT.createKeyPair(accessKey, secretKey);
    this.#folder = await mkdtemp(path.join(tmpdir(), "attestry-s3-"));
    this.#s3rver = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: this.#folder,
      vhostBuckets: false,
      configureBuckets: [{ name: bucket }],
    });
    this.#innerPort = (await this.#s3rver.run()).port;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that disconnects in the middle of a response is not a failure of the test.
    response.on("error", () => undefined);
    const asked = `${request.method ?? ""} ${request.url ?? ""}`;
    this.requests.push(asked);
    const mood = typeof this.mood === "function" ? this.mood(asked) : this.mood;
    const body = await buffer(request).catch(() => null);
    if (!body || mood === "says nothing") return;
    if (mood === "is slow") await delay(800);
    if (mood === "answers late") await delay(2500);
    using _turn = await this.#oneByOne.take();
    // Nobody waits for the answer any more. After an outage, the next requests must not queue behind such requests.
    if (response.destroyed) return;
    const answer = refusals[mood] ?? (await this.#answer(request, body));
    const neverEnds = mood === "is slow" || mood === "stops in the middle";
    const spoilt = neverEnds || mood === "cuts answers" ? await whole(answer) : null;
    if (mood === "cuts answers" && spoilt?.byteLength === 0) request.socket.destroy();
    if (response.destroyed || (neverEnds && spoilt?.byteLength === 0)) return;
    response.writeHead(answer.status, { ...answer.headers, "x-amz-request-id": `request-${this.requests.length}` });
    const half = spoilt?.subarray(0, spoilt.byteLength / 2);
    if (!spoilt) await sendAsItComes(response, answer);
    else if (mood === "is slow") dripTo(response, spoilt);
    else if (mood === "stops in the middle") response.write(half);
    else response.write(half, () => response.destroy());
  }

  async #answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { authorization, "x-amz-content-sha256": hash } = request.headers;
    if (authorization === undefined && !this.isPublic) return failure(403, "AccessDenied");
    const isWhole = createHash("sha256").update(body).digest("hex") === hash;
    if (authorization !== undefined && !isWhole) return failure(400, "XAmzContentSHA256Mismatch");
    const answer = await this.#askS3rver(request, body);
    // Requests that s3rver does not support are answered here, after s3rver has checked their signature.
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    if (answer.status === 500 && searchParams.has("list-type")) return await this.#listPage(searchParams);
    if (answer.status === 501 && searchParams.has("uploads"))
      return await this.#listUploads(searchParams.get("prefix") ?? "");
    if (answer.status === 405 && searchParams.has("uploadId"))
      return await this.#abortUpload(searchParams.get("uploadId") ?? "");
    return answer;
  }

  async #askS3rver({ method, url, headers = {} }: Partial<IncomingMessage>, body?: Buffer): Promise<Answer> {
    const asked = http.request({ host: "127.0.0.1", port: this.#innerPort, method, path: url, headers });
    asked.end(body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    // The client may not read the body of a failure, and an unread response would keep its connection open.
    return { status, headers: answer.headers, body: status < 400 ? answer : [await buffer(answer)] };
  }

  /**
   * s3rver encrypts its continuation tokens with a cipher that Node no longer has. The older list request uses no
   * tokens.
   */
  async #listPage(query: URLSearchParams): Promise<Answer> {
    const marker = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const older = new URLSearchParams({ prefix: query.get("prefix") ?? "", delimiter: "/", marker });
    const answer = await this.#askS3rver({ url: `/${bucket}?${older.toString()}` });
    const body = (await whole(answer)).toString().replace(/<NextMarker>(.*)<\/NextMarker>/, (_, key: string) => {
      const token = Buffer.from(key).toString("base64");
      return `<NextContinuationToken>${token}</NextContinuationToken>`;
    });
    return { status: 200, headers: { "content-type": "application/xml" }, body: [Buffer.from(body)] };
  }

  get #uploads(): string {
    return path.join(this.folder, "._S3rver_uploads");
  }

  async #listUploads(prefix: string): Promise<Answer> {
    const found: string[] = [];
    for (const id of await this.uploadsUnderWay()) {
      const file = path.join(this.#uploads, id, "key");
      const key = await readFile(file, "utf8");
      const begun = (await stat(file)).mtime.toISOString();
      const inside = `<Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated>`;
      if (key.startsWith(prefix)) found.push(`<Upload>${inside}</Upload>`);
    }
    const body = [Buffer.from(`<ListMultipartUploadsResult>${found.join("")}</ListMultipartUploadsResult>`)];
    return { status: 200, headers: { "content-type": "application/xml" }, body };
  }

  async #abortUpload(id: string): Promise<Answer> {
    const folder = path.join(this.#uploads, path.basename(id));
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    await rm(folder, { recursive: true, force: true });
    return isThere ? { status: 204, body: [] } : failure(404, "NoSuchUpload");
  }
}

/** The next request may run as soon as s3rver is done, however slowly the client reads. */
async function sendAsItComes(response: ServerResponse, { body }: Answer): Promise<void> {
  for await (const piece of body) response.write(piece);
  response.end();
}

/** Sends one byte at a time, which would take hours for an image. */
function dripTo(response: ServerResponse, body: Buffer): void {
  if (response.destroyed || body.byteLength === 0) return;
  response.write(body.subarray(0, 1), () => setTimeout(dripTo, 50, response, body.subarray(1)));
}
