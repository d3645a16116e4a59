import { createHmac } from "node:crypto";
import type { NumberKind } from "#core/records/numbers.ts";
import type { Keyring, KeySet } from "./keyring.ts";

const markLength = 16;

/** One keyed hash in two halves. Only the holder of the secret computes them or sees that they belong together. */
export class NumberMarks {
  readonly #hash: Buffer;

  constructor(keySet: KeySet, registry: string, kind: NumberKind, canonical: string) {
    this.#hash = createHmac("sha256", keySet.index).update(`${kind}\0${registry}\0${canonical}`).digest();
  }

  /** Finds the record. */
  get index(): Buffer {
    return this.#hash.subarray(0, markLength);
  }

  /** Stands in counts and in the log of lookups. */
  get trace(): Buffer {
    return this.#hash.subarray(markLength);
  }
}

export const numberIndex = (keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer =>
  new NumberMarks(keySet, registry, kind, canonical).index;

/** The index of a number under each secret, the newest first. */
export const numberIndexes = (keyring: Keyring, registry: string, kind: NumberKind, canonical: string): Buffer[] =>
  keyring.all.map((keySet) => numberIndex(keySet, registry, kind, canonical));

/** The same for both kinds of numbers. */
export const numberTrace = (keySet: KeySet, registry: string, canonical: string): Buffer =>
  new NumberMarks(keySet, registry, "passport", canonical).trace;
