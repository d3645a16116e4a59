import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { isPortalError, PortalError } from "#core/errors.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";

/** What became of one file of a form. */
export type Outcome<Result> = { done: Result } | { failed: unknown };

type Receive<Result> = (bytes: AsyncIterable<Uint8Array>) => Promise<Result>;

type Receiver<Result> = {
  receive: Receive<Result>;
  /** Undoes a file that was received when the form turns out to be refused as a whole. */
  discard: (result: Result) => Promise<void>;
};

const fileField = "image";

/**
 * Reads a multipart form as it comes and hands each file on as a stream, so that none is ever held whole. A file that
 * is refused costs itself only; what the whole request may not be ends it.
 */
export async function readUploadForm<Result>(
  incoming: IncomingMessage,
  { receive, discard }: Receiver<Result>,
): Promise<Outcome<Result>[]> {
  refuseByLength(incoming);
  const files: Readable[] = [];
  const outcomes: Promise<Outcome<Result>>[] = [];
  const { form, broken } = openForm(incoming, (file) => {
    files.push(file);
    outcomes.push(outcomeOf(receive, file));
  });
  try {
    await pipeline(incoming, countingUpTo(uploadLimits.bytesInRequest), form, { end: true });
    broken.throwIfAborted();
  } catch (cause) {
    for (const file of files) file.destroy(new Error("the form ended within this file", { cause }));
    for (const outcome of await Promise.all(outcomes)) if ("done" in outcome) await discard(outcome.done);
    throw asPortalError(broken.aborted ? broken.reason : cause);
  }
  if (outcomes.length === 0) throw new PortalError("invalid", { fields: { [fileField]: "required" } });
  return Promise.all(outcomes);
}

function refuseByLength({ headers }: IncomingMessage): void {
  if (Number(headers["content-length"] ?? 0) > uploadLimits.bytesInRequest) throw new PortalError("too-large");
}

function openForm(incoming: IncomingMessage, onFile: (file: Readable) => void) {
  const breaking = new AbortController();
  const form = newBusboy(incoming);
  const refuse = (error: PortalError) => {
    breaking.abort(error);
    form.destroy(error);
  };
  form.on("file", (name, file) => {
    // Whoever reads it hears of its failure as well; when nobody does any more, it is nobody's.
    file.on("error", () => undefined);
    if (name === fileField) return onFile(file);
    file.resume();
    return refuse(new PortalError("invalid", { fields: { [fileField]: "not-a-form" } }));
  });
  form.on("filesLimit", () => refuse(new PortalError("too-many-files")));
  form.on("partsLimit", () => refuse(new PortalError("too-many-files")));
  return { form, broken: breaking.signal };
}

function newBusboy({ headers }: IncomingMessage) {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAForm();
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type } satisfies BusboyHeaders,
      limits: {
        files: uploadLimits.filesInRequest,
        parts: uploadLimits.filesInRequest + 8,
        fieldNameSize: 100,
        fieldSize: 1000,
        headerPairs: 20,
        headerSize: 4000,
      },
    });
  } catch (cause) {
    throw notAForm(cause);
  }
}

const notAForm = (cause?: unknown) => new PortalError("invalid", { fields: { body: "not-a-form" }, cause });

async function outcomeOf<Result>(receive: Receive<Result>, file: Readable): Promise<Outcome<Result>> {
  try {
    // What is left of a refused file is read and dropped, or the files behind it would never come.
    return { done: await receive(file.iterator({ destroyOnReturn: false })) };
  } catch (failed) {
    file.resume();
    return { failed };
  }
}

function countingUpTo(limit: number): Transform {
  let counted = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      counted += chunk.byteLength;
      if (counted > limit) done(new PortalError("too-large"));
      else done(null, chunk);
    },
  });
}

/** A form that ends too soon, or is none, is the sender's fault. */
const asPortalError = (error: unknown) => (isPortalError(error) ? error : notAForm(error));
