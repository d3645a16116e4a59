import { createHash } from "node:crypto";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { type Asker, LookupBudget } from "#limits/lookup-budget.ts";
import { lookupLimits, type Level, waitSecondsOf } from "#limits/lookup-price.ts";
import { iterationsOf } from "#limits/proof-of-work.ts";

export type Means = { kind: "free" } | { kind: "wait" } | { kind: "work"; iterationsPerSecond: number };

export type Attack = {
  /** Each in a neighbourhood of its own. */
  addresses: number;
  means: Means;
  policy: LookupPolicy;
  /** One number, whose name is guessed; else a number after the other. */
  oneNumber: boolean;
};

export type Spoils = { tried: number; iterations: number };

/** As fast as one process of the site answers. */
const mostInSecond = 1000;
const hourInSeconds = 3600;
/** Of who pays nothing, before they look whether it is free again. */
const secondsToRest = 60;
const start = Date.UTC(2027, 0, 1, 12);

type Attacker = { network: string; networkKey: Buffer; readyAt: number; waited: Level };

/** An hour of misses, second by second: each address tries as soon as it may and can. */
export function attack(plan: Attack): Spoils {
  const hour = new AttackedHour(plan);
  for (let second = 0; second < hourInSeconds; second += 1) hour.pass(second);
  return hour.spoils;
}

class AttackedHour {
  readonly spoils: Spoils = { tried: 0, iterations: 0 };
  readonly #plan: Attack;
  readonly #budget = new LookupBudget(lookupLimits);
  readonly #attackers: Attacker[];
  #next = 0;
  #canAfford = true;
  #numberWaitedAt = -1;

  constructor(plan: Attack) {
    this.#plan = plan;
    this.#attackers = Array.from({ length: plan.addresses }, (_, at) => {
      return { network: String(at), networkKey: keyOf(`network ${at}`), readyAt: 0, waited: 0 };
    });
  }

  pass(second: number): void {
    let answers = 0;
    this.#canAfford = true;
    for (let idle = 0; idle < this.#attackers.length && answers < mostInSecond && this.#canAfford; this.#next += 1) {
      const attacker = this.#attackers[this.#next % this.#attackers.length];
      const isAnswered = attacker !== undefined && attacker.readyAt <= second && this.#tries(attacker, second);
      answers += isAnswered ? 1 : 0;
      idle = isAnswered ? 0 : idle + 1;
    }
  }

  #tries(attacker: Attacker, second: number): boolean {
    const now = start + second * 1000;
    const asker = { ...attacker, guardedNumber: this.#guardedNumber() };
    const price = this.#budget.priceOf(asker, now);
    if (price.kind === "refused") {
      attacker.readyAt = second + price.retryAfterSeconds;
      return false;
    }
    if (price.level > 0 && !this.#pays(attacker, asker, price.level, second)) return false;
    this.#budget.missed(asker, now);
    this.spoils.tried += 1;
    return true;
  }

  #guardedNumber(): Buffer | null {
    if (this.#plan.policy === "open") return null;
    return keyOf(this.#plan.oneNumber ? "the number" : `number ${this.spoils.tried}`);
  }

  #pays(attacker: Attacker, asker: Asker, level: Level, second: number): boolean {
    const { means } = this.#plan;
    if (means.kind === "work") return this.#works(means.iterationsPerSecond * (second + 1), level);
    if (means.kind === "wait") return this.#waits(attacker, asker, level, second);
    attacker.readyAt = second + secondsToRest;
    return false;
  }

  #works(affordable: number, level: Level): boolean {
    const iterations = this.spoils.iterations + iterationsOf(level);
    this.#canAfford = iterations <= affordable;
    if (!this.#canAfford) return false;
    this.spoils.iterations = iterations;
    return true;
  }

  #waits(attacker: Attacker, asker: Asker, level: Level, second: number): boolean {
    if (attacker.waited < level) {
      attacker.waited = level;
      attacker.readyAt = second + waitSecondsOf(level);
      return false;
    }
    attacker.waited = 0;
    return !this.#budget.isNumberGuessed(asker, start + second * 1000) || this.#takesTurn(second);
  }

  /** For a number whose name is guessed, one wait a minute counts. */
  #takesTurn(second: number): boolean {
    const minute = Math.floor(second / 60);
    if (this.#numberWaitedAt === minute) return false;
    this.#numberWaitedAt = minute;
    return true;
  }
}

const keyOf = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);
