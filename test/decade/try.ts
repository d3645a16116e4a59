import { mkdtemp, rm } from "node:fs/promises";
import { clock, makeGround } from "./real-site.ts";
import { drawSequence, runSequence, sayStep, shortest } from "./sequence.ts";
Date.now = () => clock.now;
const folder = await mkdtemp("/dev/shm/decade-");
const ground = await makeGround(folder);
const [from, count] = process.argv.slice(2).map(Number);
const s0 = performance.now();
let fails = 0, n = 0;
for (let seed = from!; seed < from! + count!; seed++) {
  n++;
  const seq = drawSequence(seed);
  const fault = await runSequence(ground, seq);
  if (!fault) continue;
  const min = await shortest(ground, seq, fault);
  console.log(`seed ${seed}: ${fault}\n` + min.map((s) => "   " + sayStep(s)).join("\n") + "\n   => " + await runSequence(ground, min));
  if (++fails > 5) break;
}
console.log("ms a sequence", ((performance.now() - s0) / n).toFixed(0));
await rm(folder, { recursive: true });
