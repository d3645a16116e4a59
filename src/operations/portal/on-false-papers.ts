import { countedNumber } from "#core/records/numbers.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import type { Portal } from "./portal.ts";

/** By this name this process knows the hash of a number that staff have marked. */
export const knownAs = (logHash: Uint8Array): string => Buffer.from(logHash).toString("base64");

/** True if staff have marked the number of this hash, whether or not a record has it. */
export const isOnFalsePapers = ({ lookups, now }: Portal, logHash: Uint8Array): boolean =>
  (lookups.falseNumbers.ends.get(knownAs(logHash)) ?? 0) > now();

/** True if staff have marked one of the numbers of a record. */
export function isRecordOnFalsePapers(
  portal: Portal,
  { passportNumber, irccNumber }: { passportNumber: string; irccNumber: string },
): boolean {
  const { current } = portal.keyring;
  const isMarked = (number: string) =>
    number !== "" && isOnFalsePapers(portal, numberLogHash(current, portal.registry, countedNumber(number)));
  return portal.lookups.falseNumbers.ends.size > 0 && (isMarked(passportNumber) || isMarked(irccNumber));
}
