import type { SettingsDetails } from "#core/audit/audit-details.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { parseProvider } from "#core/settings/provider-form.ts";
import { maxProviders, type Provider, type ProviderInSettings, type SignIn } from "#core/settings/sign-in.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentSignIn } from "#core/accounts/permissions.ts";
import { deleteLink, isAdminWithPassword, linksTo, peopleLinkedTo } from "#storage/database/accounts/accounts.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { namesById, personsById } from "#storage/database/accounts/roles.ts";
import type { Writer } from "#storage/database/database.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { holdForSecondAdmin } from "../held-changes/hold-change.ts";
import type { Changed } from "../portal/locked-change.ts";
import { accountMails } from "../mails/account-mails.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettingsRow, settingsId } from "./change-settings.ts";
import {
  currentSignIn,
  sealSettings,
  settingsIn,
  signInIn,
  sealedSignIn,
  versionedSettings,
} from "../portal/current-settings.ts";

/**
 * `nextId`: the provider that is added next will have this id. `localAdmin`: "" also while that admin cannot sign in, because
 * everybody may use a password then.
 */
export async function readSignIn(portal: Portal, actor: Actor) {
  authorize(mayChangeSettings(actor), actor);
  const { read } = portal.database;
  const { signIn, version } = await versionedSettings(portal);
  const providers = await Promise.all(
    signIn.providers.map(async (provider): Promise<ProviderInSettings> => {
      const { clientSecret: _, changedBy: __, changedAt, ...shown } = provider;
      const { people, newest } = await linksTo(read, shown.issuer);
      return { ...shown, people, isSeen: newest > changedAt };
    }),
  );
  const holds = await isAdminWithPassword(read, signIn.localAdmin);
  const names = await namesById(read, holds ? [signIn.localAdmin] : []);
  return { providers, localAdmin: names.get(signIn.localAdmin) ?? "", nextId: freeId(signIn), version };
}

const freeId = ({ providers }: SignIn): string => {
  const taken = providers.map(({ id }) => Number(id));
  return String(Array.from({ length: maxProviders + 1 }, (_, at) => at + 1).find((id) => !taken.includes(id)));
};

type Target = { id?: string | undefined; expectedVersion?: number };

/** Adds a provider, or changes the one with this id. It is asked for its addresses first. */
export async function saveProvider(portal: Portal, actor: Actor, { id, expectedVersion }: Target, input: object) {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  const signIn = await currentSignIn(portal);
  const before = id === undefined ? undefined : providerIn(signIn, id);
  const typed = parseProvider(input, before);
  const others = signIn.providers.filter((one) => one !== before);
  if (others.some(({ issuer }) => issuer === typed.issuer))
    throw new PortalError("invalid", { fields: { issuer: "issuer-taken" } });
  if (others.length >= maxProviders) throw new PortalError("too-many-providers");
  const problem = await portal.accounts.providers.check(typed);
  if (problem) throw new PortalError("invalid", { fields: { issuer: problem } });
  const saved = { ...typed, id: id ?? freeId(signIn), changedBy: actorId(actor), changedAt: 0 };
  const providers = before ? signIn.providers.map((one) => (one === before ? saved : one)) : [...others, saved];
  return changeSignIn(portal, actor, { signIn: { ...signIn, providers }, expectedVersion });
}

function providerIn({ providers }: SignIn, id: string): Provider {
  const provider = providers.find((one) => one.id === id);
  if (!provider) throw new PortalError("not-found");
  return provider;
}

export async function testProvider(portal: Portal, actor: Actor, { id = "" }: Target): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  const problem = await portal.accounts.providers.check(providerIn(await currentSignIn(portal), id));
  if (problem) throw new PortalError("invalid", { fields: { issuer: problem } });
}

export async function moveFirst(portal: Portal, actor: Actor, { id = "", expectedVersion }: Target) {
  authorize(mayChangeSettings(actor), actor);
  const signIn = await currentSignIn(portal);
  const first = providerIn(signIn, id);
  const providers = [first, ...signIn.providers.filter((one) => one !== first)];
  return changeSignIn(portal, actor, { signIn: { ...signIn, providers }, expectedVersion });
}

/** Its accounts open nothing from now on. A mail tells their owners, who can choose a password. */
export async function removeProvider(portal: Portal, actor: Actor, { id = "", expectedVersion }: Target) {
  authorize(mayChangeSettings(actor), actor);
  const { providers, localAdmin } = await currentSignIn(portal);
  const left = providers.filter((one) => one !== providerIn({ providers, localAdmin }, id));
  const after = { providers: left, localAdmin: left.length > 0 ? localAdmin : "" };
  return changeSignIn(portal, actor, { signIn: after, expectedVersion });
}

/**
 * Lets only this admin use a password, and everybody else only a provider, or lets everybody use one again. Nobody may do
 * the former before a provider was seen to work.
 */
export async function allowPasswords(
  portal: Portal,
  actor: Actor,
  { expectedVersion, isOn }: Target & { isOn: boolean },
) {
  authorize(mayChangeSettings(actor), actor);
  const { read } = portal.database;
  const signIn = await currentSignIn(portal);
  if (!isOn) {
    const links = await Promise.all(signIn.providers.map(({ issuer }) => linksTo(read, issuer)));
    const isSeen = links.some(({ newest }, at) => newest > (signIn.providers[at]?.changedAt ?? Infinity));
    if (!isSeen) throw new PortalError("provider-unseen");
    if (!(await isAdminWithPassword(read, actorId(actor)))) throw new PortalError("local-admin-needs-password");
  }
  return changeSignIn(portal, actor, {
    signIn: { ...signIn, localAdmin: isOn ? "" : actorId(actor) },
    expectedVersion,
  });
}

type NewSignIn = { signIn: SignIn; expectedVersion?: number | undefined };

/** Sets how people sign in, for all processes. Where the four-eyes rule is on, that waits for a second admin. */
export async function changeSignIn(
  portal: Portal,
  actor: Actor,
  { signIn: after, expectedVersion }: NewSignIn,
): Promise<Changed> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  return changeSettingsRow<Changed>(portal, actor, expectedVersion, async (locked) => {
    const { within, writer, settings: row, key, log } = locked;
    const before = signInIn(portal, row);
    // A wait for a second admin is not a time in which the change could be tried.
    const providers = after.providers.map((one) => (one.changedAt === 0 ? { ...one, changedAt: portal.now() } : one));
    const details = detailsOf(before, after);
    if (Object.keys(details).length === 0) return { modified: 0 };
    const held = await holdForSecondAdmin(locked, actor, { kind: "sign-in", subject: "", signIn: after });
    if (held) return held;
    await updateRow(writer, "settings", settingsId, {
      sealed_sign_in: sealedSignIn.seal(key, { id: settingsId }, { ...after, providers }),
      ...sealSettings(key, settingsIn(portal, row), { version: row.version + 1, changed_at: portal.now() }),
    });
    await log("settings-changed", details);
    const left = new Set(after.providers.map(({ issuer }) => issuer));
    for (const provider of before.providers) if (!left.has(provider.issuer)) await endLinks(within, writer, provider);
    return { modified: 1 };
  });
}

async function endLinks(within: Within<Portal>, writer: Writer, { issuer, name }: Provider): Promise<void> {
  const linked = await peopleLinkedTo(writer, issuer);
  for (const id of linked)
    await changeAccount(within, writer, id, () => deleteLink(writer, issuer, id), "stays-closed");
  const owners = await personsById(writer, linked);
  for (const owner of owners.values()) await accountMails(within).factorsChanged(owner, "provider-removed", name);
}

/** Each field of a provider with its id. The audit log shows that a secret has changed, but never a secret. */
function detailsOf(before: SignIn, after: SignIn) {
  const details = detailsOfChange<SettingsDetails>(flat(before), flat(after));
  for (const field of Object.keys(details).filter(isSecret)) details[field] = { from: "…", to: "…" };
  return details;
}

const isSecret = (field: string): field is `signIn.clientSecret ${string}` => field.startsWith("signIn.clientSecret ");

const flat = ({ providers, localAdmin }: SignIn): Partial<SettingsDetails> => ({
  "signIn.onlyProviders": localAdmin !== "",
  "signIn.order": providers.map(({ name }) => name).join(", "),
  ...Object.fromEntries(
    providers.flatMap(({ id, name, issuer, clientId, clientSecret, scopes, claim, roles, changedBy }) =>
      Object.entries({ name, issuer, clientId, clientSecret, scopes, claim, roles, changedBy }).map(
        ([field, value]) => [`signIn.${field} ${id}`, value],
      ),
    ),
  ),
});
