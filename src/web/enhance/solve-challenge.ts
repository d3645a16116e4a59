import type { Challenge, Solution } from "altcha-lib/types";

export type Share = { challenge: Challenge; first: number; step: number };

const mostWorkers = 4;

/** The proof that an answer asks for, in the form in which it is sent; null if it asks for none, or none can be made here. */
export async function solveIn(page: Document): Promise<string | null> {
  const text = page.querySelector<HTMLElement>("[data-challenge]")?.dataset["challenge"];
  if (!text) return null;
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solve(challenge).catch(() => null);
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

/** Several workers try in turns; the first to find it ends the search. */
async function solve(challenge: Challenge): Promise<Solution | null> {
  const step = Math.min(mostWorkers, navigator.hardwareConcurrency);
  const workers = Array.from({ length: step }, startWorker);
  try {
    return await Promise.race(workers.map((worker, first) => solutionOf(worker, { challenge, first, step })));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

// Written so that the bundler sees it: the worker is a file of its own, fetched when it is needed.
const startWorker = () => new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });

function solutionOf(worker: Worker, share: Share): Promise<Solution | null> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("the worker failed")));
    worker.postMessage(share, []);
  });
}
