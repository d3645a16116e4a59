/** The width and height to which a grey picture is shrunk before it is hashed. */
export const hashedSide = 32;

const frequencies = 8;

/** cosines[frequency][position] of a discrete cosine transform; only the lowest frequencies are used. */
const cosines = Array.from({ length: frequencies }, (_row, frequency) =>
  Array.from({ length: hashedSide }, (_column, position) =>
    Math.cos((Math.PI / hashedSide) * (position + 0.5) * frequency),
  ),
);

/**
 * Returns a pHash: 64 bits in hex, one for each of the 8 × 8 lowest frequencies. A bit is set if its frequency is stronger
 * than the median. Low frequencies survive compression and resizing.
 */
export function perceptualHashOf(grey: Uint8Array): string {
  const strengths = cosines.flatMap((down) => cosines.map((across) => strengthOf(grey, across, down)));
  const middle = median(strengths.slice(1));
  const bits = strengths.map((strength) => (strength > middle ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

/** The number of the 64 bits that differ. */
export function hashDistance(a: string, b: string): number {
  const bits = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2);
  return bits.replaceAll("0", "").length;
}

const strengthOf = (grey: Uint8Array, across: readonly number[], down: readonly number[]) =>
  down.reduce((sum, weight, row) => sum + weight * rowStrength(grey, row, across), 0);

const rowStrength = (grey: Uint8Array, row: number, across: readonly number[]) =>
  across.reduce((sum, weight, column) => sum + weight * (grey[row * hashedSide + column] ?? 0), 0);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
