import { setTimeout as delay } from "node:timers/promises";
import { minuteMs } from "#core/durations.ts";
import { type ErrorId, isPortalError, PortalError } from "#core/errors.ts";
import { FairQueue, type QueueClient } from "#core/fair-queue.ts";
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
   * A file that takes longer goes on at a lower priority. One such file at a time goes on beside the others. A further one
   * of the same client ends when another client waits, and begins again beside the others when it is its turn there.
   */
  usualMs?: number;
};

/** A process ends after this many files, because libvips keeps more memory with every file. */
const maxFilesPerProcess = 100;

const tooHeavy: ReadonlySet<ErrorId> = new Set(["decoding-took-too-long", "decoding-took-too-much"]);

/** After a file that took too long, its client gets for this long only the turns that others leave. */
const slowMs = 10 * minuteMs;

/** Who sent a file, and how large it is. */
type Sender = Pick<QueueClient, "name" | "neighbourhood" | "size">;

const theSite: Sender = { name: "", neighbourhood: "" };

type PublishOptions = { signal?: AbortSignal | undefined; from?: Sender };

/** A file that keeps a turn for longer than usual. */
type SlowFile = { client: QueueClient; stop: () => void };

/** Turns the bytes of a file into checked images. Disposing ends every process and refuses waiting files. */
export class ImagePipeline implements AsyncDisposable {
  readonly #limits: PipelineLimits;
  readonly #turns: FairQueue;
  readonly #aside = new FairQueue({ atOnce: 1, waiting: [Infinity, Infinity] });
  readonly #slowFiles = new Set<SlowFile>();
  /** Until when each client counts as slow. */
  readonly #slowClients = new Map<string, number>();
  readonly #closing = new AbortController();
  readonly #filesDone = new Map<DecoderProcess, number>();
  /** Processes that wait for a file, each with the timer that ends it. */
  readonly #idle = new Map<DecoderProcess, NodeJS.Timeout>();

  /** Starts no process before the first file. */
  constructor(limits: PipelineLimits) {
    this.#limits = limits;
    this.#turns = new FairQueue({ atOnce: limits.processes, waiting: [Infinity, Infinity], reserved: 1 });
  }

  async publish(
    read: ReadFile,
    use: PictureUse,
    { signal: leaving, from = theSite }: PublishOptions = {},
  ): Promise<PublishedFile> {
    const signal = AbortSignal.any([this.#closing.signal, ...(leaving ? [leaving] : [])]);
    const client = { ...from, rank: this.#isSlow(from) ? 1 : 0 };
    const isStopped = new AbortController();
    try {
      return await this.#publishInTurn(read, use, client, signal, isStopped);
    } catch (error) {
      if (isPortalError(error) && tooHeavy.has(error.id)) this.#noteSlow(client);
      if (!isStopped.signal.aborted || signal.aborted) throw error;
    }
    using _place = await this.#aside.take(client, signal);
    return await this.#decode(read, use, signal, (decoder) => this.#lowerPriority(decoder));
  }

  async #publishInTurn(
    read: ReadFile,
    use: PictureUse,
    client: QueueClient,
    signal: AbortSignal,
    isStopped: AbortController,
  ) {
    using turn = new DisposableStack();
    const taking = this.#turns.take(client, signal);
    this.#stopSlowFile();
    turn.use(await taking);
    const stop = () => isStopped.abort();
    return await this.#decode(read, use, AbortSignal.any([signal, isStopped.signal]), (decoder, ended) =>
      this.#stepAside(decoder, turn, { client, stop }, ended),
    );
  }

  async #decode(
    read: ReadFile,
    use: PictureUse,
    signal: AbortSignal,
    begun: (decoder: DecoderProcess, ended: AbortSignal) => unknown,
  ): Promise<PublishedFile> {
    const job = await readJob(read, use);
    signal.throwIfAborted();
    const decoder = this.#takeIdle() ?? this.#start();
    const ended = new AbortController();
    void begun(decoder, ended.signal);
    try {
      return await decoder.decode(job, signal);
    } finally {
      ended.abort();
      this.#retireOrKeep(decoder, job);
    }
  }

  async #stepAside(decoder: DecoderProcess, turn: DisposableStack, file: SlowFile, ended: AbortSignal): Promise<void> {
    const { usualMs = 2000 } = this.#limits;
    await decoder.ready;
    const isLong = await delay(usualMs, true, { signal: ended }).catch(() => false);
    if (!isLong || !decoder.isAlive()) return;
    this.#lowerPriority(decoder);
    this.#slowFiles.add(file);
    ended.addEventListener("abort", () => this.#slowFiles.delete(file), { once: true });
    const taking = this.#aside.take(file.client, ended).catch(() => null);
    if (this.#aside.waiting() > 0) this.#stopSlowFile();
    const place = await taking;
    if (!place) return;
    if (ended.aborted) return place[Symbol.dispose]();
    ended.addEventListener("abort", () => place[Symbol.dispose](), { once: true });
    this.#slowFiles.delete(file);
    turn.dispose();
  }

  /** Ends a slow file that keeps a turn for which another client waits, if its own client has more of them. */
  #stopSlowFile(): void {
    const file = [...this.#slowFiles].find(
      ({ client }) =>
        (this.#aside.isWorkingFor(client) || this.#isSlow(client)) && this.#turns.isAwaitedByOthers(client),
    );
    if (!file) return;
    this.#slowFiles.delete(file);
    this.#noteSlow(file.client);
    file.stop();
  }

  #isSlow({ name }: Sender): boolean {
    return performance.now() < (this.#slowClients.get(name) ?? 0);
  }

  #noteSlow({ name }: Sender): void {
    for (const [other, until] of this.#slowClients) if (until < performance.now()) this.#slowClients.delete(other);
    this.#slowClients.set(name, performance.now() + slowMs);
  }

  /** Only root may raise the priority again, so this is the last file of the process. */
  #lowerPriority(decoder: DecoderProcess): void {
    decoder.lowerPriority();
    this.#filesDone.set(decoder, maxFilesPerProcess);
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
