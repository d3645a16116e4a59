import { canonicalNumber, type NumberKind } from "#core/records/numbers.ts";
import { NumberMarks } from "#sealing/number-index.ts";
import type { KeySet } from "#sealing/keyring.ts";
import type { Portal } from "../portal.ts";

/** A number as a stranger typed it, and what stands for it, worked out once. */
export class AskedNumber {
  /** Null where it cannot be a number. */
  readonly canonical: string | null;
  readonly #registry: string;
  readonly #current: KeySet;
  readonly #passport: NumberMarks;

  constructor({ keyring, registry }: Pick<Portal, "keyring" | "registry">, typed: string) {
    this.canonical = canonicalNumber(typed);
    this.#registry = registry;
    this.#current = keyring.current;
    this.#passport = new NumberMarks(keyring.current, registry, "passport", this.canonical ?? "");
  }

  /** In counts and in the log of lookups. What cannot be a number is all one there. */
  get trace(): Buffer {
    return this.#passport.trace;
  }

  index(keySet: KeySet, kind: NumberKind): Buffer {
    if (kind === "passport" && keySet === this.#current) return this.#passport.index;
    return new NumberMarks(keySet, this.#registry, kind, this.canonical ?? "").index;
  }
}
