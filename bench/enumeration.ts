import { createHash, pbkdf2Sync } from "node:crypto";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { LookupBudget } from "#limits/lookup-budget.ts";
import { lookupLimits, type Level, waitSecondsOf } from "#limits/lookup-price.ts";
import { iterationsOf } from "#limits/proof-of-work.ts";

/**
 * Simulates what an attacker gets who tries numbers for an hour: `node tools/ready.mjs run node bench/enumeration.ts`.
 * Run it after a limit has changed. Time is simulated; the limits are the real ones.
 */
type Attack = {
  /** The number of IP addresses, each in a network of its own. */
  addresses: number;
  policy: LookupPolicy;
  /** If true, the attacker guesses the name for one number. If false, the attacker tries one number after another. */
  oneNumber: boolean;
  /**
   * Proof-of-work iterations that all addresses do together in a second. With 0, the attacker waits if `isPatient`, or
   * makes only free tries.
   */
  iterationsInSecond: number;
  isPatient: boolean;
};

/** The number of answers that one process of the site gives in a second. */
const mostInSecond = 1000;
const hourInSeconds = 3600;
/** How long an attacker who neither works nor waits pauses before checking for free tries again. */
const secondsToRest = 60;
const start = Date.UTC(2027, 0, 1, 12);

type Attacker = { network: string; networkKey: Buffer; readyAt: number; waited: Level };

class AttackedHour {
  tried = 0;
  iterations = 0;
  readonly #plan: Attack;
  readonly #budget = new LookupBudget(lookupLimits);
  readonly #attackers: readonly Attacker[];
  #canAfford = true;
  #minuteOfWait = -1;

  constructor(plan: Attack) {
    this.#plan = plan;
    this.#attackers = Array.from({ length: plan.addresses }, (_, at) => {
      return { network: String(at), networkKey: keyOf(`network ${at}`), readyAt: 0, waited: 0 };
    });
  }

  /** Second by second, each address tries as soon as it may and can. */
  pass(): this {
    let next = 0;
    for (let second = 0; second < hourInSeconds; second += 1) {
      let answers = 0;
      this.#canAfford = true;
      for (let idle = 0; idle < this.#attackers.length && answers < mostInSecond && this.#canAfford; next += 1) {
        const attacker = this.#attackers[next % this.#attackers.length];
        const isAnswered = attacker !== undefined && attacker.readyAt <= second && this.#tries(attacker, second);
        answers += isAnswered ? 1 : 0;
        idle = isAnswered ? 0 : idle + 1;
      }
    }
    return this;
  }

  #tries(attacker: Attacker, second: number): boolean {
    const now = start + second * 1000;
    const { policy, oneNumber } = this.#plan;
    const number = keyOf(oneNumber ? "the number" : `number ${this.tried}`);
    const asker = { ...attacker, guardedNumber: policy === "open" ? null : number, guess: "" };
    const price = this.#budget.priceOf(asker, now);
    if (price.kind === "refused") {
      attacker.readyAt = second + price.retryAfterSeconds;
      return false;
    }
    const isPaid = price.level === 0 || this.#works(price.level, second) || this.#waits(attacker, price.level, second);
    if (!isPaid) return false;
    if (price.level > 0 && this.#plan.isPatient && this.#budget.isNumberGuessed(asker, now) && !this.#takesTurn(second))
      return false;
    this.#budget.missed(asker, now);
    this.tried += 1;
    return true;
  }

  #works(level: Level, second: number): boolean {
    const iterations = this.iterations + iterationsOf(level);
    if (this.#plan.iterationsInSecond === 0) return false;
    this.#canAfford = iterations <= this.#plan.iterationsInSecond * (second + 1);
    if (this.#canAfford) this.iterations = iterations;
    return this.#canAfford;
  }

  #waits(attacker: Attacker, level: Level, second: number): boolean {
    const { isPatient, iterationsInSecond } = this.#plan;
    if (isPatient && attacker.waited >= level) {
      attacker.waited = 0;
      return true;
    }
    if (isPatient) attacker.waited = level;
    if (iterationsInSecond === 0) attacker.readyAt = second + (isPatient ? waitSecondsOf(level) : secondsToRest);
    return false;
  }

  /** While the name for a number is being guessed, only one wait a minute counts. */
  #takesTurn(second: number): boolean {
    const minute = Math.floor(second / 60);
    if (this.#minuteOfWait === minute) return false;
    this.#minuteOfWait = minute;
    return true;
  }
}

const keyOf = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);

/** Iterations of one core of this machine. */
function iterationsPerSecond(): number {
  const iterations = 3_000_000;
  const begun = performance.now();
  pbkdf2Sync("numbers", "are tried", iterations, 32, "sha256");
  return (iterations * 1000) / (performance.now() - begun);
}

const rate = Number(process.argv[2] ?? iterationsPerSecond());
const means = {
  "only what is free": { iterationsInSecond: 0, isPatient: false },
  "waits, does no work": { iterationsInSecond: 0, isPatient: true },
  "works on 8 cores": { iterationsInSecond: 8 * rate, isPatient: false },
  "works on 1,000 cores": { iterationsInSecond: 1000 * rate, isPatient: false },
};
const plans = [1, 10_000].flatMap((addresses) => [
  { addresses, policy: "open", oneNumber: false } as const,
  { addresses, policy: "guarded", oneNumber: false } as const,
  { addresses, policy: "guarded", oneNumber: true } as const,
]);

console.log(`A core does ${(rate / 1e6).toFixed(1)} million iterations a second.`);
console.table(
  plans.flatMap((plan) =>
    Object.entries(means).map(([who, how]) => {
      const { tried, iterations } = new AttackedHour({ ...plan, ...how }).pass();
      const attack = plan.oneNumber ? "names for one number" : `numbers, ${plan.policy}`;
      return { attack, addresses: plan.addresses, who, tried, "processor seconds": Math.round(iterations / rate) };
    }),
  ),
);
