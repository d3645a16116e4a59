/** The files of a backup fall into so many parts, by the first digits of their names. One a night is read. */
const partCount = 28;

/** The parts of these days, written for a command. No more than all. */
export function partsOfPlace(day: number, days: number): string {
  const from = day - Math.min(days, partCount) + 1;
  return Array.from({ length: day - from + 1 }, (_, at) => (from + at) % partCount).join(",");
}

/** True for a file of these parts. `name` begins with hexadecimal digits: the checksum of rows, or the id of an image. */
export function isInParts(parts: string): (name: string) => boolean {
  const wanted = new Set(parts.split(",").map(Number));
  return (name) => wanted.has(Number.parseInt(name.slice(0, 8), 16) % partCount);
}
