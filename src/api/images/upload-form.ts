import type { IncomingHttpHeaders } from "node:http";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver, FormWithFiles, Outcome } from "#core/images/form-with-files.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { freeMemoryWhenSent } from "#operations/images/stored-image.ts";

type Source = { headers: IncomingHttpHeaders; body: Readable };

/**
 * Streams the files of a multipart form. A refused file does not affect the others; a limit of the request ends the
 * whole form.
 */
export async function readUploadForm<Result>(
  { headers, body }: Source,
  receiver: FileReceiver<Result>,
): Promise<FormWithFiles<Result>> {
  const { bytesInRequest = uploadLimits.bytesInRequest } = receiver;
  if (Number(headers["content-length"] ?? 0) > bytesInRequest) throw new PortalError("too-large");
  const streams: Readable[] = [];
  const files: Promise<FileOfForm<Result>>[] = [];
  const { form, fields, broken } = openForm(headers, receiver, (field, name, stream) => {
    streams.push(stream);
    files.push(
      outcomeOf((bytes) => receiver.receive(bytes, field), stream).then((outcome) => ({ field, name, outcome })),
    );
  });
  try {
    await pipeline(body, feeding(form, bytesInRequest));
    broken.throwIfAborted();
  } catch (cause) {
    for (const stream of streams) stream.destroy(new Error("the form ended within this file", { cause }));
    for (const { outcome } of await Promise.all(files)) if ("done" in outcome) await receiver.discard(outcome.done);
    const reason: unknown = broken.aborted ? broken.reason : cause;
    // A form that ends too early or is malformed is the sender's mistake.
    throw isPortalError(reason) ? reason : notAForm(reason);
  }
  return { fields, files: await Promise.all(files) };
}

/** Like `readUploadForm`, for the pages of the site. */
export function readUploadFormOf<Result>({ headers, body }: Request, receiver: FileReceiver<Result>) {
  if (!body) throw notAForm();
  // The same class: browsers and Node each declare a type for it.
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  return readUploadForm({ headers: Object.fromEntries(headers), body: stream }, receiver);
}

type OnFile = (field: string, name: string, stream: Readable) => void;

function openForm(
  headers: IncomingHttpHeaders,
  { takes, skipsNameless, files = 0 }: Pick<FileReceiver<unknown>, "takes" | "skipsNameless" | "files">,
  onFile: OnFile,
) {
  const breaking = new AbortController();
  const fields = new URLSearchParams();
  const maxFiles = Math.max(usualFiles, files);
  const form = newBusboy(headers, maxFiles);
  /** Refuses the form. The rest is read and dropped, because a connection with unread bytes carries no further request. */
  const refuse = (error: PortalError) => breaking.abort(error);
  let count = 0;
  form.on("field", (name, value, _, isCut) => {
    if (isCut) refuse(new PortalError("too-large"));
    // Browsers count a line break as one character, but send two.
    else fields.append(name, value.replaceAll("\r\n", "\n"));
  });
  form.on("file", (field, stream, name) => {
    // Prevents an unhandled error. A reader gets the error as well; without a reader nobody needs it.
    stream.on("error", () => undefined);
    const isUnused = breaking.signal.aborted || (skipsNameless && !name);
    if (!isUnused && takes(field) && ++count <= maxFiles) return onFile(field, name, stream);
    stream.on("data", freePiece).resume();
    if (isUnused) return undefined;
    return refuse(takes(field) ? new PortalError("too-many-files") : unknownField(field));
  });
  form.on("filesLimit", () => refuse(new PortalError("too-many-files")));
  form.on("partsLimit", () => refuse(new PortalError("too-many-files")));
  return { form, fields, broken: breaking.signal };
}

const unknownField = (field: string) => new PortalError("invalid", { fields: { [field]: "not-a-form" } });

/** The form of a record has a file for each kind of document. */
const usualFiles = Math.max(uploadLimits.filesInRequest, documentKinds.length);

function newBusboy(headers: IncomingHttpHeaders, maxFiles: number) {
  /** Fields without a chosen file also count as files. */
  const maxParts = maxFiles * 2;
  /** For each kind of document ten uploads, named by hidden fields, plus the fields that people type. */
  const maxFields = maxFiles * 25;
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAForm();
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type } satisfies BusboyHeaders,
      limits: {
        files: maxParts,
        parts: maxParts + maxFields,
        fieldNameSize: 100,
        fieldSize: 10_000,
        headerPairs: 20,
        headerSize: 4000,
      },
    });
  } catch (cause) {
    throw notAForm(cause);
  }
}

const notAForm = (cause?: unknown) => new PortalError("invalid", { fields: { body: "not-a-form" }, cause });

async function outcomeOf<Result>(
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  file: Readable,
): Promise<Outcome<Result>> {
  const pieces = piecesOf(file);
  try {
    return { done: await receive(pieces) };
  } catch (failed) {
    return { failed };
  } finally {
    // The receiver may have stopped anywhere. The rest is read and dropped, or nothing after it would arrive: an iterator
    // that is not ended keeps the file from flowing.
    await pieces.return(undefined);
    file.on("data", freePiece).resume();
  }
}

/**
 * Yields the pieces of a file, and frees each when the next is requested: the garbage collector would let about 64 MB
 * accumulate.
 */
async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array, void> {
  for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    yield piece;
    freePiece(piece);
  }
}

/** Smaller pieces may be in the parser's own buffer, in which it searches for the boundary. */
const minFreed = 32_768;

function freePiece(piece: Uint8Array): void {
  if (piece.byteLength >= minFreed) freeMemoryWhenSent(piece);
}

/**
 * Hands on what arrives, up to the limit. Nothing is piped into the form: it is finished at its last boundary, and a pipe
 * ends there, so a request with bytes after it would never end.
 */
function feeding(form: ReturnType<typeof newBusboy>, limit: number): Writable {
  let counted = 0;
  let isFinished = false;
  const feed = new Writable({
    write(chunk: Buffer, _, done) {
      counted += chunk.byteLength;
      if (counted > limit) done(new PortalError("too-large"));
      else form.write(chunk, done);
    },
    final(done) {
      if (isFinished) return done();
      form.once("finish", () => done());
      return form.end();
    },
  });
  form.once("finish", () => (isFinished = true));
  form.on("error", (error: Error) => feed.destroy(error));
  return feed;
}
