import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

/**
 * Alternates several measurements over many rounds, so that a noisy machine affects all of them. Returns the median of
 * each.
 */
export async function interleavedMedians<Name extends string>(
  measurements: Record<Name, () => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(measurements) as Name[];
  const seen = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      // What is open until the end of a turn of the event loop must not help or slow the next measurement.
      await setImmediate();
      const measured = await measurements[name]();
      if (round > 0) seen[name].push(measured);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(seen[name])])) as Record<Name, number>;
}

/** Runs per second, measured over 300 ms. */
export async function rateOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  let done = 0;
  while (performance.now() < start + 300) {
    for (let burst = 0; burst < 50; burst += 1) await work();
    done += 50;
  }
  return (done * 1000) / (performance.now() - start);
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The processor time of a process in milliseconds. Linux counts it in hundredths of a second. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
