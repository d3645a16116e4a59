export type Work = () => unknown;

/** Times a second, over a stretch of time. */
async function rate(work: Work, ms: number): Promise<number> {
  const start = performance.now();
  const end = start + ms;
  let done = 0;
  while (performance.now() < end) {
    for (let burst = 0; burst < 50; burst += 1) await work();
    done += 50;
  }
  return (done * 1000) / (performance.now() - start);
}

/** Several things in turn, many rounds, so that a noisy machine is noisy for all of them; the median rate of each. */
export async function medianRates<Name extends string>(
  works: Record<Name, Work>,
  { rounds = 15, ms = 300 } = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  for (const name of names) await rate(works[name], ms);
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) rates[name].push(await rate(works[name], ms));
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Record<Name, number>;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
