import { compareAnswers, compareHistory, Differs } from "./compare.ts";
import { newSite, Refused, type Site } from "./model/site.ts";
import { clock, type Ground, RealSite, reasonOf } from "./real-site.ts";
import { type Args, type Deed, type Dice, steps } from "./steps.ts";
import { Died } from "../support/dying-at.ts";

/** `dies`: the process is killed in this step. */
export type Step = { kind: string; given: Args; dies?: "before" | "after" };

/** Mulberry32: the same seed always throws the same dice. */
export function diceOf(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const kinds = Object.entries(steps).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind));

export function drawSequence(seed: number, length = 30): Step[] {
  const dice = diceOf(seed);
  return Array.from({ length }, () => {
    const kind = kinds[dice(kinds.length)] ?? "";
    const given = steps[kind]?.draw(dice) ?? {};
    const fate = dice(20);
    return { kind, given, ...(steps[kind]?.mayDie && fate < 2 && { dies: fate === 0 ? "before" : "after" }) };
  });
}

export const sayStep = ({ kind, given, dies }: Step): string =>
  `${steps[kind]?.say(given as never) ?? kind}${dies ? `; the process dies ${dies} the commit` : ""}`;

/** Runs a sequence on a new site. Returns what the site did otherwise than the model, or null. */
export async function runSequence(ground: Ground, sequence: readonly Step[]): Promise<string | null> {
  clock.now = Date.UTC(2027, 0, 4, 9);
  await using real = await RealSite.open(ground);
  const model = newSite(clock.now);
  const counter = { last: 0 };
  let at = 0;
  try {
    for (const step of sequence) {
      at += 1;
      model.now += 1;
      clock.now = model.now;
      const deed = steps[step.kind]?.deed(step.given as never, model, counter);
      if (!deed) continue;
      await take(deed, step, { real, model, counter });
      clock.now = model.now;
      await compareAnswers(real, model, at);
    }
    at = 0;
    await compareHistory(real, model);
    return null;
  } catch (error) {
    const where = at === 0 ? "at the end" : `after step ${at}`;
    return `${where}: ${error instanceof Differs ? error.message : (error instanceof Error ? error.stack : String(error))}`;
  }
}

type Sites = { real: RealSite; model: Site; counter: { last: number } };

async function take(deed: Deed, { dies }: Step, { real, model, counter }: Sites): Promise<void> {
  if (dies) real.dieAt(1, dies);
  const done = await outcomeOf(() => deed.real(real));
  if (dies) await real.restart();
  const expected = done === "died before" ? null : await outcomeOf(async () => deed.model(model, counter));
  const isSame = done === expected || (done === "died after" && (expected === "done" || expected === "nothing"));
  if (expected !== null && !isSame)
    throw new Differs(`the site answers "${done}", and should answer "${expected}"`);

  async function outcomeOf(work: () => Promise<string>): Promise<string> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Died) return `died ${dies}`;
      return error instanceof Refused ? error.message : reasonOf(error);
    }
  }
}

/** Leaves steps out for as long as the sequence still fails. */
export async function shortest(ground: Ground, failing: readonly Step[]): Promise<Step[]> {
  let steps_ = [...failing];
  for (let size = Math.ceil(steps_.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let from = 0; from < steps_.length; ) {
      const without = steps_.toSpliced(from, size);
      if (without.length > 0 && (await runSequence(ground, without)) !== null) {
        steps_ = without;
        isShorter = true;
      } else from += size;
    }
    if (!isShorter || size > 1) size = size === 1 && isShorter ? 1 : Math.floor(size / 2);
  }
  return steps_;
}
