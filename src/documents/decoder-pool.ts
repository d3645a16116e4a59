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

export function openDecoderPool(limits: PoolLimits): DecoderPool {
  const turns = openTurns(limits.processes);
  const closing = new AbortController();
  const filesDone = new Map<DecoderProcess, number>();
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();

  async function decode(prepare: () => Promise<DecoderJob>, signals: AbortSignal[]): Promise<PublishedFile> {
    const signal = AbortSignal.any([closing.signal, ...signals]);
    using _turn = await turns.take(signal);
    const job = await prepare();
    signal.throwIfAborted();
    const decoder = takeIdle() ?? start();
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
      removeFromIdle(decoder);
      filesDone.delete(decoder);
    });
    return decoder;
  }

  function takeIdle(): DecoderProcess | undefined {
    const decoder = [...idle.keys()].at(-1);
    if (decoder) removeFromIdle(decoder);
    return decoder;
  }

  function removeFromIdle(decoder: DecoderProcess): void {
    clearTimeout(idle.get(decoder));
    idle.delete(decoder);
  }

  function retireOrKeep(decoder: DecoderProcess, { format }: DecoderJob): void {
    const done = (filesDone.get(decoder) ?? 0) + 1;
    filesDone.set(decoder, done);
    // WASM memory never shrinks, and a broken PDF may corrupt PDFium.
    if (format === "pdf" || done >= maxFilesPerProcess) decoder.kill();
    if (decoder.isAlive()) idle.set(decoder, setTimeout(decoder.kill, limits.idleLimitMs));
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
