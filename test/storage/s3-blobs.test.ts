import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { codeOf, isPortalError } from "#core/errors.ts";
import { blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { openBlobs } from "#storage/blobs/open-blobs.ts";
import { isRefusal } from "#storage/blobs/s3-client.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { whenFileEnds } from "../support/portals.ts";
import { type S3Mood, S3Server } from "../support/s3-server.ts";
import { describeBlobStore, namesIn, type OpenStore, someBlob } from "./blob-store.contract.ts";

const otherBlob = blobName("cd34-original");

const shared = await new S3Server().start();
whenFileEnds(() => shared[Symbol.asyncDispose]());

let prefixes = 0;

/** Opens a store with its own prefix in the bucket that all tests share. */
async function freshStore(server = shared, prefix = `/test/${(prefixes += 1)}`): Promise<BlobStore> {
  const store = await openBlobs(server.url({ prefix }));
  onTestFinished(() => store[Symbol.asyncDispose]());
  onTestFinished(() => void (server.mood = "serves"));
  return store;
}

async function freshServer(options?: ConstructorParameters<typeof S3Server>[0]): Promise<S3Server> {
  const server = await new S3Server(options).start();
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

describeBlobStore("S3", async (): Promise<OpenStore> => {
  const server = await freshServer();
  return {
    store: await freshStore(server),
    leaveHalfWritten: async (hoursAgo) => server.leaveUpload(`test/${prefixes}/left-${hoursAgo}`, hoursAgo),
    countHalfWritten: async () => (await server.uploadsUnderWay()).length,
    takeAway: () => rename(server.folder, `${server.folder}-gone`),
  };
});

/** Returns the id of the error and the code that S3 sent, or "done" if nothing failed. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isPortalError(error) ? `${error.id} ${String(codeOf(error.cause))}` : String(error)),
  );

describe("a store on S3", () => {
  test("reads, writes and removes with one request each, without any request before", async () => {
    const store = await freshStore();
    shared.requests.length = 0;
    await store.write(someBlob, Buffer.from("x"));
    await store.read(someBlob);
    await store.remove(someBlob);
    expect(shared.requests.map((request) => request.split(" ")[0])).toEqual(["PUT", "GET", "DELETE"]);
  });

  test("lists all pages, but only its own blobs", async () => {
    const store = await freshStore();
    const folder = path.join(shared.folder, "test", String(prefixes));
    await mkdir(path.join(folder, "other"), { recursive: true });
    const names = Array.from({ length: 1001 }, (_, at) => `blob-${String(at).padStart(4, "0")}`);
    for (const name of [...names, "other/blob", "UPPER"])
      await writeFile(path.join(folder, `${name}._S3rver_object`), "");
    expect(await namesIn(store)).toEqual(names);
  });

  test("sends a large blob in parts, waits while the store writes one, and removes them if one is refused", async () => {
    const server = await freshServer();
    const store = await freshStore(server);
    const bytes = randomBytes(17 * 2 ** 20);
    server.mood = (request) => (request.includes("partNumber=1") ? "answers late" : "serves");
    await store.write(someBlob, bytes);
    expect(server.requests.filter((request) => request.includes("partNumber"))).toHaveLength(3);
    expect(Buffer.compare((await store.read(someBlob)) ?? Buffer.alloc(0), bytes)).toBe(0);
    server.mood = (request) => (request.includes("partNumber=2") ? "refuses" : "serves");
    expect(await failure(store.write(someBlob, bytes))).toBe("unavailable 403 AccessDenied");
    expect(await server.uploadsUnderWay()).toEqual([]);
  });

  test("does not open with a wrong secret, or while the bucket is public", async () => {
    const server = await freshServer();
    expect(await failure(openBlobs(server.url({ secret: "wrong" })))).toBe("unavailable 403 SignatureDoesNotMatch");
    server.isPublic = true;
    await expect(openBlobs(server.url())).rejects.toThrow(/^Everybody can read [^ ]+\. Make the bucket private\.$/);
    expect(await server.keys()).toEqual([]);
  });

  test("treats a missing bucket as an outage, not as a missing blob", async () => {
    const server = await freshServer();
    const store = await freshStore(server);
    await rename(server.folder, `${server.folder}-gone`);
    expect(await failure(store.read(someBlob))).toBe("unavailable 404 NoSuchBucket");
  });

  test("reports the error code of S3 and the id of the request", async () => {
    const server = await freshServer();
    const store = await freshStore(server);
    server.mood = "asks to slow down";
    const error: unknown = await store.read(someBlob).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      id: "unavailable",
      cause: { code: "503 SlowDown", requestId: expect.stringMatching(/^request-\d+$/) },
    });
  });

  test("uses TLS unless the server is on this machine or the URL says otherwise", async () => {
    const server = await freshServer({ isEncrypted: true });
    // 0.0.0.0 also reaches this machine, but the store does not treat it as local.
    const elsewhere = (query?: string) => openBlobs(server.url({ host: "0.0.0.0", ...(query && { query }) }));
    expect(await failure(elsewhere())).toMatch(/^unavailable (DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_CERT)/);
    expect(await failure(elsewhere("?tls=off"))).toBe("unavailable ECONNRESET");
    expect(server.requests).toEqual([]);
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, localhostCertificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    await using store = await openBlobs(server.url({ host: "localhost", query: "?tls=on" }));
    await store.write(someBlob, Buffer.from("x"));
    expect(await server.keys()).toEqual([someBlob]);
  });
});

describe.concurrent.each<[S3Mood | "is gone", string]>([
  ["is gone", "ECONNREFUSED"],
  ["says nothing", "ETIMEDOUT"],
  ["is slow", "ETIMEDOUT"],
  ["stops in the middle", "ETIMEDOUT"],
  ["cuts answers", "ECONNRESET|ETIMEDOUT"],
  ["asks to slow down", "503 SlowDown"],
  ["fails", "500 InternalError"],
])("S3 that %s", (mood, code) => {
  test("makes requests fail within three seconds, leaks no connections, and is used again when it is back", async () => {
    await using server = await new S3Server().start();
    await using store = await openBlobs(server.url());
    const bytes = randomBytes(100_000);
    await store.write(someBlob, bytes);
    if (mood === "is gone") await server.stop();
    else server.mood = mood;
    const start = performance.now();
    const failures = await Promise.all([
      ...Array.from({ length: 10 }, () => failure(store.read(someBlob))),
      failure(store.write(otherBlob, bytes)),
      failure(store.remove(otherBlob)),
      failure(store.ping()),
    ]);
    expect(performance.now() - start).toBeLessThan(3000);
    for (const each of failures) expect(each).toMatch(new RegExp(`^unavailable (${code})$`));
    if (mood === "is gone") await server.start();
    server.mood = "serves";
    await vi.waitFor(async () => expect(await server.connections()).toBeLessThanOrEqual(8), { timeout: 15_000 });
    expect(Buffer.compare((await store.read(someBlob)) ?? Buffer.alloc(0), bytes)).toBe(0);
  });
});

test("a response that begins late gets no time of its own: a slow S3 is given up as early as a silent one", async () => {
  const server = await freshServer();
  const store = await freshStore(server);
  await store.write(someBlob, randomBytes(100_000));
  let slowReads = 0;
  server.mood = (request) => (request.includes(someBlob) && (slowReads += 1) > 1 ? "is slow" : "says nothing");
  const start = performance.now();
  const timeUntilFailure = async (name: typeof someBlob) => {
    expect(await failure(store.read(name))).toBe("unavailable ETIMEDOUT");
    return performance.now() - start;
  };
  const [slow, silent] = await Promise.all([timeUntilFailure(someBlob), timeUntilFailure(otherBlob)]);
  expect(slow - silent).toBeLessThan(400);
});

test("a single failure on S3 stays invisible: a refused request is sent again, and so is a read without a response", async () => {
  const server = await freshServer();
  const store = await freshStore(server);
  const moods: S3Mood[] = ["fails", "asks to slow down", "serves", "says nothing"];
  server.mood = () => moods.shift() ?? "serves";
  await store.write(someBlob, Buffer.from("x"));
  expect(await store.read(someBlob)).toEqual(Buffer.from("x"));
});

test.each([
  ["404 NoSuchKey", true],
  ["403 SignatureDoesNotMatch", true],
  // The end of a multipart upload may fail after the status was sent.
  ["200 InternalError", false],
  ["429 TooManyRequests", false],
  ["400 RequestTimeout", false],
  ["503 SlowDown", false],
  ["ECONNRESET", false],
])("the failure %j is a refusal, which a backup does not repeat: %j", (code, refused) => {
  expect(isRefusal(code)).toBe(refused);
});
