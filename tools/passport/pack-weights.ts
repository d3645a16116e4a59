import { writeFile } from "node:fs/promises";
import type { PackedWeights, Weights } from "../../src/web/dashboard/passport/character-network.ts";

const file = new URL("../../src/web/dashboard/passport/packed-weights.ts", import.meta.url);

/** One byte a weight: the network reads as well as with four. */
export async function packWeights(weights: Weights): Promise<void> {
  const lines = Object.entries(weights).map(([name, list]) => `  ${name}: ${JSON.stringify(packed(list))},\n`);
  await writeFile(
    file,
    `import type { PackedWeights } from "./character-network.ts";\n\n// Made by tools/train-passport-reader.ts.\nexport const packedWeights: PackedWeights = {\n${lines.join("")}};\n`,
  );
}

function packed(list: Float32Array): PackedWeights[keyof Weights] {
  const scale = list.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(list, (value) => Math.round(value / scale));
  return [Number(scale.toPrecision(6)), Buffer.from(bytes.buffer).toString("base64")];
}
