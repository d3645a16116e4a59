import { hash } from "node:crypto";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { guessedName } from "#core/names/compare-names.ts";
import { type LookupPolicy, mayLearnOf } from "#core/records/lookup-policy.ts";
import type { ListedNumber } from "#core/records/number-list.ts";
import { countedNumber } from "#core/records/numbers.ts";
import { type Asker, countedAs } from "#limits/lookup-budget.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import type { Portal } from "../portal/portal.ts";
import type { AskOthers, UncheckedReason } from "./number-states.ts";

/**
 * Answers about the records of others as a lookup does: the policy says whether the name is needed. Misses are counted as
 * those of lookups. Where a stranger would have to pay for the next one, nothing more is checked.
 */
export function askAsStranger(portal: Portal, actor: Actor, policy: LookupPolicy): AskOthers {
  const { budget } = portal.lookups;
  return (number, shown) => {
    const notAsked = notAskedFor(policy, number);
    if (notAsked !== null) return notAsked;
    const asker = askerOf(portal, actor, policy, number);
    const now = portal.now();
    budget.hear();
    if (budget.isNumberGuessed(asker, now)) return "guessed";
    if (!budget.isFree(asker, now)) return "misses";
    const state = learntFrom(policy, number, shown);
    const isGiven = state === "shown" ? budget.found(asker, now, "free") : budget.missed(asker, now, "free");
    return isGiven ? state : "misses";
  };
}

/** Answers again what was answered before, without counting. */
export const askAgain =
  (policy: LookupPolicy, refusedBefore: ReadonlyMap<ListedNumber | undefined, UncheckedReason>): AskOthers =>
  (number, shown) =>
    notAskedFor(policy, number) ?? refusedBefore.get(number) ?? learntFrom(policy, number, shown);

/** `unknown` for a text that cannot be a number: no record has it. Null if records of others are asked. */
function notAskedFor(policy: LookupPolicy, { canonical, name }: ListedNumber) {
  if (canonical === null) return "unknown";
  if (policy === "code") return "own-only";
  return policy === "guarded" && name === "" ? "name-missing" : null;
}

const learntFrom = (policy: LookupPolicy, { name }: ListedNumber, shown: Parameters<AskOthers>[1]) =>
  shown.some((row) => mayLearnOf(row, policy, name)) ? "shown" : "unknown";

/** Misses of a person count wherever the person is. */
function askerOf({ keyring, registry }: Portal, actor: Actor, policy: LookupPolicy, number: ListedNumber): Asker {
  const counted = (name: string) => countedAs(name, networkLogKey(keyring.current, name));
  const account = `account ${actorId(actor)}`;
  const logHash = numberLogHash(keyring.current, registry, countedNumber(number.canonical ?? ""));
  return {
    network: { ...counted(account), neighbourhood: counted(`${account}/`) },
    guardedNumber: policy === "guarded" ? logHash : null,
    guess: hash("sha256", `${logHash.toString("hex")} ${guessedName(number.name)}`),
  };
}
