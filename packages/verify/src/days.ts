/** A day as YYYY-MM-DD. `Date.parse` takes 30 February for a day in March, and 0000 for a year. */
export const isDay = (value: unknown): value is string =>
  typeof value === "string" &&
  value >= "0001" &&
  !Number.isNaN(Date.parse(value)) &&
  dayOf(Date.parse(value)) === value;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
