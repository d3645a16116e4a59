import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import { refusedFor } from "#core/errors.ts";
import type { ReceiptPage } from "#core/desk/receipt-page.ts";
import type { Slip } from "#core/proofs/slip.ts";
import type { SiteCard } from "#core/settings/site-card.ts";
import { openSemaphore, openSemaphorePerClient, type SemaphorePerClient } from "#core/semaphore.ts";
import { forkWorker } from "./fork-worker.ts";

/** Everything that is drawn with text. Decoding and encoding of images needs a process of its own. */
export type Drawing =
  | { kind: "card"; card: SiteCard }
  /** A published page, and the lines of text in the strip below it. */
  | { kind: "download"; page: Uint8Array; lines: readonly string[] }
  /** A page for the user of a share code, with lines of text across it. */
  | { kind: "shared"; page: Uint8Array; lines: readonly string[] }
  | { kind: "receipt"; page: ReceiptPage }
  | { kind: "slip"; slip: Slip };

export type Drawings = AsyncDisposable & {
  /** Limits each client before it draws, so that the requests of one client cannot fill the queue of all clients. */
  ofClients: SemaphorePerClient;
  draw: (drawing: Drawing) => Promise<Uint8Array>;
  /** The card of the site as a PNG, cached until its content changes. */
  card: (card: SiteCard) => Promise<Uint8Array>;
};

const timeLimitMs = 20_000;
const idleLimitMs = 30_000;
/** While this many drawings wait, further drawings are refused as unavailable. */
const maxWaiting = 50;
/** The limits of one client: enough for a page that requests all kinds of documents. */
const clientLimits = { atOnce: 4, waiting: 100 };
/** After a failure the card is not drawn again for this long. */
const retryAfterMs = 60_000;

// Resolved by its import name: in the packed program this file is not next to this one.
const workerFile = new URL(import.meta.resolve("#documents/drawing-worker.ts"));

/** One child process makes one drawing at a time: lookups need the other processors. It ends when it is idle. */
export function openDrawings(): Drawings {
  const closing = new AbortController();
  const turns = openSemaphore(1);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastCard: { content: string; drawing: Promise<Uint8Array> } | null = null;

  async function draw(drawing: Drawing): Promise<Uint8Array> {
    if (turns.waiting() >= maxWaiting) throw refusedFor("lack of room");
    using _turn = await turns.take(closing.signal);
    clearTimeout(idle);
    child ??= forkWorker(workerFile);
    try {
      return await answerOf(child, drawing, AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)]));
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, idleLimitMs).unref();
    }
  }

  function end(): void {
    child?.kill("SIGKILL");
    child = null;
  }

  function card(content: SiteCard): Promise<Uint8Array> {
    const text = JSON.stringify(content);
    if (lastCard?.content === text) return lastCard.drawing;
    const drawing = draw({ kind: "card", card: content });
    const made = { content: text, drawing };
    lastCard = made;
    drawing.catch(() => setTimeout(() => void (lastCard === made && (lastCard = null)), retryAfterMs).unref());
    return drawing;
  }

  return {
    ofClients: openSemaphorePerClient(clientLimits),
    draw,
    card,
    [Symbol.asyncDispose]: async () => {
      closing.abort(refusedFor("the end of the process"));
      clearTimeout(idle);
      end();
    },
  };
}

async function answerOf(child: ChildProcess, drawing: Drawing, signal: AbortSignal): Promise<Uint8Array> {
  const messages = on(child, "message", { signal, close: ["close"] });
  child.send(drawing);
  for await (const [message] of messages) {
    if (message instanceof Uint8Array) return message;
    throw new Error(`The drawing process failed: ${JSON.stringify(message)}`);
  }
  throw new Error(`The drawing process ended with ${child.signalCode ?? child.exitCode}`);
}
