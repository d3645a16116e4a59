import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SiteCard } from "#core/settings/site-card.ts";

/** Draws the card of the site as a PNG, and caches it until its content changes. */
export type CardRenderer = AsyncDisposable & { draw: (card: SiteCard) => Promise<Uint8Array> };

const timeLimitMs = 20_000;
/** After a failure the next attempt waits this long. */
const retryAfterMs = 60_000;

// By name: in the packed program these files are not beside this one.
const workerFile = new URL(import.meta.resolve("#documents/card-worker.ts"));
const fontsFile = fileURLToPath(import.meta.resolve("#documents/card-fonts/fonts.conf"));

export function openCardRenderer(): CardRenderer {
  const closing = new AbortController();
  let last: { content: string; drawing: Promise<Uint8Array> } | null = null;

  function draw(card: SiteCard): Promise<Uint8Array> {
    const content = JSON.stringify(card);
    if (last?.content === content) return last.drawing;
    const drawing = drawInChild(card, AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)]));
    const made = { content, drawing };
    last = made;
    drawing.catch(() => setTimeout(() => void (last === made && (last = null)), retryAfterMs).unref());
    return drawing;
  }

  return { draw, [Symbol.asyncDispose]: async () => closing.abort() };
}

/** In a child process: it is needed rarely, and its fonts are set by the environment. */
async function drawInChild(card: SiteCard, signal: AbortSignal): Promise<Uint8Array> {
  const child = fork(workerFile, {
    detached: true,
    env: { FONTCONFIG_FILE: fontsFile },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    signal,
    killSignal: "SIGKILL",
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`The card's process ended with ${code}`)));
  child.once("message", (png: unknown) => {
    if (png instanceof Uint8Array) resolve(png);
    else reject(new Error("The card's process sent an unexpected message"));
  });
  child.send(card);
  return promise;
}
