import { characterHeight, characterWidth } from "./cut-character.ts";

/** The characters that a cell may contain. The class after them, `noCharacter`, means no character at all. */
export const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<";
export const noCharacter = characters.length;
export const classes = characters.length + 1;

/** Two layers of 3 × 3 convolutions, each followed by max pooling over 2 × 2, and one fully connected layer. */
export const network = {
  first: { from: 1, to: 12, width: characterWidth, height: characterHeight },
  second: { from: 12, to: 24, width: characterWidth / 2, height: characterHeight / 2 },
  last: { from: (24 * characterWidth * characterHeight) / 16, to: classes },
} as const;

export type ConvolutionShape = { from: number; to: number; width: number; height: number };
export type Weights = Record<
  "firstWeights" | "firstBias" | "secondWeights" | "secondBias" | "lastWeights" | "lastBias",
  Float32Array
>;

/** Numbers from -127 to 127 in base64, and the scale by which to multiply them. */
export type PackedWeights = Record<keyof Weights, readonly [scale: number, base64: string]>;

export function unpackedWeights(packed: PackedWeights): Weights {
  const unpacked = ([scale, base64]: readonly [number, string]) =>
    Float32Array.from(atob(base64), (byte) => ((byte.charCodeAt(0) << 24) >> 24) * scale);
  return {
    firstWeights: unpacked(packed.firstWeights),
    firstBias: unpacked(packed.firstBias),
    secondWeights: unpacked(packed.secondWeights),
    secondBias: unpacked(packed.secondBias),
    lastWeights: unpacked(packed.lastWeights),
    lastBias: unpacked(packed.lastBias),
  };
}

export function classify(character: Float32Array, weights: Weights): Float32Array {
  const first = maxPool(convolve(character, network.first, weights.firstWeights, weights.firstBias), network.first);
  const second = maxPool(convolve(first, network.second, weights.secondWeights, weights.secondBias), network.second);
  return softmax(fullyConnected(second, weights.lastWeights, weights.lastBias));
}

/** A 3 × 3 convolution with zero padding, then ReLU. */
export function convolve(
  input: Float32Array,
  { from, to, width, height }: ConvolutionShape,
  weights: Float32Array,
  bias: Float32Array,
): Float32Array {
  const size = width * height;
  const output = new Float32Array(to * size);
  for (let out = 0; out < to; out++) output.fill(bias[out] ?? 0, out * size, (out + 1) * size);
  for (let into = 0; into < from; into++) {
    const paddedPlane = padded(input.subarray(into * size, (into + 1) * size), width, height);
    for (let out = 0; out < to; out++) {
      const taps = weights.subarray((out * from + into) * 9, (out * from + into + 1) * 9);
      addConvolved(output.subarray(out * size, (out + 1) * size), paddedPlane, width, taps);
    }
  }
  for (let at = 0; at < output.length; at++) if ((output[at] ?? 0) < 0) output[at] = 0;
  return output;
}

function padded(plane: Float32Array, width: number, height: number): Float32Array {
  const paddedPlane = new Float32Array((width + 2) * (height + 2));
  for (let y = 0; y < height; y++)
    paddedPlane.set(plane.subarray(y * width, (y + 1) * width), (y + 1) * (width + 2) + 1);
  return paddedPlane;
}

/** The nine products are in one expression: with a loop around them, reading takes three times as long. */
function addConvolved(plane: Float32Array, paddedPlane: Float32Array, width: number, taps: Float32Array): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = taps;
  const row = width + 2;
  for (let at = 0, from = 0; at < plane.length; from += 2)
    for (const end = at + width; at < end; at++, from++)
      plane[at] =
        (plane[at] ?? 0) +
        a * (paddedPlane[from] ?? 0) +
        b * (paddedPlane[from + 1] ?? 0) +
        c * (paddedPlane[from + 2] ?? 0) +
        d * (paddedPlane[from + row] ?? 0) +
        e * (paddedPlane[from + row + 1] ?? 0) +
        f * (paddedPlane[from + row + 2] ?? 0) +
        g * (paddedPlane[from + 2 * row] ?? 0) +
        h * (paddedPlane[from + 2 * row + 1] ?? 0) +
        i * (paddedPlane[from + 2 * row + 2] ?? 0);
}

/** Max pooling over 2 × 2. */
export function maxPool(input: Float32Array, { to, width, height }: ConvolutionShape): Float32Array {
  const output = new Float32Array(input.length / 4);
  let at = 0;
  for (let y = 0; y < to * height; y += 2)
    for (let x = 0; x < width; x += 2, at++) {
      const spot = y * width + x;
      output[at] = Math.max(
        input[spot] ?? 0,
        input[spot + 1] ?? 0,
        input[spot + width] ?? 0,
        input[spot + width + 1] ?? 0,
      );
    }
  return output;
}

export function fullyConnected(input: Float32Array, weights: Float32Array, bias: Float32Array): Float32Array {
  return bias.map((base, out) => {
    let sum = base;
    const row = out * input.length;
    for (let at = 0; at < input.length; at++) sum += (input[at] ?? 0) * (weights[row + at] ?? 0);
    return sum;
  });
}

export function softmax(scores: Float32Array): Float32Array {
  const highest = Math.max(...scores);
  const probabilities = scores.map((score) => Math.exp(score - highest));
  const sum = probabilities.reduce((total, probability) => total + probability, 0);
  return probabilities.map((probability) => probability / sum);
}
