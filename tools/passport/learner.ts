import type { Random } from "../../src/demo/random.ts";
import {
  classes,
  convolve,
  type ConvolutionShape,
  network,
  maxPool,
  softmax,
  type Weights,
  fullyConnected,
} from "../../src/web/dashboard/passport/character-network.ts";
import type { Sample } from "./samples.ts";

function freshWeights(random: Random): Weights {
  const some = (count: number, inputs: number) =>
    Float32Array.from({ length: count }, () => (random() + random() + random() + random() - 2) * Math.sqrt(6 / inputs));
  const { first, second, last } = network;
  return {
    firstWeights: some(first.to * first.from * 9, first.from * 9),
    firstBias: new Float32Array(first.to),
    secondWeights: some(second.to * second.from * 9, second.from * 9),
    secondBias: new Float32Array(second.to),
    lastWeights: some(last.to * last.from, last.from * 2),
    lastBias: new Float32Array(last.to),
  };
}

/** Everything that is needed to resume training. */
export type TrainingState = { weights: Weights; means: Weights; squares: Weights; steps: number };

export const initialState = (random: Random): TrainingState => {
  const weights = freshWeights(random);
  return { weights, means: zerosLike(weights), squares: zerosLike(weights), steps: 0 };
};

/**
 * Gradient descent with Adam (Kingma and Ba, 2015) and a little weight decay. Returns the mean loss before this step.
 */
export function learn(state: TrainingState, batch: readonly Sample[], rate: number): number {
  const gradients = zerosLike(state.weights);
  let loss = 0;
  for (const { character, label } of batch) {
    const probabilities = addGradients(character, label, state.weights, gradients);
    loss -= Math.log(Math.max(1e-9, probabilities[label] ?? 0)) / batch.length;
  }
  state.steps++;
  for (const name of namesOf(state.weights)) adamStep(state, name, gradients[name], batch.length, rate);
  return loss;
}

function adamStep(
  state: TrainingState,
  name: keyof Weights,
  gradients: Float32Array,
  samples: number,
  rate: number,
): void {
  const [list, means, squares] = [state.weights[name], state.means[name], state.squares[name]];
  const [unbias, unbiasSquare] = [1 - 0.9 ** state.steps, 1 - 0.999 ** state.steps];
  for (let at = 0; at < list.length; at++) {
    const weight = list[at] ?? 0;
    const gradient = (gradients[at] ?? 0) / samples + 1e-5 * weight;
    const mean = 0.9 * (means[at] ?? 0) + 0.1 * gradient;
    const square = 0.999 * (squares[at] ?? 0) + 0.001 * gradient * gradient;
    means[at] = mean;
    squares[at] = square;
    list[at] = weight - (rate * mean) / unbias / (Math.sqrt(square / unbiasSquare) + 1e-8);
  }
}

const namesOf = (weights: Weights) => Object.keys(weights) as (keyof Weights)[];

const zerosLike = (weights: Weights): Weights =>
  Object.fromEntries(Object.entries(weights).map(([name, list]) => [name, new Float32Array(list.length)])) as Weights;

/** Forward pass and backpropagation. Adds the gradients and returns the probabilities. */
function addGradients(character: Float32Array, label: number, weights: Weights, gradients: Weights): Float32Array {
  const { first, second } = network;
  const firstMap = convolve(character, first, weights.firstWeights, weights.firstBias);
  const firstPool = maxPool(firstMap, first);
  const secondMap = convolve(firstPool, second, weights.secondWeights, weights.secondBias);
  const secondPool = maxPool(secondMap, second);
  const probabilities = softmax(fullyConnected(secondPool, weights.lastWeights, weights.lastBias));

  const errors = probabilities.map((probability, at) => probability - (at === label ? 1 : 0));
  const secondBack = maxPoolBackward(fullyConnectedBackward(errors, secondPool, weights, gradients), secondMap, second);
  const firstBack = maxPoolBackward(
    convolveBackward(
      secondBack,
      firstPool,
      second,
      weights.secondWeights,
      gradients.secondWeights,
      gradients.secondBias,
    ),
    firstMap,
    first,
  );
  convolveBackward(firstBack, character, first, weights.firstWeights, gradients.firstWeights, gradients.firstBias);
  return probabilities;
}

function fullyConnectedBackward(
  errors: Float32Array,
  input: Float32Array,
  weights: Weights,
  gradients: Weights,
): Float32Array {
  const back = new Float32Array(input.length);
  for (let out = 0; out < classes; out++) {
    const error = errors[out] ?? 0;
    add(gradients.lastBias, out, error);
    for (let at = 0, from = out * input.length; at < input.length; at++, from++) {
      add(gradients.lastWeights, from, error * (input[at] ?? 0));
      add(back, at, error * (weights.lastWeights[from] ?? 0));
    }
  }
  return back;
}

function add(list: Float32Array, at: number, value: number): void {
  list[at] = (list[at] ?? 0) + value;
}

/** Passes each gradient to the largest of four values, unless ReLU made that value 0. */
function maxPoolBackward(back: Float32Array, map: Float32Array, { to, width, height }: ConvolutionShape): Float32Array {
  const output = new Float32Array(map.length);
  let at = 0;
  for (let y = 0; y < to * height; y += 2)
    for (let x = 0; x < width; x += 2, at++) {
      const spot = y * width + x;
      const largest = [spot + 1, spot + width, spot + width + 1].reduce(
        (best, other) => ((map[other] ?? 0) > (map[best] ?? 0) ? other : best),
        spot,
      );
      if ((map[largest] ?? 0) > 0) output[largest] = back[at] ?? 0;
    }
  return output;
}

function convolveBackward(
  back: Float32Array,
  input: Float32Array,
  { from, to, width, height }: ConvolutionShape,
  weights: Float32Array,
  gradients: Float32Array,
  biasGradients: Float32Array,
): Float32Array {
  const size = width * height;
  const output = new Float32Array(input.length);
  for (let out = 0; out < to; out++) {
    const plane = back.subarray(out * size, (out + 1) * size);
    add(
      biasGradients,
      out,
      plane.reduce((sum, value) => sum + value, 0),
    );
    for (let into = 0; into < from; into++) {
      const [source, target] = [input, output].map((list) => list.subarray(into * size, (into + 1) * size));
      if (!source || !target) continue;
      for (let tap = 0; tap < 9; tap++) {
        const at = (out * from + into) * 9 + tap;
        add(gradients, at, tapBackward(plane, source, target, width, tap, weights[at] ?? 0));
      }
    }
  }
  return output;
}

/** Returns the gradient of one of the nine weights, and adds the gradient of its input to `target`. */
function tapBackward(
  plane: Float32Array,
  source: Float32Array,
  target: Float32Array,
  width: number,
  tap: number,
  weight: number,
): number {
  const [dy, dx] = [Math.floor(tap / 3) - 1, (tap % 3) - 1];
  const height = plane.length / width;
  const shift = dy * width + dx;
  let gradient = 0;
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++)
    for (let at = y * width + Math.max(0, -dx); at < y * width + Math.min(width, width - dx); at++) {
      const value = plane[at] ?? 0;
      if (value === 0) continue;
      gradient += value * (source[at + shift] ?? 0);
      add(target, at + shift, value * weight);
    }
  return gradient;
}
