import { createHash } from "node:crypto";
import { z } from "zod";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { type ListedNumber, parseNumberList } from "#core/records/number-list.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayCheckNumbers, maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { countTries, type LimitRule } from "#limits/limits.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { secondNumberOf } from "../portal/second-number.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { askAgain, askAsStranger } from "./ask-others.ts";
import { type CheckedNumber, type NumberState, numberStates, uncheckedReasons } from "./number-states.ts";

const lists = { name: "lists of numbers checked", atMost: 20, withinSeconds: 60 * 60 };

/** What a list tells this person about the records of others. `all`: everything. */
export async function readListPolicy(portal: Portal, actor: Actor): Promise<LookupPolicy | "all"> {
  authorize(mayCheckNumbers(actor), actor);
  return maySeeEveryRecord(actor) ? "all" : (await currentSettings(portal)).lookupPolicy;
}

/** Returns the state of the record of each passport or second number in a list. The check is logged, without the numbers. */
export async function checkNumbers(portal: Portal, actor: Actor, input: unknown): Promise<CheckedNumber[]> {
  authorize(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList(input, secondNumberOf(portal));
  await limitNumberChecks(portal, actor, lists);
  const { lookupPolicy } = await currentSettings(portal);
  const checked = await numberStates(portal, actor, numbers, askAsStranger(portal, actor, lookupPolicy));
  const event = { actor, action: "numbers-checked", subject: "staff", subjectId: actorId(actor) } as const;
  await logSettingsEvent(portal, { ...event, details: countsOf(checked) });
  return checked;
}

function countsOf(checked: readonly CheckedNumber[]) {
  const count = (state: NumberState) => checked.filter((number) => number.state === state).length;
  return detailsOfChange(
    {},
    {
      shown: count("shown"),
      waiting: count("waiting"),
      hidden: count("hidden"),
      unknown: count("unknown"),
      unchecked: count("unchecked"),
    },
  );
}

/** Limits how often a user who does not see every record may ask about the records of others. */
export async function limitNumberChecks({ limits }: Portal, actor: Actor, ...rules: LimitRule[]): Promise<void> {
  if (maySeeEveryRecord(actor)) return;
  await countTries(
    limits,
    rules.map((rule) => ({ rule, key: actorId(actor) })),
  );
}

const partLength = 50;

type PartQuestion = {
  /** The whole list, in every request. */
  numbers: unknown;
  /** How many of its numbers were already answered. */
  from: number;
  /** The ticket from the response to the part before; "" for the first part. */
  ticket: string;
};

/** Checks a list part by part. The list is counted and logged once, with its first part. A ticket is valid for ten minutes. */
export async function checkPartOfNumbers(portal: Portal, actor: Actor, { numbers: given, from, ticket }: PartQuestion) {
  authorize(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList({ numbers: given }, secondNumberOf(portal));
  const of = numbers.length;
  const known = readTicket(portal, actor, numbers, ticket);
  if (known) {
    const refused = new Map(known.unchecked.map(([at, reason]) => [numbers[at], reason] as const));
    const { lookupPolicy } = await currentSettings(portal);
    const again = askAgain(lookupPolicy, refused);
    return { checked: await numberStates(portal, actor, partOf(numbers, from), again), of, ticket };
  }
  const checked = await checkNumbers(portal, actor, { numbers: given });
  return { checked: partOf(checked, from), of, ticket: ticketFor(portal, actor, numbers, checked) };
}

const partOf = <Line>(lines: readonly Line[], from: number): Line[] => lines.slice(from, from + partLength);

const purpose = "number-list";
const ticketLifetimeMs = 10 * 60_000;

/** `unchecked`: the places of the numbers about which records of others were not asked, and why. */
const ticketSchema = z.object({
  person: z.string(),
  list: z.string(),
  until: z.number(),
  unchecked: z.array(z.tuple([z.number(), z.enum(uncheckedReasons)])),
});

type Numbers = readonly ListedNumber[];

const ticketFor = (
  { keyring, now }: Portal,
  actor: Actor,
  numbers: Numbers,
  checked: readonly CheckedNumber[],
): string =>
  sealToken(keyring, purpose, {
    person: actorId(actor),
    list: digestOf(numbers),
    until: now() + ticketLifetimeMs,
    unchecked: checked.flatMap(({ unchecked }, at) => (unchecked === null ? [] : [[at, unchecked]])),
  });

function readTicket({ keyring, now }: Portal, actor: Actor, numbers: Numbers, ticket: string) {
  const { data } = ticketSchema.safeParse(unsealToken(keyring, purpose, ticket));
  const isRight = data?.person === actorId(actor) && data.list === digestOf(numbers);
  return isRight && !hasCome(data.until, now(), ticketLifetimeMs) ? data : null;
}

const digestOf = (numbers: Numbers) =>
  createHash("sha256")
    .update(JSON.stringify(numbers.map(({ typed, name }) => [typed, name])))
    .digest("base64url");
