import { mkdtemp, rm } from "node:fs/promises";
import { clock, sqliteGround, RealSite, reasonOf } from "./real-site.ts";
import { drawSequence } from "./sequence.ts";
import { compareAnswers, compareHistory } from "./compare.ts";
import { newSite } from "./model/site.ts";
import { steps } from "./steps.ts";
Date.now = () => clock.now;
const folder = await mkdtemp("/dev/shm/decade-");
const ground = await sqliteGround(folder);
const t = new Map<string, [number, number]>();
const time = async (k: string, f: () => Promise<any>) => { const s = performance.now(); try { return await f(); } finally { const v = t.get(k) ?? [0, 0]; v[0] += performance.now() - s; v[1]++; t.set(k, v); } };
for (let seed = 1; seed <= 20; seed++) {
  clock.now = Date.UTC(2027, 0, 4, 9);
  const real = await time("open", () => RealSite.open(ground));
  const model = newSite(clock.now); const counter = { last: 0 };
  for (const step of drawSequence(seed)) {
    model.now += 1; clock.now = model.now;
    const deed = steps[step.kind]!.deed(step.given as never, model, counter); if (!deed) continue;
    await time(step.kind, () => deed.real(real).catch(reasonOf));
    try { deed.model(model, counter); } catch {}
    clock.now = model.now;
    await time("compare", () => compareAnswers(real, model, 1));
  }
  await time("end", () => compareHistory(real, model));
  await time("close", () => real[Symbol.asyncDispose]());
}
for (const [k, [ms, n]] of [...t].sort((a, b) => b[1][0] - a[1][0])) console.log(k.padEnd(12), (ms / 20).toFixed(1).padStart(8), "ms a sequence", n / 20, (ms / n).toFixed(1));
await rm(folder, { recursive: true });
