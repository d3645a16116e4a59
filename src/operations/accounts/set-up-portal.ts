import { z } from "zod";
import { hourMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type FirstSettings, parseFirstSettings, type Settings } from "#core/settings/settings.ts";
import { effectOfSet } from "#core/sets/effect-of-set.ts";
import { isSetId, type SetId } from "#core/sets/set-ids.ts";
import { startingSets } from "#core/sets/sets.ts";
import type { ClientInfo } from "#core/accounts/actor.ts";
import { parseNewAccount } from "#core/accounts/new-account.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { linkTokenHash, newLinkToken } from "#sealing/link-token.ts";
import type { Reader } from "#storage/database/database.ts";
import { replaceSetupLink, setupLink } from "#storage/database/accounts/invitations.ts";
import { countWithSecond } from "#storage/database/records/record-counts.ts";
import { countAdmins } from "#storage/database/accounts/roles.ts";
import { settingsIn } from "../portal/current-settings.ts";
import { isRestoring } from "../portal/restore-order.ts";
import type { Portal } from "../portal/portal.ts";
import { applySettings } from "../settings/change-settings.ts";
import { roleDetails, upsertActiveAccount, withPasswordHash } from "./add-account.ts";
import { changeAccounts } from "./change-accounts.ts";

const lifetimeMs = hourMs;

type WhenToReplace = "always" | "once-ended";

/**
 * Returns a new link that adds the first admin: always, or once the older link has expired. Null if there is an admin.
 * If `keep` fails, the older link stays.
 */
export async function issueSetupLink(portal: Portal, when: WhenToReplace, keep?: (url: string) => Promise<void>) {
  // Called often, and mostly without effect, so it checks first without a lock.
  if (!(await isWanted(portal, portal.database.read, when))) return null;
  const { token, hash } = newLinkToken();
  return changeAccounts(portal, async ({ writer, now }) => {
    if (!(await isWanted(portal, writer, when))) return null;
    const until = now + lifetimeMs;
    await replaceSetupLink(portal, writer, { token_hash: hash, made_at: now, expires_at: until });
    const url = `${portal.publicOrigin}/setup?token=${token}`;
    await keep?.(url);
    return { url, until };
  });
}

async function isWanted(portal: Portal, reader: Reader, when: WhenToReplace): Promise<boolean> {
  if ((await countAdmins(reader)) > 0) return false;
  return when === "always" || hasEnded((await setupLink(portal, reader))?.expires_at ?? 0, portal.now());
}

const hasEnded = (endsAt: number, now: number): boolean => hasCome(endsAt, now, lifetimeMs);

export async function isSetupLinkValid(portal: Portal, token: string, reader: Reader = portal.database.read) {
  const link = await setupLink(portal, reader);
  return link !== undefined && !hasEnded(link.expires_at, portal.now()) && linkTokenHash(token).equals(link.token_hash);
}

/** Lets the holder of this link use it again for an hour: the restore that was ordered with it has failed. */
export const renewSetupLink = (portal: Portal, tokenHash: Buffer): Promise<void> =>
  changeAccounts(portal, async ({ writer, now }) => {
    if ((await countAdmins(writer)) > 0) return;
    await replaceSetupLink(portal, writer, { token_hash: tokenHash, made_at: now, expires_at: now + lifetimeMs });
  });

const formSchema = z.object({
  token: z.string({ error: "required" }),
  set: z.custom<SetId>(isSetId, { error: "unknown-choice" }).default("as-specified"),
});

/** Whoever lets visitors find records by share codes alone has holders' pages, where these are made. */
const withItsFeature = (first: FirstSettings, { features }: Settings) =>
  first.lookupPolicy === "code" ? { ...first, features: { ...features, holders: true } } : first;

/**
 * Accepts the form of the setup link: its `token`, the first admin's `email`, `name` and `password`, the first settings,
 * and the `set` to begin with. Either all of it is stored or nothing, and only once. If two people use the link, the second gets "link-ended".
 */
export async function setUpPortal(portal: Portal, form: unknown, first: FirstSettings, from?: ClientInfo) {
  const { token, set } = checkInput(formSchema, form);
  if (!(await isSetupLinkValid(portal, token))) throw new PortalError("link-ended");
  if (isRestoring(portal)) throw new PortalError("still-working");
  const settings = parseFirstSettings(first);
  const admin = await withPasswordHash(portal, parseNewAccount(form), token);
  return changeAccounts(portal, async (locked) => {
    const isFirst = (await countAdmins(locked.writer)) === 0;
    if (!isFirst || !(await isSetupLinkValid(portal, token, locked.writer))) throw new PortalError("link-ended");
    const added = await upsertActiveAccount(locked, { ...admin, role: "admin", givenBy: null });
    const actor = { kind: "account", id: added.id, role: "admin", ...(from && { from }) } as const;
    await locked.log(actor, "account-made", added.id, roleDetails(added));
    const before = settingsIn(locked.within, locked.settings);
    const chosen = withItsFeature(settings, before);
    const isUsed = (await countWithSecond(locked.writer)) > 0;
    const ofSet = effectOfSet({ ...before, ...chosen }, startingSets[set], { isUsed, waits: false });
    await applySettings(locked.within, locked.writer, locked.settings, actor, { ...chosen, ...ofSet.change });
    return { id: added.id };
  });
}
