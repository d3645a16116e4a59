import { countedNumber } from "#core/records/numbers.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import type { Portal } from "./portal.ts";

/** By this name this process knows the hash of a number that staff have marked. */
export const knownAs = (logHash: Uint8Array): string => Buffer.from(logHash).toString("base64");

/** True if staff have marked the number of this hash, whether or not a record has it. */
export const isOnFalsePapers = ({ lookups, now }: Portal, logHash: Uint8Array): boolean =>
  (lookups.falseNumbers.ends.get(knownAs(logHash)) ?? 0) > now();

/** Returns those numbers of a record that staff have marked. */
export function numbersOnFalsePapers(
  portal: Portal,
  { passportNumber, irccNumber }: { passportNumber: string; irccNumber: string },
): string[] {
  const { current } = portal.keyring;
  const isMarked = (number: string) =>
    number !== "" && isOnFalsePapers(portal, numberLogHash(current, portal.registry, countedNumber(number)));
  return portal.lookups.falseNumbers.ends.size > 0 ? [passportNumber, irccNumber].filter(isMarked) : [];
}
