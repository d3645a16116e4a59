import { PortalError } from "#core/errors.ts";
import { openTurns } from "#core/turns.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { type DecoderLimits, type DecoderProcess, startDecoder } from "./decoder-process.ts";
import type { PublishedFile } from "./published-file.ts";

export type PoolLimits = DecoderLimits & {
  processes: number;
  idleLimitMs: number;
};

export type DecoderPool = AsyncDisposable & {
  decode: (prepare: () => Promise<DecoderJob>, signals: AbortSignal[]) => Promise<PublishedFile>;
  processes: () => { id: number; isIdle: boolean }[];
};

/** The memory that libvips keeps grows with every file of a process. */
const maxFilesPerProcess = 100;

/** Processes that wait for a file, each until its time is over. */
class IdleDecoders {
  readonly #timers = new Map<DecoderProcess, NodeJS.Timeout>();
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  add(decoder: DecoderProcess): void {
    this.#timers.set(decoder, setTimeout(decoder.kill, this.#limitMs));
  }

  /** The one that became idle last. */
  take(): DecoderProcess | undefined {
    const decoder = [...this.#timers.keys()].at(-1);
    if (decoder) this.remove(decoder);
    return decoder;
  }

  remove(decoder: DecoderProcess): void {
    clearTimeout(this.#timers.get(decoder));
    this.#timers.delete(decoder);
  }

  has(decoder: DecoderProcess): boolean {
    return this.#timers.has(decoder);
  }
}

export function openDecoderPool(limits: PoolLimits): DecoderPool {
  const turns = openTurns(limits.processes);
  const closing = new AbortController();
  const filesDone = new Map<DecoderProcess, number>();
  const idle = new IdleDecoders(limits.idleLimitMs);

  async function decode(prepare: () => Promise<DecoderJob>, signals: AbortSignal[]): Promise<PublishedFile> {
    const signal = AbortSignal.any([closing.signal, ...signals]);
    using _turn = await turns.take(signal);
    const job = await prepare();
    signal.throwIfAborted();
    const decoder = idle.take() ?? start();
    try {
      return await decoder.decode(job, signal);
    } finally {
      retireOrKeep(decoder, job);
    }
  }

  function start(): DecoderProcess {
    const decoder = startDecoder(limits);
    filesDone.set(decoder, 0);
    void decoder.ended.then(() => {
      idle.remove(decoder);
      filesDone.delete(decoder);
    });
    return decoder;
  }

  function retireOrKeep(decoder: DecoderProcess, { format }: DecoderJob): void {
    const done = (filesDone.get(decoder) ?? 0) + 1;
    filesDone.set(decoder, done);
    // WASM memory never shrinks, and a broken PDF may corrupt PDFium.
    if (format === "pdf" || done >= maxFilesPerProcess) decoder.kill();
    if (decoder.isAlive()) idle.add(decoder);
  }

  async function close(): Promise<void> {
    closing.abort(new PortalError("unavailable"));
    const living = [...filesDone.keys()];
    for (const decoder of living) decoder.kill();
    await Promise.all(living.map((decoder) => decoder.ended));
  }

  return {
    decode,
    processes: () =>
      [...filesDone.keys()].flatMap((decoder) =>
        decoder.id === undefined ? [] : [{ id: decoder.id, isIdle: idle.has(decoder) }],
      ),
    [Symbol.asyncDispose]: close,
  };
}
