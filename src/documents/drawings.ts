import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import { fileURLToPath } from "node:url";
import { PortalError } from "#core/errors.ts";
import type { Slip } from "#core/proofs/slip.ts";
import type { SiteCard } from "#core/settings/site-card.ts";
import { openTurns, openTurnsByClient, type TurnsByClient } from "#core/turns.ts";
import { forkWorker } from "./fork-worker.ts";

/** What the site writes in its own letters. */
export type Drawing =
  | { kind: "card"; card: SiteCard }
  /** A published page, and the lines of the strip below it. */
  | { kind: "download"; page: Uint8Array; lines: readonly string[] }
  /** A page for whoever has a share code, with lines across it. */
  | { kind: "shared"; page: Uint8Array; lines: readonly string[] }
  | { kind: "slip"; slip: Slip };

export type Drawings = AsyncDisposable & {
  /** A client waits for its own turn before it draws: its requests do not fill the line of all. */
  ofClients: TurnsByClient;
  draw: (drawing: Drawing) => Promise<Uint8Array>;
  /** The card of the site as a PNG, cached until its content changes. */
  card: (card: SiteCard) => Promise<Uint8Array>;
};

const timeLimitMs = 20_000;
const idleLimitMs = 30_000;
/** Whoever comes after so many is asked to come later. */
const mostWaiting = 50;
/** Of one client: as many as a page with all kinds of documents asks for. */
const mostOfClient = { atOnce: 4, waiting: 100 };
/** After a failure the next attempt at the card waits this long. */
const retryAfterMs = 60_000;

// By name: in the packed program these files are not beside this one.
const workerFile = new URL(import.meta.resolve("#documents/drawing-worker.ts"));
const fontsFile = fileURLToPath(import.meta.resolve("#documents/card-fonts/fonts.conf"));

/** One child process draws, one thing after another: lookups need the other processors. It ends when nothing is asked of it. */
export function openDrawings(): Drawings {
  const closing = new AbortController();
  const turns = openTurns(1);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastCard: { content: string; drawing: Promise<Uint8Array> } | null = null;

  async function draw(drawing: Drawing): Promise<Uint8Array> {
    if (turns.waiting() >= mostWaiting) throw new PortalError("unavailable");
    using _turn = await turns.take(closing.signal);
    clearTimeout(idle);
    // In a process of its own: it decodes and encodes, and its fonts are set by the environment.
    child ??= forkWorker(workerFile, { environment: { FONTCONFIG_FILE: fontsFile } });
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
    ofClients: openTurnsByClient(mostOfClient),
    draw,
    card,
    [Symbol.asyncDispose]: async () => {
      closing.abort(new PortalError("unavailable"));
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
    throw new Error(`The drawing process sent an unexpected message: ${String(message)}`);
  }
  throw new Error(`The drawing process ended with ${child.signalCode ?? child.exitCode}`);
}
