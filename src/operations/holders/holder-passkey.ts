import { createHash } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { parsePin } from "#core/holders/binding.ts";
import type { Caller } from "#core/accounts/accounts.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { countTries } from "#limits/limits.ts";
import { networkOf } from "#limits/network-of.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import {
  beginOpen,
  changeAsHolder,
  checkPin,
  firstNameIn,
  type FoundHolder,
  holderById,
  type HolderCredential,
  openHolder,
} from "./holder-page.ts";
import { openSealedHolder, type SealedHolder, sealHolder } from "../sealed/sealed-holder.ts";

/** Limits passkeys that open nothing. Passkeys that open a page are not counted, so nobody can use up the tries of a holder. */
const wrongOnes = { name: "holder passkey by client", atMost: 30, withinSeconds: 60 * 60 };

const purpose = "holder-passkey";
const grantSchema = z.tuple([z.string(), z.number()]);
const grantMs = 5 * 60_000;

const challengeOf = (grant: string) => createHash("sha256").update(grant).digest("base64url");

/**
 * Returns what the browser needs to make a passkey. The PIN is required, so that nobody adds a passkey to a page that
 * was left open.
 */
export async function beginPasskey(portal: Portal, opened: HolderCredential, form: unknown) {
  const pin = parsePin(form);
  const found = await openHolder(portal, opened, "wrong-pin");
  await checkPin(portal, found, pin);
  const { frozenAt } = openSealedHolder(recordKey(portal, found.record), found.holder);
  if (frozenAt !== undefined) throw new PortalError("page-frozen");
  const { id } = found.holder;
  const grant = sealToken(portal.keyring, purpose, [id, portal.now() + grantMs]);
  const owner = { id, name: firstNameIn(found.record) };
  return { grant, options: await portal.accounts.holderPasskeys.options(owner, challengeOf(grant)) };
}

/** Adds a passkey. From now on, it opens the page on any device that has it. */
export async function addPasskey(portal: Portal, opened: HolderCredential, made: { grant: string; passkey: string }) {
  const found = await openHolder(portal, opened, "wrong-pin");
  const [id, until] = grantSchema.safeParse(unsealToken(portal.keyring, purpose, made.grant)).data ?? ["", 0];
  if (id !== found.holder.id || hasCome(until, portal.now(), grantMs)) throw new PortalError("passkey-failed");
  const passkey = await portal.accounts.holderPasskeys.made(made.passkey, challengeOf(made.grant));
  await changePasskey(portal, opened, { passkey: { ...passkey, addedAt: portal.now() }, found });
}

export const removePasskey = (portal: Portal, opened: HolderCredential): Promise<void> => changePasskey(portal, opened);

type PasskeyChange = { passkey?: NonNullable<SealedHolder["passkey"]>; found?: FoundHolder };

const changePasskey = (portal: Portal, opened: HolderCredential, { passkey, found }: PasskeyChange = {}) =>
  changeAsHolder(
    portal,
    opened,
    async ({ writer, key, log }, before) => {
      const { passkey: _, ...content } = before;
      const sealed = sealHolder(key, opened.id, { ...content, ...(passkey && { passkey }) });
      await updateRow(writer, "holder", opened.id, { sealed });
      await log(passkey ? "holder-passkey-added" : "holder-passkey-removed", {});
    },
    found,
  );

/** Opens the page that this passkey belongs to. If it opens none, the answer is the same for every reason. */
export async function openByPasskey(portal: Portal, caller: Caller, passkey: string): Promise<HolderCredential> {
  const id = await portal.accounts.holderPasskeys.shown(caller, passkey, async (holderId) => {
    const found = await holderById(portal, holderId);
    return (found && openSealedHolder(recordKey(portal, found.record), found.holder).passkey) ?? null;
  });
  if (id !== null) return beginOpen(portal, id);
  await countTries(portal.limits, [{ rule: wrongOnes, key: networkOf(caller.clientAddress) }]);
  throw new PortalError("passkey-failed");
}
