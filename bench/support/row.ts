import { median, quantile } from "./measure.ts";

/**
 * One line of the table. `ratio` compares the measured value with the floor, or with the target if there is no floor.
 */
export type Row = {
  name: string;
  measured: string;
  floor: string;
  ratio: number;
  target: string;
  met: boolean;
};

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

export function atLeast(name: string, unit: string, measured: number, floor: number, target: number): Row {
  const ratio = rounded(measured / floor);
  return {
    name,
    measured: `${Math.round(measured).toLocaleString("en")} ${unit}`,
    floor: `${Math.round(floor).toLocaleString("en")} ${unit}`,
    ratio,
    target: `≥ ${target} × floor`,
    met: ratio >= target,
  };
}

export function atMostTimes(name: string, unit: string, measured: number, floor: number, target: number): Row {
  const ratio = rounded(measured / floor);
  return {
    name,
    measured: `${rounded(measured)} ${unit}`,
    floor: `${rounded(floor)} ${unit}`,
    ratio,
    target: `≤ ${target} × floor`,
    met: ratio <= target,
  };
}

export function atMost(name: string, unit: string, measured: number, target: number): Row {
  return {
    name,
    measured: `${rounded(measured, 1)} ${unit}`,
    floor: "–",
    ratio: rounded(measured / target),
    target: `≤ ${target} ${unit}`,
    met: measured <= target,
  };
}

export function rateAtLeast(name: string, unit: string, perSecond: number, target: number): Row {
  return {
    name,
    measured: `${Math.round(perSecond).toLocaleString("en")} ${unit}/s`,
    floor: "–",
    ratio: rounded(perSecond / target),
    target: `≥ ${target} ${unit}/s`,
    met: perSecond >= target,
  };
}

type OftenBound = {
  /** Times of a request that costs nothing, sent in between: they show how much the machine itself is to blame. */
  floor?: readonly number[];
  /** The most that the slowest of a hundred may take. */
  target: number;
  /** The most that the median may take. */
  medianTarget?: number;
};

/** For many measurements: the slowest of a hundred must meet the target, and the median its own. */
export function p99AtMost(name: string, unit: string, measured: readonly number[], bound: OftenBound): Row {
  const { floor, target, medianTarget = target } = bound;
  const written = (times: readonly number[]) =>
    `${rounded(quantile(times, 0.99), 1)} ${unit} (median ${rounded(median(times), 1)})`;
  const ratio = rounded(Math.max(quantile(measured, 0.99) / target, median(measured) / medianTarget));
  return {
    name: `${name}: p99`,
    measured: written(measured),
    floor: floor ? written(floor) : "–",
    ratio,
    target: `≤ ${target} ${unit}${medianTarget < target ? ` (median ≤ ${medianTarget})` : ""}`,
    met: ratio <= 1,
  };
}
