import type { Challenge, Solution } from "altcha-lib/types";

export type Share = { challenge: Challenge; first: number; step: number };

/** Allows a second proof, because the required work may have increased while the first proof was computed. */
export const maxProofs = 2;

const maxWorkers = 4;

/** Returns the encoded proof that a page asks for. Null if it asks for none, or this browser cannot compute one. */
export async function solveIn(page: Document): Promise<string | null> {
  const text = page.querySelector<HTMLElement>("[data-challenge]")?.dataset["challenge"];
  if (!text) return null;
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solve(challenge).catch(() => null);
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

/** Several workers each try a part of the numbers. The first solution ends the search. */
async function solve(challenge: Challenge): Promise<Solution | null> {
  const step = Math.min(maxWorkers, navigator.hardwareConcurrency);
  const workers = Array.from({ length: step }, startWorker);
  try {
    return await Promise.race(workers.map((worker, first) => solutionOf(worker, { challenge, first, step })));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

// The bundler recognises exactly this form. It makes a separate file of the worker, which is loaded on demand.
const startWorker = () => new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });

function solutionOf(worker: Worker, share: Share): Promise<Solution | null> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("the worker failed")));
    worker.postMessage(share, []);
  });
}
