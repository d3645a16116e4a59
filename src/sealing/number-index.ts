import { createHmac, type KeyObject } from "node:crypto";
import { sameText } from "#core/own-fields/own-field.ts";
import { type NumberKind, withoutSigns } from "#core/records/numbers.ts";
import type { Keyring, KeySet } from "./keyring.ts";

const halfLength = 16;

/** One keyed hash in two halves. Without the secret, nobody can compute them or see that they belong together. */
export class NumberHashes {
  readonly #hash: Buffer;

  constructor(keySet: KeySet, registry: string, kind: NumberKind, canonical: string) {
    this.#hash = createHmac("sha256", keySet.index).update(`${kind}\0${registry}\0${canonical}`).digest();
  }

  /** The half that finds the record. */
  get index(): Buffer {
    return this.#hash.subarray(0, halfLength);
  }

  /** The half that is used in counts and in the log of lookups. */
  get logHash(): Buffer {
    return this.#hash.subarray(halfLength);
  }
}

export const numberIndex = (keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer =>
  new NumberHashes(keySet, registry, kind, canonical).index;

/** Returns the index of a number under each secret, the newest first. */
export const numberIndexes = (keyring: Keyring, registry: string, kind: NumberKind, canonical: string): Buffer[] =>
  keyring.all.map((keySet) => numberIndex(keySet, registry, kind, canonical));

/** Returns the same hash for both kinds of numbers. */
export const numberLogHash = (keySet: KeySet, registry: string, canonical: string): Buffer =>
  new NumberHashes(keySet, registry, "passport", canonical).logHash;

export const lastFourLength = 4;

/** Eight bytes are enough: there are at most a million different last four characters, and some millions of people. */
const hashLength = 8;

const hashOf = (key: KeyObject, ...parts: string[]) =>
  createHmac("sha256", key).update(parts.join("\0")).digest().subarray(0, hashLength);

/** Hashes the last four letters and digits of a number. Many records may have the same hash. */
export const lastFourHash = (keySet: KeySet, registry: string, kind: NumberKind, canonical: string): Buffer =>
  hashOf(keySet.lastFour, kind, registry, withoutSigns(canonical).slice(-lastFourLength));

/** Hashes the names that identify one person: the person's name and the parents' names. */
export const samePersonHash = (keySet: KeySet, registry: string, names: readonly string[]): Buffer =>
  hashOf(keySet.samePerson, registry, ...names);

/** Hashes the value that a record has of one of the operator's own fields. Values that people take for the same have one hash. */
export const ownValueHash = (keySet: KeySet, registry: string, field: string, value: string): Buffer =>
  hashOf(keySet.ownValue, registry, field, sameText(value));
