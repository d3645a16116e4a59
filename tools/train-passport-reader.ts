/**
 * Trains the network that reads passports: `node tools/train-passport-reader.ts`, about 20 minutes on one core. An
 * interrupted run is resumed. The training lines are drawn by tools/passport/, never by the code with which the reader
 * is tested (test/support/passports/).
 */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { seededRandom } from "../src/demo/random.ts";
import type { PackedWeights, Weights } from "../src/web/dashboard/passport/character-network.ts";
import { drawStrip } from "./passport/draw-strip.ts";
import { initialState, type TrainingState, learn } from "./passport/learner.ts";
import { samplesOf } from "./passport/samples.ts";

const strips = 3600;
const warmUp = 100;
const highestRate = 0.0025;
const seed = 20_260_000;
const weightsFile = new URL("../src/web/dashboard/passport/packed-weights.ts", import.meta.url);
const unfinished = join(tmpdir(), "attestry-passport-reader");

const state = existsSync(unfinished)
  ? (deserialize(await readFile(unfinished)) as TrainingState)
  : initialState(seededRandom(seed));

while (state.steps < strips) {
  const random = seededRandom(seed + 1 + state.steps);
  const cooling = 0.5 + 0.5 * Math.cos((Math.PI * state.steps) / strips);
  const rate = highestRate * Math.min(1, state.steps / warmUp) * (0.02 + 0.98 * cooling);
  const loss = learn(state, samplesOf(await drawStrip(random), random), rate);
  if (state.steps % 100 !== 0) continue;
  await writeFile(unfinished, serialize(state));
  console.log(`${state.steps} of ${strips} strips, loss ${loss.toFixed(3)}`);
}
await packWeights(state.weights);
await rm(unfinished, { force: true });

/** Stores each weight in one byte: the network reads as well as with four. */
async function packWeights(weights: Weights): Promise<void> {
  const lines = Object.entries(weights).map(([name, list]) => `  ${name}: ${JSON.stringify(packed(list))},\n`);
  await writeFile(
    weightsFile,
    `import type { PackedWeights } from "./character-network.ts";\n\n// Made by tools/train-passport-reader.ts.\nexport const packedWeights: PackedWeights = {\n${lines.join("")}};\n`,
  );
}

function packed(list: Float32Array): PackedWeights[keyof Weights] {
  const scale = list.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(list, (value) => Math.round(value / scale));
  return [Number(scale.toPrecision(6)), Buffer.from(bytes.buffer).toString("base64")];
}
