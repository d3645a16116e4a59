import { compareAll, compareAnswers, compareHistory, Differs } from "./compare.ts";
import { Refused, Site, startOfTime } from "./model/site.ts";
import { clock, type Ground, RealSite, reasonOf } from "./real-site.ts";
import { followUp } from "./steps/site-steps.ts";
import { type Args, type Deed, type Dice, oneOf } from "./steps/step.ts";
import { steps } from "./steps/steps.ts";
import { Died } from "../support/dying-at.ts";

type Alone = { kind: string; given: Args };
/** `dies`: the process is killed in this step. `beside`: what somebody else does at the same time. */
export type Step = Alone & { dies?: "before" | "after"; beside?: Alone };

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

const kinds = Object.entries(steps).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind));
const meeting = kinds.filter((kind) => steps[kind]?.mayMeet);

/** What people often do next. Without it, few undo what they did, or agree to what was asked. */
const oftenNext: Readonly<Record<string, readonly string[]>> = {
  run: ["work", "work", "undo"],
  import: ["work"],
  confirm: ["work"],
  undo: ["work", "work", "undo"],
  hideLeft: ["work"],
  work: [
    "undo",
    "undo",
    "undo",
    "import",
    "import",
    "confirm",
    "add",
    "hide",
    "hideLeft",
    "runDeadline",
    "runDeadline",
  ],
  declare: ["fill", "fill", "fillMany", "deleteValues", "decide"],
  fill: ["declare", "decide", "fill"],
  fillMany: ["work", "work", "undo"],
  deleteValues: ["work", "agree", "agree", "declare"],
  fourEyes: ["member"],
  member: ["agree", "agree", "member", "heldDeadline"],
  agree: ["member", "member", "decide"],
  key: ["member", "add"],
  remove: ["loseDeletion", "backUp", "add"],
  backUp: ["remove", "remove", "restore"],
  loseDeletion: ["restore"],
  card: ["useCard", "useCard", "useCard", "member", "cardDeadline"],
  useCard: [
    "code",
    "briefCode",
    "briefCode",
    "briefCode",
    "card",
    "card",
    "card",
    "refuseCard",
    "holdBack",
    "holdBackPaper",
    "declarePaper",
  ],
  watch: ["add", "decide", "unhide", "work", "mailServer"],
  check: ["guess", "toldDeadline", "signingKey", "hide", "documents", "update", "remove", "work", "decide"],
  mailServer: ["watch", "work", "work"],
  store: ["attach"],
  attach: ["hide", "documents", "attach", "remove", "store", "backUp", "switchKind"],
  declarePaper: ["attachPaper", "attachPaper", "attachPaper", "agree", "holdBackPaper", "declarePaper"],
  attachPaper: ["decide", "declarePaper", "card", "holdBackPaper", "attachPaper", "backUp"],
  holdBackPaper: ["giveBackPaper", "declarePaper", "useCode", "check"],
  holdBack: ["giveBack", "check", "switchKind"],
  switchKind: ["switchKind", "attach", "check", "work"],
  signingKey: ["check", "backUp", "restore"],
  retention: ["wait", "wait", "days", "work"],
  days: ["days", "days", "keep", "work", "update", "backUp"],
  keep: ["days"],
  code: ["useCode", "useCode", "policy", "check", "hide", "endCode", "codeDeadline"],
  briefCode: ["useCode", "codeDeadline"],
  useCode: ["useCode", "useCode", "briefCode", "codeDeadline"],
  guess: ["guess", "guess", "letGoOn"],
  runDeadline: ["undo"],
  cardDeadline: ["useCard"],
  codeDeadline: ["useCode"],
  heldDeadline: ["work"],
  toldDeadline: ["hide", "remove"],
  hide: ["work"],
};

/**
 * Draws a sequence. A step that the model refuses or that is about nothing is most often drawn again: otherwise little
 * would happen.
 */
export function drawSequence(seed: number, length = 30): Step[] {
  const dice = diceOf(seed);
  const model = new Site();
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
      const beside = steps[kind]?.mayMeet && fate > 16 ? drawAlone(dice, meeting) : null;
      const deed = deedOf({ kind, given }, model);
      const isUnfair = beside && (mayEndRight({ kind, given }, beside) || mayEndRight(beside, { kind, given }));
      const besides = beside && !isUnfair ? deedOf(beside, model) : null;
      if (!deed && !model.outside.isForged && dice(20) > 0) continue;
      const isRefused = deed && dies.dies !== "before" && isUseless(outcomeIn(deed, model));
      // Whether a rule about time is right is seen where it refuses.
      if (isRefused && !last.endsWith("Deadline") && dice(3) > 0) continue;
      last = kind;
      if (!beside || !besides) return { kind, given, ...dies };
      outcomeIn(besides, model);
      return { kind, given, beside };
    }
  });
}

const isUseless = (outcome: string) => outcome !== "done" && !outcome.includes("show");

/** True if `one` may end a right that `other` needs. What somebody began with the right is done, and the order is lost. */
const mayEndRight = (one: Alone, other: Alone) =>
  one.kind === "agree"
    ? !/agree|refuseHeld/.test(other.kind)
    : one.kind === "member" && one.given["whom"] === other.given["who"];

function drawAlone(dice: Dice, from: readonly string[]): Alone {
  const kind = oneOf(dice, from);
  return { kind, given: steps[kind]?.draw(dice) ?? {} };
}

function deedOf({ kind, given }: Alone, model: Site): Deed | null {
  const step = steps[kind];
  // What was forged must be seen at the end, and the next change of the record could mend it.
  if (model.outside.isForged) return null;
  return step && step.isFor?.(model) !== false ? step.deed(given as never, model) : null;
}

function outcomeIn(deed: Deed, model: Site): string {
  try {
    return deed.model(model);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** What the steps of a sequence show: each step with the answer of the model, and when the process dies in it. */
function shownBy(sequence: readonly Step[]): Set<string> {
  const model = new Site();
  const shown = new Set<string>();
  for (const { dies = "", beside, ...alone } of sequence) {
    model.now += 1;
    for (const one of beside ? [alone, beside] : [alone]) {
      const deed = deedOf(one, model);
      if (deed) shown.add(`${one.kind} ${outcomeIn(deed, model).replaceAll(/\d+/g, "")} ${dies}`);
    }
  }
  return shown;
}

/** Of the first `drawn` seeds, the `count` whose sequences together show most: a rare answer is not left to luck. */
export function variedSeeds(count: number, drawn: number, length: number): number[] {
  const open = Array.from({ length: drawn }, (_, at) => ({
    seed: at + 1,
    shown: shownBy(drawSequence(at + 1, length)),
  }));
  return Array.from({ length: count }, () => {
    const at = open.reduce((best, { shown }, next) => (shown.size > (open[best]?.shown.size ?? 0) ? next : best), 0);
    const [chosen] = open.splice(at, 1);
    for (const { shown } of open) for (const one of chosen?.shown ?? []) shown.delete(one);
    return chosen?.seed ?? 0;
  });
}

const sayAlone = ({ kind, given }: Alone) => steps[kind]?.say(given as never) ?? kind;

export const sayStep = ({ dies, beside, ...step }: Step): string =>
  `${sayAlone(step)}${beside ? `; at the same time: ${sayAlone(beside)}` : ""}${dies ? `; the process dies ${dies} the commit` : ""}`;

/** Runs a sequence on a new site. Returns what the site did otherwise than the model, or null. */
export async function runSequence(ground: Ground, sequence: readonly Step[]): Promise<string | null> {
  clock.now = startOfTime;
  await using real = await RealSite.open(ground);
  let model = new Site();
  let at = 0;
  try {
    for (const step of sequence) {
      at += 1;
      model.now += 1;
      clock.now = model.now;
      const deed = deedOf(step, model);
      if (!deed) continue;
      const besides = step.beside && deedOf(step.beside, model);
      if (besides) {
        const possible = await meet([deed, besides], real, model);
        await followUp(real);
        model = await whichHolds(real, possible);
      } else {
        await take(deed, step, real, model);
        await followUp(real);
        clock.now = model.now;
        await compareAnswers(real, model, at);
      }
    }
    at = 0;
    await compareHistory(real, model);
    return null;
  } catch (error) {
    const where = at === 0 ? "at the end" : `after step ${at}`;
    return `${where}: ${error instanceof Differs ? error.message : error instanceof Error ? error.stack : String(error)}`;
  }
}

async function take(deed: Deed, { dies }: Step, real: RealSite, model: Site): Promise<void> {
  if (dies) real.dieAt(1, dies);
  const done = await outcomeOf(() => deed.real(real));
  if (dies) await real.restart();
  const expected = done === "died before" ? null : outcomeIn(deed, model);
  if (expected !== null && done !== "died after" && done !== expected)
    throw new Differs(`the site answers "${done}", and should answer "${expected}"`);

  async function outcomeOf(work: () => Promise<string>): Promise<string> {
    return work().catch((error: unknown) => (error instanceof Died ? `died ${dies}` : reasonOf(error)));
  }
}

/** Begins both at once. Returns each state in which one after the other would leave the site with the same answers. */
async function meet(deeds: readonly [Deed, Deed], real: RealSite, model: Site): Promise<Site[]> {
  await real.signInAll();
  const done = await Promise.all(deeds.map((deed) => deed.real(real).catch(reasonOf)));
  real.isSigningInPossible = true;
  const inOrder = (ordered: readonly Deed[]) => {
    const after = structuredClone(model);
    return { after, expected: ordered.map((deed) => outcomeIn(deed, after)) };
  };
  const forward = inOrder(deeds);
  const backward = inOrder(deeds.toReversed());
  const possible = [forward, { ...backward, expected: backward.expected.toReversed() }];
  const found = possible.filter(({ expected }) => expected.every((outcome, at) => isAs(outcome, done[at] ?? "")));
  if (found.length > 0) return found.map(({ after }) => after);
  throw new Differs(`the site answers "${done.join('" and "')}", as in no order of the two`);
}

/** Whoever loses the right to act in the middle of a step is refused, for one reason or another. */
const isAs = (expected: string, done: string) =>
  expected === done || (expected === "not-signed-in" && done !== "done" && done !== "nothing");

async function whichHolds(real: RealSite, [first, ...others]: readonly Site[]): Promise<Site> {
  if (!first) throw new Differs("nothing holds");
  try {
    await compareAll(real, first);
    return first;
  } catch (error) {
    if (!(error instanceof Differs) || others.length === 0) throw error;
    return whichHolds(real, others);
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
  const shows = async (tried: readonly Step[]) => faultIn(await runSequence(ground, tried)) === faultIn(found);
  for (let size = Math.ceil(short.length / 2), isShorter = false; size >= 1;) {
    for (let from = short.length - size; from > -size; from -= size) {
      const without = short.toSpliced(Math.max(from, 0), size);
      if (!(await shows(without))) continue;
      short = without;
      isShorter = true;
    }
    if (size > 1 || !isShorter) size = Math.floor(size / 2);
    isShorter = false;
  }
  for (const [at, { beside, ...alone }] of short.entries()) {
    for (const one of beside ? [alone, beside] : []) if (await shows(short.with(at, one))) short = short.with(at, one);
  }
  return short;
}
