import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SiteCard } from "#core/settings/site-card.ts";

/** Draws the card of the site as a PNG, and remembers it for as long as it says the same. */
export type CardRenderer = AsyncDisposable & { draw: (card: SiteCard) => Promise<Uint8Array> };

const timeLimitMs = 20_000;
/** After a failure nobody makes us try at every request. */
const restMs = 60_000;

// By name: where the program is packed, these are not beside it.
const workerFile = new URL(import.meta.resolve("#documents/card-worker.ts"));
const fontsFile = fileURLToPath(import.meta.resolve("#documents/card-fonts/fonts.conf"));

export function openCardRenderer(): CardRenderer {
  const closing = new AbortController();
  let last: { said: string; drawing: Promise<Uint8Array> } | null = null;

  function draw(card: SiteCard): Promise<Uint8Array> {
    const said = JSON.stringify(card);
    if (last?.said === said) return last.drawing;
    const drawing = drawApart(card, AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)]));
    const made = { said, drawing };
    last = made;
    drawing.catch(() => setTimeout(() => void (last === made && (last = null)), restMs).unref());
    return drawing;
  }

  return { draw, [Symbol.asyncDispose]: async () => closing.abort() };
}

/** In a process of its own: it needs memory once in months, and its writing is set up by the environment. */
async function drawApart(card: SiteCard, signal: AbortSignal): Promise<Uint8Array> {
  const child = fork(workerFile, {
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
    else reject(new Error("The card's process sent what it should not"));
  });
  child.send(card);
  return promise;
}
