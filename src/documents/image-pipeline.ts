import { PortalError } from "#core/errors.ts";
import { openTurns } from "#core/turns.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { type DecoderLimits, type DecoderProcess, startDecoder } from "./decoder-process.ts";
import { formatOf, isHeic } from "./file-format.ts";
import type { PictureUse, PublishedFile } from "./published-file.ts";

/** Reads the file. Called when its turn has come, so that waiting files need no memory. */
type ReadFile = () => Promise<Uint8Array>;

type PipelineLimits = DecoderLimits & { processes: number; idleLimitMs?: number };

/** The memory that libvips keeps grows with every file of a process. */
const maxFilesPerProcess = 100;

/** Bytes in, checked images out. Disposing ends every process and refuses waiting files. */
export class ImagePipeline implements AsyncDisposable {
  readonly #limits: PipelineLimits;
  readonly #turns: ReturnType<typeof openTurns>;
  readonly #closing = new AbortController();
  readonly #filesDone = new Map<DecoderProcess, number>();
  /** Processes that wait for a file, each until its time is over. */
  readonly #idle = new Map<DecoderProcess, NodeJS.Timeout>();

  /** Starts no process before the first file. */
  constructor(limits: PipelineLimits) {
    this.#limits = limits;
    this.#turns = openTurns(limits.processes);
  }

  async publish(read: ReadFile, use: PictureUse, options: { signal?: AbortSignal } = {}): Promise<PublishedFile> {
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    using _turn = await this.#turns.take(signal);
    const job = await readJob(read, use);
    signal.throwIfAborted();
    const decoder = this.#takeIdle() ?? this.#start();
    try {
      return await decoder.decode(job, signal);
    } finally {
      this.#retireOrKeep(decoder, job);
    }
  }

  processes(): { id: number; isIdle: boolean }[] {
    return [...this.#filesDone.keys()].flatMap((decoder) =>
      decoder.id === undefined ? [] : [{ id: decoder.id, isIdle: this.#idle.has(decoder) }],
    );
  }

  /** How many files wait for a process. */
  waiting(): number {
    return this.#turns.waiting();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new PortalError("unavailable"));
    const living = [...this.#filesDone.keys()];
    for (const decoder of living) decoder.kill();
    await Promise.all(living.map((decoder) => decoder.ended));
  }

  #start(): DecoderProcess {
    const decoder = startDecoder(this.#limits);
    this.#filesDone.set(decoder, 0);
    void decoder.ended.then(() => {
      this.#endIdleness(decoder);
      this.#filesDone.delete(decoder);
    });
    return decoder;
  }

  #retireOrKeep(decoder: DecoderProcess, { format }: DecoderJob): void {
    const done = (this.#filesDone.get(decoder) ?? 0) + 1;
    this.#filesDone.set(decoder, done);
    // WASM memory never shrinks, and a broken PDF may corrupt PDFium.
    if (format === "pdf" || done >= maxFilesPerProcess) decoder.kill();
    const { idleLimitMs = 30_000 } = this.#limits;
    if (decoder.isAlive()) this.#idle.set(decoder, setTimeout(decoder.kill, idleLimitMs));
  }

  /** The one that became idle last. One whose time is over was told to end, and is here until it has. */
  #takeIdle(): DecoderProcess | undefined {
    const decoder = [...this.#idle.keys()].findLast((each) => each.isAlive());
    if (decoder) this.#endIdleness(decoder);
    return decoder;
  }

  #endIdleness(decoder: DecoderProcess): void {
    clearTimeout(this.#idle.get(decoder));
    this.#idle.delete(decoder);
  }
}

export const openImagePipeline = (limits: PipelineLimits): ImagePipeline => new ImagePipeline(limits);

async function readJob(read: ReadFile, use: PictureUse): Promise<DecoderJob> {
  const bytes = await read();
  if (bytes.byteLength === 0) throw new PortalError("empty-file");
  const format = formatOf(bytes);
  if (!format) throw new PortalError(isHeic(bytes) ? "heic-file" : "unsupported-file");
  return { bytes, format, use };
}
