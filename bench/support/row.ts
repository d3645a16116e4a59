/** One line of the table. `ratio` is the measured against the floor, or against the target where there is no floor. */
export type Row = {
  name: string;
  measured: string;
  floor: string;
  ratio: number;
  target: string;
  met: boolean;
};

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export function atLeast(name: string, unit: string, measured: number, floor: number, target: number): Row {
  const ratio = rounded(measured / floor, 2);
  const written = (value: number) => `${Math.round(value).toLocaleString("en")} ${unit}`;
  const met = ratio >= target;
  return { name, measured: written(measured), floor: written(floor), ratio, target: `≥ ${target} × floor`, met };
}

export function atMostTimes(name: string, unit: string, measured: number, floor: number, target: number): Row {
  const ratio = rounded(measured / floor, 2);
  const written = (value: number) => `${rounded(value, 2)} ${unit}`;
  const met = ratio <= target;
  return { name, measured: written(measured), floor: written(floor), ratio, target: `≤ ${target} × floor`, met };
}

export function atMost(name: string, unit: string, measured: number, target: number): Row {
  const ratio = rounded(measured / target, 2);
  const met = measured <= target;
  return { name, measured: `${rounded(measured, 1)} ${unit}`, floor: "–", ratio, target: `≤ ${target} ${unit}`, met };
}
