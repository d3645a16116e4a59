import { createHmac } from "node:crypto";
import type { NumberKind } from "#core/candidates/numbers.ts";
import type { Keyring, KeySet } from "./keyring.ts";

/** What stands for a number where it has to be found: 128 bits that only the holder of the secret can compute. */
export function numberIndex(keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer {
  return createHmac("sha256", keySet.index).update(`${kind}\0${registry}\0${canonical}`).digest().subarray(0, 16);
}

/** The number's index under every key that may have been used, newest first. */
export const numberIndexes = (keyring: Keyring, registry: string, kind: NumberKind, canonical: string): Buffer[] =>
  keyring.all.map((keySet) => numberIndex(keySet, registry, kind, canonical));
