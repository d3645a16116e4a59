import { hash } from "node:crypto";
import { type Awaitable, whenReady } from "#core/awaitable.ts";
import { guessedName } from "#core/names/compare-names.ts";
import type { NumberPolicy } from "#core/records/lookup-policy.ts";
import { LookupNumber, lookUpNumber, type LookupQuestion } from "../records/look-up-record.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { isOnFalsePapers, numbersOnFalsePapers } from "../portal/on-false-papers.ts";
import { askForProof, hasProof, type Lookup, type LookupOutcome, type LookupVisitor } from "./check-proof.ts";
import type { Level } from "#limits/lookup-price.ts";
import type { LookedUp } from "../lookup-log/lookup-tally.ts";

/** The lookup of every public route by number. Returns the record, unless this visitor has missed too often. */
export function askForRecord(
  portal: Portal,
  question: LookupQuestion,
  visitor: LookupVisitor,
): Awaitable<LookupOutcome> {
  const settings = portal.settingsCache.last?.settings ?? currentSettings(portal);
  return whenReady(settings, ({ lookupPolicy }) => {
    if (lookupPolicy === "code") return counted(portal, { kind: "needs-code" });
    const number = new LookupNumber(portal, question.number);
    const guessed = lookupPolicy === "guarded" && number.canonical !== null ? (question.name ?? "") : null;
    const subject = { logHash: number.logHash, guessed, policy: lookupPolicy };
    const asked = askWithinBudget(portal, subject, visitor, () => lookUpNumber(portal, { ...question, number }));
    return whenReady(asked, (outcome): LookupOutcome => {
      if (outcome.kind === "none") return { kind: "none", isOnFalsePapers: isOnFalsePapers(portal, number.logHash) };
      if (outcome.kind !== "found") return outcome;
      const { record } = outcome.hit;
      const isMarked = numbersOnFalsePapers(portal, record).length > 0;
      const isOtherNumber = isMarked && !isOnFalsePapers(portal, number.logHash);
      return { kind: "found", record, isOnFalsePapers: isMarked, isOtherNumber };
    });
  });
}

/**
 * What is looked up. `logHash` identifies it in counts and in the log. `guessed` is the name that was given for it, or
 * null if wrong names are not counted.
 */
type LookupSubject = { logHash: Buffer; guessed: string | null; policy: NumberPolicy; isByCode?: boolean };

export type OutcomeOf<Hit> =
  | { kind: "found"; hit: Hit }
  | { kind: "none" }
  | Extract<LookupOutcome, { kind: "needs-proof" | "refused" }>;

/** Looks something up, if this visitor may. Misses cost something, and each lookup is counted and logged. */
export function askWithinBudget<Hit extends LookedUp>(
  portal: Portal,
  subject: LookupSubject,
  visitor: LookupVisitor,
  find: () => Awaitable<Hit | null>,
): Awaitable<OutcomeOf<Hit>> {
  const { budget } = portal.lookups;
  const lookup = lookupOf(portal, subject, visitor);
  const price = budget.priceOf(lookup.asker, portal.now());
  if (price.kind === "refused") return counted(portal, price);
  const { level } = price;
  const outcome = whenReady(level === 0 || hasProof(portal, lookup, visitor, level), (isPaid) =>
    isPaid ? look(portal, { ...lookup, level }, visitor, find) : askForProof(portal, lookup, visitor, level),
  );
  // Nothing else runs before an outcome that is there.
  const ended = outcome instanceof Promise ? budget.whileInFlight(lookup.asker, outcome) : outcome;
  return whenReady(ended, (one) => counted(portal, one));
}

type PaidLookup = Lookup & { level: Level };

const look = <Hit extends LookedUp>(
  portal: Portal,
  lookup: PaidLookup,
  visitor: LookupVisitor,
  find: () => Awaitable<Hit | null>,
): Awaitable<OutcomeOf<Hit>> =>
  whenReady(find(), (hit): Awaitable<OutcomeOf<Hit>> => {
    if (!count(portal, lookup, hit !== null)) return askAnew(portal, lookup, visitor);
    note(portal, lookup, visitor, hit);
    return hit ? { kind: "found", hit } : { kind: "none" };
  });

/** False if other processes of this supervisor have raised the price meanwhile. */
function count({ lookups: { budget }, now }: Portal, { asker, level }: PaidLookup, isHit: boolean): boolean {
  return isHit ? budget.found(asker, now(), level) : budget.missed(asker, now(), level);
}

/** The same for a hit and a miss, as if the lookup began only now. */
function askAnew(portal: Portal, lookup: Lookup, visitor: LookupVisitor) {
  const price = portal.lookups.budget.priceOf(lookup.asker, portal.now());
  return price.kind === "refused" ? price : askForProof(portal, lookup, visitor, price.level);
}

function counted<Outcome extends { kind: LookupOutcome["kind"] }>({ lookups }: Portal, outcome: Outcome): Outcome {
  lookups.outcomes[outcome.kind] += 1;
  return outcome;
}

function lookupOf(
  { keyring, lookups }: Portal,
  { logHash: number, guessed, policy, isByCode = false }: LookupSubject,
  { address }: LookupVisitor,
): Lookup {
  const network = lookups.networks.of(address, keyring.current);
  const guardedNumber = guessed === null ? null : number;
  const guess = guessed === null ? "" : hash("sha256", `${number.toString("hex")} ${guessedName(guessed)}`);
  return { asker: { network, guardedNumber, guess }, number, policy, isByCode };
}

function note(
  portal: Portal,
  { asker, number, policy, isByCode }: Lookup,
  { channel, country = "", isStaff = false }: LookupVisitor,
  hit: LookedUp | null,
): void {
  const { log, tally } = portal.lookups;
  const at = portal.now();
  log.add({ at, channel, policy, found: hit !== null, number, network: asker.network.key });
  tally.add(at, channel, hit !== null);
  if (hit) tally.addFound(at, hit, isStaff ? null : { way: isByCode ? "code" : ways[channel], country });
}

const ways = { web: "number", api: "program" } as const;
