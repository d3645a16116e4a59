import { PortalError } from "#core/errors.ts";
import { openDecoderPool } from "./decoder-pool.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { formatOf } from "./file-format.ts";
import type { DocumentUse, PublishedFile } from "./published-file.ts";

/** Reads the file. Called when its turn has come, so that waiting files need no memory. */
export type ReadFile = () => Promise<Uint8Array>;

/** Bytes in, checked images out. Disposing ends every process and refuses waiting files. */
export type ImagePipeline = AsyncDisposable & {
  publish: (read: ReadFile, use: DocumentUse, options?: { signal?: AbortSignal }) => Promise<PublishedFile>;
  /** The child processes that are running. */
  processes: () => { id: number; isIdle: boolean }[];
};

export type PipelineLimits = {
  processes: number;
  /** For one file, including the start of its process. */
  timeLimitMs: number;
  /** Resident memory of one process. */
  memoryLimitMb: number;
  /** An idle process ends after this time. */
  idleLimitMs?: number;
};

/** Starts no process before the first file. */
export function openImagePipeline(limits: PipelineLimits): ImagePipeline {
  const pool = openDecoderPool({ idleLimitMs: 30_000, ...limits });
  return {
    publish: (read, use, { signal } = {}) => pool.decode(() => readJob(read, use), signal ? [signal] : []),
    processes: pool.processes,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function readJob(read: ReadFile, use: DocumentUse): Promise<DecoderJob> {
  const bytes = await read();
  if (bytes.byteLength === 0) throw new PortalError("empty-file");
  const format = formatOf(bytes);
  if (!format) throw new PortalError("unsupported-file");
  return { bytes, format, use };
}
