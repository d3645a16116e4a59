import { randomUUID } from "node:crypto";
import { mailboxOf } from "#core/accounts/email.ts";
import { asPassport, soughtSpellings } from "#core/records/numbers.ts";
import { languages } from "#core/settings/languages.ts";
import { type Decoded, oneOf, optional, shape, text } from "#core/stored/decoders.ts";
import { unwrapKey, wrapKey } from "#sealing/data-keys.ts";
import { mailboxIndex } from "#sealing/keyed-hashes.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import type { WatchRow } from "#storage/database/holders/watches.ts";
import type { Portal } from "../portal/portal.ts";
import { secondNumberOf } from "../portal/second-number.ts";

/** A watch, with the language of the page on which it was requested. */
export const sealedRequest = sealedUnderOwnKey({
  table: "watch",
  place: ({ id }: { id: string }) => `watch/${id}`,
  decode: shape({
    number: text,
    name: text,
    email: text,
    language: oneOf(...languages),
    /** The number that was asked for, if `number` is another spelling of it. */
    asked: optional(text, "1.1"),
  }),
});
export type Watch = Decoded<typeof sealedRequest.decode>;

/** The same for all rows of one watch. */
export const askedNumber = ({ asked, number }: Pick<Watch, "asked" | "number">): string => asked ?? number;

/**
 * The indexes by which a watch is found: the mailbox, and the number as each kind. A passport number has no signs, so all
 * rows of one watch have the same passport index. It tells the watches of a mailbox apart.
 */
function indexesOf(current: KeySet, registry: string, watch: Watch) {
  return {
    mailbox_index: mailboxIndex(current, registry, mailboxOf(watch.email)),
    passport_index: numberIndex(current, registry, "passport", asPassport(askedNumber(watch))),
    ircc_index: numberIndex(current, registry, "ircc", watch.number),
  };
}

const spellingsOf = (portal: Portal, { number }: Watch) => {
  const { form, example } = secondNumberOf(portal);
  return soughtSpellings(number, form, example);
};

/** The rows of one watch: one for each spelling under which a record may have the number. */
export const sealedWatches = (portal: Portal, watch: Watch) =>
  spellingsOf(portal, watch).map((number) =>
    sealedWatch(portal, randomUUID(), number === watch.number ? watch : { ...watch, number, asked: watch.number }),
  );

export const sealedWatch = (portal: Portal, id: string, watch: Watch) => ({
  id,
  ...indexesOf(portal.keyring.current, portal.registry, watch),
  ...sealedRequest.sealColumns(portal.keyring, { id }, watch),
});

/** Null if its secret is not given any more. */
export const openedWatch = ({ keyring }: Portal, row: WatchRow): Watch | null =>
  openedOrNull(() => sealedRequest.openRow(keyring, row));

/** The columns of a watch under the newest secret. Null if it cannot be opened, or is of none of these registries. */
export function rotatedWatch(portal: Portal, row: WatchRow, registries: readonly string[]) {
  const { keyring } = portal;
  const watch = openedWatch(portal, row);
  const keySet = keyring.all.find(({ id }) => id === row.key_set);
  if (!watch || !keySet) return null;
  // Only the indexes tell the registry.
  const registry = registries.find((one) => indexesOf(keySet, one, watch).mailbox_index.equals(row.mailbox_index));
  if (registry === undefined) return null;
  const wrapped_key = wrapKey(keyring, row.id, unwrapKey(keyring, row.id, row.wrapped_key));
  return { key_set: keyring.current.id, wrapped_key, ...indexesOf(keyring.current, registry, watch) };
}
