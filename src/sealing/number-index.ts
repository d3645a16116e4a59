import { createHmac, type KeyObject } from "node:crypto";
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

export const lastFourLength = 4;

/** There are a million last fours at most, and some millions of persons. */
const hashLength = 8;

const hashOf = (key: KeyObject, ...parts: string[]) =>
  createHmac("sha256", key).update(parts.join("\0")).digest().subarray(0, hashLength);

/** Stands for the last four characters of a number. Many records may share it. */
export const lastFourHash = (keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer =>
  hashOf(keySet.lastFour, kind, registry, canonical.slice(-lastFourLength));

/** Stands for what tells one person: the name and the parents' names. */
export const samePersonHash = (keySet: KeySet, registry: string, names: readonly string[]): Buffer =>
  hashOf(keySet.samePerson, registry, ...names);
