import { createHmac } from "node:crypto";
import type { NumberKind } from "#core/records/numbers.ts";
import type { Keyring, KeySet } from "./keyring.ts";

const markLength = 16;

/**
 * What stands for a number: two times 128 bits of one keyed hash. Only the holder of the secret can compute either, or tell that
 * both are of one number.
 */
export class NumberMarks {
  readonly #hash: Buffer;

  constructor(keySet: KeySet, registry: string, kind: NumberKind, canonical: string) {
    this.#hash = createHmac("sha256", keySet.index).update(`${kind}\0${registry}\0${canonical}`).digest();
  }

  /** Where its record has to be found. */
  get index(): Buffer {
    return this.#hash.subarray(0, markLength);
  }

  /** In counts and in the log of lookups. */
  get trace(): Buffer {
    return this.#hash.subarray(markLength);
  }
}

export const numberIndex = (keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer =>
  new NumberMarks(keySet, registry, kind, canonical).index;

/** The number's index under every key that may have been used, newest first. */
export const numberIndexes = (keyring: Keyring, registry: string, kind: NumberKind, canonical: string): Buffer[] =>
  keyring.all.map((keySet) => numberIndex(keySet, registry, kind, canonical));

/** The same whichever kind of number it is taken for. */
export const numberTrace = (keySet: KeySet, registry: string, canonical: string): Buffer =>
  new NumberMarks(keySet, registry, "passport", canonical).trace;
