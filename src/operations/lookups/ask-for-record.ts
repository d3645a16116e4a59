import type { NumberPolicy } from "#core/records/lookup-policy.ts";
import { LookupNumber, type ParsedLookup, lookUpNumber, type LookupQuestion } from "../records/look-up-record.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { askForProof, hasProof, type Lookup, type LookupOutcome, type LookupVisitor } from "./check-proof.ts";

/** The lookup of every public route: the record, unless this visitor has missed too often. */
export async function askForRecord(
  portal: Portal,
  question: LookupQuestion,
  visitor: LookupVisitor,
): Promise<LookupOutcome> {
  const outcome = await ask(portal, question, visitor);
  portal.lookups.outcomes[outcome.kind] += 1;
  return outcome;
}

async function ask(portal: Portal, question: LookupQuestion, visitor: LookupVisitor): Promise<LookupOutcome> {
  const { budget } = portal.lookups;
  const { lookupPolicy } = portal.settingsCache.last?.settings ?? (await currentSettings(portal));
  if (lookupPolicy === "code") return { kind: "needs-code" };
  const number = new LookupNumber(portal, question.number);
  const lookup = prepare(portal, number, visitor, lookupPolicy);
  const price = budget.priceOf(lookup.asker, portal.now());
  if (price.kind === "refused") return price;
  budget.begin(lookup.asker);
  try {
    if (price.level > 0 && !(await hasProof(portal, lookup, visitor, price.level))) {
      return await askForProof(portal, lookup, visitor, price.level);
    }
    return await answer(portal, lookup, { ...question, number }, visitor);
  } finally {
    budget.end(lookup.asker);
  }
}

function prepare(
  { keyring, lookups }: Portal,
  { canonical, trace: number }: LookupNumber,
  { address }: LookupVisitor,
  policy: NumberPolicy,
): Lookup {
  const network = lookups.networks.of(address, keyring.current);
  const guardedNumber = policy === "guarded" && canonical !== null ? number : null;
  return { asker: { network: network.name, networkKey: network.key, guardedNumber }, network, number, policy };
}

async function answer(
  portal: Portal,
  { asker, network, number, policy }: Lookup,
  question: ParsedLookup,
  { channel }: LookupVisitor,
): Promise<LookupOutcome> {
  const { budget, log, tally } = portal.lookups;
  const hit = await lookUpNumber(portal, question);
  const at = portal.now();
  if (hit) budget.found(asker, at);
  else budget.missed(asker, at);
  log.add({ at, channel, policy, found: hit !== null, number, network: network.key });
  tally.add(at, channel, hit && hit.seq);
  return hit ? { kind: "found", record: hit.record } : { kind: "none" };
}
