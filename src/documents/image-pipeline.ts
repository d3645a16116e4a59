import { setTimeout as delay } from "node:timers/promises";
import { PortalError } from "#core/errors.ts";
import { openSemaphore } from "#core/semaphore.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { type DecoderLimits, type DecoderProcess, startDecoder } from "./decoder-process.ts";
import { formatOf, isHeic } from "./file-format.ts";
import type { PictureUse, PublishedFile } from "./published-file.ts";

/** Reads the file. Called only when a process is free, so that waiting files need no memory. */
type ReadFile = () => Promise<Uint8Array>;

type PipelineLimits = DecoderLimits & {
  processes: number;
  idleLimitMs?: number;
  /**
   * A file that takes longer goes on at a lower priority. One such file at a time also goes on beside the others, so that
   * they do not wait for it.
   */
  usualMs?: number;
};

/** A process ends after this many files, because libvips keeps more memory with every file. */
const maxFilesPerProcess = 100;

/** Turns the bytes of a file into checked images. Disposing ends every process and refuses waiting files. */
export class ImagePipeline implements AsyncDisposable {
  readonly #limits: PipelineLimits;
  readonly #turns: ReturnType<typeof openSemaphore>;
  readonly #aside = openSemaphore(1);
  readonly #closing = new AbortController();
  readonly #filesDone = new Map<DecoderProcess, number>();
  /** Processes that wait for a file, each with the timer that ends it. */
  readonly #idle = new Map<DecoderProcess, NodeJS.Timeout>();

  /** Starts no process before the first file. */
  constructor(limits: PipelineLimits) {
    this.#limits = limits;
    this.#turns = openSemaphore(limits.processes);
  }

  async publish(read: ReadFile, use: PictureUse, options: { signal?: AbortSignal } = {}): Promise<PublishedFile> {
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    using turn = new DisposableStack();
    turn.use(await this.#turns.take(signal));
    const job = await readJob(read, use);
    signal.throwIfAborted();
    const decoder = this.#takeIdle() ?? this.#start();
    const ended = new AbortController();
    void this.#stepAside(decoder, turn, ended.signal);
    try {
      return await decoder.decode(job, signal);
    } finally {
      ended.abort();
      this.#retireOrKeep(decoder, job);
    }
  }

  async #stepAside(decoder: DecoderProcess, turn: DisposableStack, ended: AbortSignal): Promise<void> {
    const { usualMs = 2000 } = this.#limits;
    await decoder.ready;
    const isLong = await delay(usualMs, true, { signal: ended }).catch(() => false);
    if (!isLong || !decoder.isAlive()) return;
    decoder.lowerPriority();
    // Only root may raise the priority again, so this is the last file of the process.
    this.#filesDone.set(decoder, maxFilesPerProcess);
    const place = await this.#aside.take(ended).catch(() => null);
    if (!place) return;
    if (ended.aborted) return place[Symbol.dispose]();
    ended.addEventListener("abort", () => place[Symbol.dispose](), { once: true });
    turn.dispose();
  }

  processes(): { id: number; isIdle: boolean }[] {
    return [...this.#filesDone.keys()].flatMap((decoder) =>
      decoder.id === undefined ? [] : [{ id: decoder.id, isIdle: this.#idle.has(decoder) }],
    );
  }

  /** The number of files that wait for a process. */
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
    // A process reads only one PDF: WASM memory never shrinks, and a broken PDF may corrupt PDFium.
    if (format === "pdf" || done >= maxFilesPerProcess) decoder.kill();
    const { idleLimitMs = 30_000 } = this.#limits;
    if (decoder.isAlive()) this.#idle.set(decoder, setTimeout(decoder.kill, idleLimitMs));
  }

  /** Takes the process that became idle last. Skips processes that were told to end and have not ended yet. */
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
