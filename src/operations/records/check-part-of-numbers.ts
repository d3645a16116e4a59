import { createHash } from "node:crypto";
import { z } from "zod";
import { type ListedNumber, parseNumberList } from "#core/records/number-list.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCheckNumbers, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "../portal.ts";
import { checkNumbers } from "./check-numbers.ts";
import { type CheckedNumber, numberStates } from "./number-states.ts";

const partLength = 50;

type AskedPart = {
  /** The whole list, each time. */
  numbers: unknown;
  /** How many of it were told already. */
  from: number;
  /** As it came with the part before; "" with the first. */
  ticket: string;
};

export type PartOfList = { checked: CheckedNumber[]; of: number; ticket: string };

/**
 * A list told in parts. It counts, and is recorded, whole and once: with the part that brings no ticket for it. A ticket is good
 * for ten minutes; after that the rest of the list is a list anew.
 */
export async function checkPartOfNumbers(
  portal: Portal,
  actor: Actor,
  { numbers: given, from, ticket }: AskedPart,
): Promise<PartOfList> {
  authorize(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList({ numbers: given });
  const of = numbers.length;
  if (isTicketFor(portal, actor, numbers, ticket)) {
    return { checked: await numberStates(portal, actor, partOf(numbers, from)), of, ticket };
  }
  const checked = await checkNumbers(portal, actor, { numbers: given });
  return { checked: partOf(checked, from), of, ticket: ticketFor(portal, actor, numbers) };
}

const partOf = <Line>(lines: readonly Line[], from: number): Line[] => lines.slice(from, from + partLength);

const purpose = "number-list";
const goodForMs = 10 * 60_000;

const ticketSchema = z.object({ person: z.string(), list: z.string(), until: z.number() });
type Ticket = z.output<typeof ticketSchema>;

const ticketFor = ({ keyring, now }: Portal, actor: Actor, numbers: readonly ListedNumber[]): string =>
  sealToken(keyring, purpose, {
    person: actorId(actor),
    list: digestOf(numbers),
    until: now() + goodForMs,
  } satisfies Ticket);

function isTicketFor(
  { keyring, now }: Portal,
  actor: Actor,
  numbers: readonly ListedNumber[],
  ticket: string,
): boolean {
  const { data } = ticketSchema.safeParse(unsealToken(keyring, purpose, ticket));
  return data?.person === actorId(actor) && data.list === digestOf(numbers) && data.until > now();
}

const digestOf = (numbers: readonly ListedNumber[]) =>
  createHash("sha256")
    .update(JSON.stringify(numbers.map(({ typed }) => typed)))
    .digest("base64url");
