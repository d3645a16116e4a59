import { hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { documentKinds, kindsMask } from "#core/records/document-kinds.ts";
import { placesInList, placesWithSeed, signedToken, statusListAddress, unsignedToken } from "#sealing/sd-jwt.ts";
import { standingIn, statusList } from "#storage/database/proofs/statements.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { currentSigningKey } from "../signing/signing-keys.ts";

/** A list is signed again after this time, even if nothing has changed. */
const roundSeconds = 300;

/** How long a list from before a withdrawal is believed at most. */
const lifetimeSeconds = 900;

/** How long a program with a connection may use it. */
const freshSeconds = 300;

export type SignedStatusList = { token: string; etag: string };

type KnownList = { state: string; signed: Promise<SignedStatusList> };

type ListToSign = { id: number; issuer: string; block: number; seed: Uint8Array; hiddenKinds: number; from: number };

const maxKnown = 64;

/** Lookups get their turn in between. */
const placesAtOnce = 4096;

/** Signs status lists. A list is signed again only if it has changed, or if some minutes are over. */
export class StatusLists {
  readonly #portal: Portal;
  readonly #known = new Map<number, KnownList>();

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  /** Null if there is no such list. */
  async read(id: number): Promise<SignedStatusList | null> {
    const { database, registry, now } = this.#portal;
    const [list, { shownKinds }, { kid }] = await Promise.all([
      statusList(database.read, registry, id),
      currentSettings(this.#portal),
      currentSigningKey(this.#portal, "statement"),
    ]);
    if (!list) return null;
    const hiddenKinds = kindsMask(documentKinds) & ~kindsMask(shownKinds);
    const from = Math.floor(now() / 1000 / roundSeconds) * roundSeconds;
    // Grows for as long as the list gives places.
    const given = Math.min(list.size, (list.block + 1) * placesInList);
    const state = [given, list.ended, hiddenKinds, from, kid].join(" ");
    const known = this.#known.get(id);
    if (known?.state === state) return known.signed;
    if (this.#known.size >= maxKnown) this.#known.clear();
    const signed = this.#sign({ ...list, id, hiddenKinds, from });
    this.#known.set(id, { state, signed });
    signed.catch(() => this.#known.delete(id));
    return signed;
  }

  /**
   * A Token Status List with one bit for each statement: 0 if it stands. A statement that does not stand and a place
   * that was never given have 1, and so has one that is not the place of its leaf.
   */
  async #sign({ id, issuer, block, seed, hiddenKinds, from }: ListToSign): Promise<SignedStatusList> {
    const { database, now } = this.#portal;
    const bits = new Uint8Array(placesInList / 8).fill(0xff);
    const isInPlace = placesWithSeed(seed);
    for (let first = 0; first < placesInList; first += placesAtOnce) {
      const places = { from: first, to: first + placesAtOnce };
      const standing = await standingIn(database.read, { list: id, now: now(), hiddenKinds, places });
      for (const { place, published_leaf } of standing)
        if (isInPlace({ block, place, published_leaf }))
          bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7));
      await yieldToEventLoop();
    }
    const { kid, sign } = await currentSigningKey(this.#portal, "statement");
    const payload = {
      sub: statusListAddress(issuer, id),
      iat: from,
      exp: from + lifetimeSeconds,
      ttl: freshSeconds,
      status_list: { bits: 1, lst: deflateSync(bits, { level: 9 }).toString("base64url") },
    };
    const token = signedToken(sign, unsignedToken(kid, "statuslist+jwt", payload));
    return { token, etag: `"${hash("sha256", token, "base64url")}"` };
  }
}
