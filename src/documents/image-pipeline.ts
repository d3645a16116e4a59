import { type ErrorId, isPortalError, PortalError, refusedFor } from "#core/errors.ts";
import { FairQueue, type QueueClient, RecentCounts } from "#core/fair-queue.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { type DecoderLimits, type DecoderProcess, startDecoder } from "./decoder-process.ts";
import { formatOf, isHeic } from "./file-format.ts";
import type { PictureUse, PublishedFile } from "./published-file.ts";

/** Reads the file. Called only when a process is free, so that waiting files need no memory. */
type ReadFile = () => Promise<Uint8Array>;

type PipelineLimits = DecoderLimits & {
  processes: number;
  /** For little memory: slow files and tables wait for the turn of a decoder, too, and each decoder reads only one file. */
  isOneQueue?: boolean;
  idleLimitMs?: number;
  /** A file that takes longer is stopped. It begins again beside the others, at a lower priority, one such file at a time. */
  usualMs?: number;
};

/** A process ends after this many files, because libvips keeps more memory with every file. */
const maxFilesPerProcess = 100;

const tooHeavy: ReadonlySet<ErrorId> = new Set(["decoding-took-too-long", "decoding-took-too-much"]);

/** Who sent a file, and how large it is. */
type Sender = Pick<QueueClient, "name" | "neighbourhood" | "size">;

const theSite: Sender = { name: "", neighbourhood: "" };

/** Where a table may be read: in the turn that `takeTurn` waits for. */
export type TableRoom = { takeTurn: () => Promise<Disposable>; memoryLimitMb: number };

type PublishOptions = { signal?: AbortSignal | undefined; from?: Sender };

/** Turns the bytes of a file into checked images. Disposing ends every process and refuses waiting files. */
export class ImagePipeline implements AsyncDisposable {
  readonly #limits: PipelineLimits;
  readonly #turns: FairQueue;
  readonly #aside: FairQueue;
  readonly roomForTables: TableRoom;
  /** Clients whose files took too much of late. They get only the turns that others leave. */
  readonly #slowClients = new RecentCounts();
  readonly #closing = new AbortController();
  readonly #filesDone = new Map<DecoderProcess, number>();
  /** Processes that wait for a file, each with the timer that ends it. */
  readonly #idle = new Map<DecoderProcess, NodeJS.Timeout>();

  /** Starts no process before the first file. */
  constructor(limits: PipelineLimits) {
    this.#limits = limits;
    this.#turns = openQueue(limits.processes, 1);
    this.#aside = limits.isOneQueue ? this.#turns : openQueue(1);
    const forTables = limits.isOneQueue ? this.#turns : openQueue(1);
    this.roomForTables = {
      takeTurn: () => forTables.take({ ...theSite, rank: 0 }, this.#closing.signal),
      memoryLimitMb: limits.memoryLimitMb,
    };
  }

  async publish(
    read: ReadFile,
    use: PictureUse,
    { signal: leaving, from = theSite }: PublishOptions = {},
  ): Promise<PublishedFile> {
    const signal = AbortSignal.any([this.#closing.signal, ...(leaving ? [leaving] : [])]);
    const client = { ...from, rank: this.#slowClients.count(from.name) > 0 ? 1 : 0 };
    try {
      using _turn = await this.#turns.take(client, signal);
      return await this.#decode(read, use, signal);
    } catch (error) {
      if (!isPortalError(error) || !tooHeavy.has(error.id)) throw error;
      this.#slowClients.add(from.name);
      if (error.id !== "decoding-took-too-long") throw error;
    }
    using _place = await this.#aside.take({ ...client, rank: 1 }, signal);
    return await this.#decode(read, use, signal, "aside");
  }

  async #decode(read: ReadFile, use: PictureUse, signal: AbortSignal, isAside?: "aside"): Promise<PublishedFile> {
    const job = await readJob(read, use);
    signal.throwIfAborted();
    const decoder = this.#takeIdle() ?? this.#start();
    const tooLong = new AbortController();
    if (isAside) this.#lowerPriority(decoder);
    else void decoder.ready.then(() => this.#stopLater(tooLong));
    try {
      return await decoder.decode(job, AbortSignal.any([signal, tooLong.signal]));
    } finally {
      this.#retireOrKeep(decoder, job);
    }
  }

  #stopLater(tooLong: AbortController): void {
    const { usualMs = 5000 } = this.#limits;
    setTimeout(() => tooLong.abort(new PortalError("decoding-took-too-long")), usualMs).unref();
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

  waiting(): number {
    return this.#turns.waiting();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(refusedFor("the end of the process"));
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
    if (format === "pdf" || this.#limits.isOneQueue || done >= maxFilesPerProcess) decoder.kill();
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

const openQueue = (atOnce: number, reserved = 0) => new FairQueue({ atOnce, waiting: [Infinity, Infinity], reserved });

export const openImagePipeline = (limits: PipelineLimits): ImagePipeline => new ImagePipeline(limits);

async function readJob(read: ReadFile, use: PictureUse): Promise<DecoderJob> {
  const bytes = await read();
  if (bytes.byteLength === 0) throw new PortalError("empty-file");
  const format = formatOf(bytes);
  if (!format) throw new PortalError(isHeic(bytes) ? "heic-file" : "unsupported-file");
  return { bytes, format, use };
}
