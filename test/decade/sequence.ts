import { compareAnswers, compareHistory, Differs } from "./compare.ts";
import { newSite, Refused, type Site } from "./model/site.ts";
import { clock, type Ground, RealSite, reasonOf } from "./real-site.ts";
import { followUp } from "./steps/site-steps.ts";
import type { Args, Deed, Dice } from "./steps/step.ts";
import { steps } from "./steps/steps.ts";
import { Died } from "../support/dying-at.ts";

/** `dies`: the process is killed in this step. */
export type Step = { kind: string; given: Args; dies?: "before" | "after" };

/** Mulberry32: the same seed always throws the same dice. */
function diceOf(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const startOfTime = Date.UTC(2027, 0, 4, 9);

const kinds = Object.entries(steps).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind));

/** What people often do next. Without it, few undo what they did, or agree to what was asked. */
const oftenNext: Readonly<Record<string, readonly string[]>> = {
  run: ["work", "work", "undo"],
  import: ["work"],
  confirm: ["work"],
  undo: ["work", "undo"],
  work: ["undo", "undo", "confirm", "add", "hide"],
  fourEyes: ["member"],
  member: ["agree", "agree", "member"],
  agree: ["member", "member", "decide"],
  key: ["member", "add"],
  remove: ["loseDeletion", "backUp", "add"],
  backUp: ["remove", "remove", "restore"],
  loseDeletion: ["restore"],
  card: ["useCard", "useCard", "member"],
  useCard: ["code", "card", "refuseCard"],
  code: ["useCode", "hide", "endCode"],
};

/**
 * Draws a sequence. A step that the model refuses or that is about nothing is most often drawn again: otherwise little
 * would happen.
 */
export function drawSequence(seed: number, length = 30): Step[] {
  const dice = diceOf(seed);
  const model = newSite(startOfTime);
  const counter = { last: 0 };
  let last = "";
  return Array.from({ length }, (_, at) => {
    model.now += 1;
    for (;;) {
      const habits = dice(3) === 0 ? kinds : (oftenNext[last] ?? kinds);
      const kind = at < 3 ? "add" : (habits[dice(habits.length)] ?? "");
      const given = steps[kind]?.draw(dice) ?? {};
      const fate = dice(20);
      const dies =
        steps[kind]?.mayDie && fate < 2 ? { dies: fate === 0 ? ("before" as const) : ("after" as const) } : {};
      const deed = deedOf({ kind, given }, model, counter);
      if (!deed && !model.isForged && dice(20) > 0) continue;
      const isRefused = deed && dies.dies !== "before" && outcomeIn(deed, model, counter) !== "done";
      if (isRefused && dice(3) > 0) continue;
      last = kind;
      return { kind, given, ...dies };
    }
  });
}

function deedOf({ kind, given }: Step, model: Site, counter: { last: number }): Deed | null {
  const step = steps[kind];
  // What was forged must be seen at the end, and the next change of the record could mend it.
  if (model.isForged) return null;
  return step && step.isFor?.(model) !== false ? step.deed(given as never, model, counter) : null;
}

function outcomeIn(deed: Deed, model: Site, counter: { last: number }): string {
  try {
    return deed.model(model, counter);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

export const sayStep = ({ kind, given, dies }: Step): string =>
  `${steps[kind]?.say(given as never) ?? kind}${dies ? `; the process dies ${dies} the commit` : ""}`;

/** Runs a sequence on a new site. Returns what the site did otherwise than the model, or null. */
export async function runSequence(ground: Ground, sequence: readonly Step[]): Promise<string | null> {
  clock.now = startOfTime;
  await using real = await RealSite.open(ground);
  const model = newSite(clock.now);
  const counter = { last: 0 };
  let at = 0;
  try {
    for (const step of sequence) {
      at += 1;
      model.now += 1;
      clock.now = model.now;
      const deed = deedOf(step, model, counter);
      if (!deed) continue;
      await take(deed, step, { real, model, counter });
      await followUp(real);
      clock.now = model.now;
      await compareAnswers(real, model, at);
    }
    at = 0;
    await compareHistory(real, model);
    return null;
  } catch (error) {
    const where = at === 0 ? "at the end" : `after step ${at}`;
    return `${where}: ${error instanceof Differs ? error.message : error instanceof Error ? error.stack : String(error)}`;
  }
}

type Sites = { real: RealSite; model: Site; counter: { last: number } };

async function take(deed: Deed, { dies }: Step, { real, model, counter }: Sites): Promise<void> {
  if (dies) real.dieAt(1, dies);
  const done = await outcomeOf(() => deed.real(real));
  if (dies) await real.restart();
  const expected = done === "died before" ? null : await outcomeOf(async () => deed.model(model, counter));
  if (expected !== null && done !== "died after" && done !== expected)
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

/** What is the same in each sequence that shows one fault. */
const faultIn = (found: string | null): string =>
  (found ?? "")
    .replace(/^[^:]*: /, "")
    .replace(/: the site says[^]*/, "")
    .replaceAll(/ [PI]?\d+|Ada|Ben|Mina|Omar/g, "");

/** Leaves steps out for as long as the sequence still shows the same fault. */
export async function shortest(ground: Ground, failing: readonly Step[], found: string): Promise<Step[]> {
  let short = [...failing];
  for (let size = Math.ceil(short.length / 2), isShorter = false; size >= 1;) {
    for (let from = short.length - size; from > -size; from -= size) {
      const without = short.toSpliced(Math.max(from, 0), size);
      if (faultIn(await runSequence(ground, without)) !== faultIn(found)) continue;
      short = without;
      isShorter = true;
    }
    if (size > 1 || !isShorter) size = Math.floor(size / 2);
    isShorter = false;
  }
  return short;
}
