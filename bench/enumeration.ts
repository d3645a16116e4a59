import { pbkdf2Sync } from "node:crypto";
import { nameMatches } from "#core/records/names.ts";
import { inventPeople } from "#demo/invent-people.ts";
import { type Attack, attack, type Means } from "./support/attack.ts";

/**
 * What somebody gets who tries numbers for an hour: `node tools/ready.mjs run node bench/enumeration.ts`. Time is
 * simulated, the limits are the real ones. The site holds 10,000 records among the 100 million numbers of one letter and
 * eight digits; under `guarded` the attacker gives with each number the name that fits most people.
 */
const records = 10_000;
const numbers = 100_000_000;

/** The commonest pair of words, and the share of people whose name it fits. */
function bestGuess(): { name: string; share: number } {
  const names = [...inventPeople({ seed: 7, count: records })].map(({ name }) => name);
  const pairs = Map.groupBy(names, (name) => name.split(" ").slice(0, 2).join(" "));
  const [name] = [...pairs].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [""];
  return { name, share: names.filter((known) => nameMatches(name, known)).length / names.length };
}

/** Of one core of this machine. */
function iterationsPerSecond(): number {
  const iterations = 3_000_000;
  const start = performance.now();
  pbkdf2Sync("numbers", "are tried", iterations, 32, "sha256");
  return (iterations * 1000) / (performance.now() - start);
}

const rate = iterationsPerSecond();
const guess = bestGuess();

const means: Record<string, Means> = {
  "only what is free": { kind: "free" },
  "waits, does no work": { kind: "wait" },
  "works on 8 cores": { kind: "work", iterationsPerSecond: 8 * rate },
  "works on 1,000 cores": { kind: "work", iterationsPerSecond: 1000 * rate },
};

function rowOf(who: string, plan: Attack, chance: number) {
  const { tried, iterations } = attack(plan);
  return {
    attack: plan.oneNumber ? "names for one number" : `numbers, ${plan.policy}`,
    addresses: plan.addresses.toLocaleString("en"),
    who,
    "tried in an hour": tried.toLocaleString("en"),
    "processor seconds": Math.round(iterations / rate).toLocaleString("en"),
    ...(!plan.oneNumber && { found: Number((tried * chance).toFixed(tried * chance < 1 ? 4 : 1)) }),
  };
}

const plans = [1, 10_000].flatMap((addresses): (Omit<Attack, "means"> & { chance: number })[] => [
  { addresses, policy: "open", oneNumber: false, chance: records / numbers },
  { addresses, policy: "guarded", oneNumber: false, chance: (records / numbers) * guess.share },
  { addresses, policy: "guarded", oneNumber: true, chance: 0 },
]);

console.log(`A core does ${(rate / 1e6).toFixed(1)} million iterations a second.`);
console.log(`The best name to give is ${guess.name}: it fits ${(guess.share * 100).toFixed(1)} % of all.`);
console.table(
  plans.flatMap(({ chance, ...plan }) =>
    Object.entries(means).map(([who, how]) => rowOf(who, { ...plan, means: how }, chance)),
  ),
);
