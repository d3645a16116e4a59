/**
 * Teaches the network that reads passports: `node tools/train-passport-reader.ts`, some 20 minutes on one core; it goes on
 * where it was stopped. Its lines are drawn by tools/passport/, never by what the reader is tested with
 * (test/support/passports/).
 */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { seededRandom } from "../src/demo/random.ts";
import { drawStrip } from "./passport/draw-strip.ts";
import { freshKnowledge, type Knowledge, learn } from "./passport/learner.ts";
import { packWeights } from "./passport/pack-weights.ts";
import { samplesOf } from "./passport/samples.ts";

const strips = 3600;
const warmUp = 100;
const highestRate = 0.0025;
const seed = 20_260_000;
const unfinished = join(tmpdir(), "attestry-passport-reader");

const known = existsSync(unfinished)
  ? (deserialize(await readFile(unfinished)) as Knowledge)
  : freshKnowledge(seededRandom(seed));

while (known.steps < strips) {
  const random = seededRandom(seed + 1 + known.steps);
  const cooling = 0.5 + 0.5 * Math.cos((Math.PI * known.steps) / strips);
  const rate = highestRate * Math.min(1, known.steps / warmUp) * (0.02 + 0.98 * cooling);
  const loss = learn(known, samplesOf(await drawStrip(random), random), rate);
  if (known.steps % 100 !== 0) continue;
  await writeFile(unfinished, serialize(known));
  console.log(`${known.steps} of ${strips} strips, loss ${loss.toFixed(3)}`);
}
await packWeights(known.weights);
await rm(unfinished, { force: true });
