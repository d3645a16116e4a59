import { randomBytes } from "node:crypto";
import { isPortalError, PortalError, StartRefused } from "#core/errors.ts";
import {
  type BlobBatch,
  type BlobName,
  type BlobStore,
  type BlobStoreOptions,
  isBlobName,
  type StoredBlob,
} from "./blob-store.ts";
import { S3Client, S3Failure } from "./s3-client.ts";
import type { S3Bucket } from "./s3-url.ts";

/**
 * Opens a store of blobs as objects of a private bucket. Unless `onlyReads` is set, throws if the key may not write and
 * remove objects, or if the bucket is public.
 */
export async function openS3Blobs(
  bucket: S3Bucket,
  { onlyReads = false, lookup }: BlobStoreOptions = {},
): Promise<BlobStore> {
  const store = new S3Blobs(bucket, lookup);
  try {
    if (!onlyReads) await store.refusePublic();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return store;
}

/** Not a valid blob name, so it is never listed. */
const probe = ".probe";
/** A blob larger than two parts is sent in parts: only a part that fails must be sent again. */
const partBytes = 8 * 2 ** 20;
/** For requests that no web page waits for. */
const longPatienceMs = 10_000;

class S3Blobs implements BlobStore {
  readonly #client: S3Client;
  readonly #address: string;
  readonly #prefix: string;

  constructor(bucket: S3Bucket, lookup: BlobStoreOptions["lookup"]) {
    this.#client = new S3Client(bucket, lookup);
    this.#address = bucket.address;
    this.#prefix = bucket.prefix;
  }

  #keyOf(name: string): string {
    return this.#prefix + name;
  }

  async write(name: BlobName, bytes: Uint8Array): Promise<void> {
    const key = this.#keyOf(name);
    if (bytes.byteLength > 2 * partBytes) await this.#writeInParts(key, bytes);
    else await this.#client.send({ method: "PUT", key, body: bytes });
  }

  async read(name: BlobName): Promise<Uint8Array | null> {
    const sent = this.#client.send({ method: "GET", key: this.#keyOf(name) });
    const answer = await sent.catch(nullIfMissing);
    return answer && answer.body;
  }

  async remove(name: BlobName): Promise<void> {
    await this.#remove(this.#keyOf(name)).catch(nullIfMissing);
  }

  /** Every blob is durable as soon as it is written. */
  beginBatch(): BlobBatch {
    return {
      write: (name, bytes) => this.write(name, bytes),
      keep: async () => undefined,
      finish: async () => undefined,
    };
  }

  async *names(beginning = ""): AsyncIterable<BlobName> {
    for await (const { name } of this.list(beginning)) yield name;
  }

  async *list(beginning = ""): AsyncIterable<StoredBlob> {
    let page: Record<string, string> | null = {};
    while (page) {
      const text: string = await this.#ask({
        "list-type": "2",
        delimiter: "/",
        prefix: this.#prefix + beginning,
        ...page,
      });
      for (const item of elementsIn(text, "Contents")) {
        const name = elementIn(item, "Key").slice(this.#prefix.length);
        const writtenAt = Date.parse(elementIn(item, "LastModified"));
        if (isBlobName(name)) yield { name, size: Number(elementIn(item, "Size")), writtenAt };
      }
      const token = elementIn(text, "NextContinuationToken");
      if (token !== "" && token === page["continuation-token"]) throw new PortalError("unavailable", { away: "files" });
      page = token === "" ? null : { "continuation-token": token };
    }
  }

  /** Removes at most the first thousand: the next sweep removes more. */
  async removeHalfWritten(before: number): Promise<void> {
    const text = await this.#ask({ uploads: "" });
    for (const upload of elementsIn(text, "Upload")) {
      const key = elementIn(upload, "Key");
      const isOurs = isBlobName(key.slice(this.#prefix.length));
      if (isOurs && Date.parse(elementIn(upload, "Initiated")) < before) {
        await this.#remove(key, { uploadId: elementIn(upload, "UploadId") }).catch(nullIfMissing);
      }
    }
  }

  async ping(): Promise<void> {
    const key = this.#keyOf(probe);
    await this.#client.send({ method: "PUT", key, body: randomBytes(32) });
    await this.#remove(key);
  }

  async pingReads(): Promise<void> {
    await this.#client.send({ method: "GET", key: this.#keyOf(probe) }).catch(nullIfMissing);
  }

  async refusePublic(): Promise<void> {
    const key = this.#keyOf(probe);
    await this.#client.send({ method: "PUT", key, body: randomBytes(32) });
    const seen = this.#client.send({ method: "GET", key, isAnonymous: true });
    const isPublic = await seen.then(
      () => true,
      () => false,
    );
    await this.#remove(key);
    if (isPublic) throw new StartRefused(`Everybody can read ${this.#address}. Make the bucket private.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client[Symbol.dispose]();
  }

  async #remove(key: string, query: Record<string, string> = {}): Promise<void> {
    await this.#client.send({ method: "DELETE", key, query });
  }

  /** Queries the bucket for objects under our prefix. Returns the text of the response. */
  async #ask(query: Record<string, string>): Promise<string> {
    const all = { prefix: this.#prefix, ...query };
    const { body } = await this.#client.send({ method: "GET", query: all, patienceMs: longPatienceMs });
    return body.toString();
  }

  async #writeInParts(key: string, bytes: Uint8Array): Promise<void> {
    const begun = await this.#client.send({ method: "POST", key, query: { uploads: "" } });
    const uploadId = elementIn(begun.body.toString(), "UploadId");
    try {
      const parts: string[] = [];
      for (let from = 0; from < bytes.byteLength; from += partBytes) {
        const partNumber = String(parts.length + 1);
        const body = bytes.subarray(from, from + partBytes);
        const { headers } = await this.#client.send({ method: "PUT", key, query: { partNumber, uploadId }, body });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag ?? ""}</ETag></Part>`);
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      await this.#client.send({ method: "POST", key, query: { uploadId }, body, patienceMs: longPatienceMs });
    } catch (error) {
      // If this fails too, a sweep removes the parts.
      await this.#remove(key, { uploadId }).catch(() => undefined);
      throw error;
    }
  }
}

/** Null if the blob is missing. A missing bucket is an error. */
function nullIfMissing(error: unknown): null {
  const cause = isPortalError(error) ? error.cause : null;
  if (cause instanceof S3Failure && /^404 NoSuch(Key|Upload)$/.test(cause.code)) return null;
  throw error;
}

/** Returns the content of each element of this name. In the store's responses these are flat, without attributes. */
const elementsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, inside = ""]) => inside);

/** Returns the text of the first element of this name, or "". */
const elementIn = (xml: string, name: string): string =>
  (elementsIn(xml, name)[0] ?? "").replaceAll(/&(?:amp|#38);/g, "&").replaceAll(/&(?:quot|#34);/g, '"');
