import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { requiredText } from "#core/fields.ts";
import type { ConnectedProvider, Person, SignedIn, SignInWays, StepDone } from "#core/accounts/accounts.ts";
import { emailAddress } from "#core/accounts/email.ts";
import { requireRecentSignIn } from "#core/accounts/permissions.ts";
import type { Provider } from "#core/settings/sign-in.ts";
import {
  deleteLink,
  type Identity,
  insertLink,
  issuersOf,
  personForChange,
  personIdOfIdentity,
} from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { isInvited } from "#storage/database/accounts/invitations.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { insertRow } from "#storage/database/rows.ts";
import type { AccountContext, AccountRequest } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { changeFactors, refuseLastWay } from "../factors/change-factors.ts";
import { ownSession } from "../own-account.ts";
import { needsProvider } from "./needs-provider.ts";

export type Claims = { sub: string; [claim: string]: unknown };

type Profile = { email: string; name: string; photoUrl: string | null };

export const identityOf = ({ issuer }: Provider, { sub }: Claims): Identity => ({ issuer, subject: sub });

const personName = requiredText(100);

/**
 * The data that the site takes from a profile at a provider. Null unless the provider verified the address and a form would
 * accept it. Otherwise somebody could share the account of the address's owner, or learn whether it exists.
 */
function profileOf({ email, email_verified, name, picture }: Claims): Profile | null {
  const address = email_verified === true ? emailAddress.safeParse(email).data : undefined;
  if (!address) return null;
  const [beforeAt = ""] = address.split("@");
  return {
    email: address,
    name: personName.safeParse(name).data ?? beforeAt,
    photoUrl: typeof picture === "string" && /^https:\/\/\S{1,490}$/.test(picture) ? picture : null,
  };
}

/** The id of the account that is linked to this identity, or of a new account. Only a new one needs a verified address. */
export async function accountOfIdentity(request: AccountRequest, provider: Provider, claims: Claims) {
  const identity = identityOf(provider, claims);
  const mayRegister = (await request.settings()).registration === "open";
  const found = await request.database.write(async (writer) => {
    const linked = await personIdOfIdentity(writer, identity);
    if (linked !== undefined) return { personId: linked, isNew: false };
    const profile = profileOf(claims);
    if (!profile) throw new PortalError("provider-unverified");
    return { personId: await registerPerson(request, writer, { ...identity, ...profile }, mayRegister), isNew: true };
  });
  const details = { provider: { from: null, to: provider.name } };
  if (found.isNew) await recordAction(request, found.personId, { action: "provider-linked", details });
  return found.personId;
}

/**
 * If an account has the address already, only its owner can link it. Providers also verify the address for the owner of
 * a domain, and for a person who gets a former colleague's address.
 */
async function registerPerson(
  request: AccountRequest,
  writer: Writer,
  person: Identity & Profile,
  mayRegister: boolean,
) {
  const { database, now } = request;
  const { email, name, photoUrl } = person;
  const at = now();
  if (await personForChange(database, writer, email)) throw new PortalError("provider-not-linked");
  if (!mayRegister && !(await isInvited(request, writer, email, at))) throw new PortalError("invitation-needed");
  const personId = randomUUID();
  const times = { added_at: at, changed_at: at };
  const row = { id: personId, email, email_confirmed: 1, has_totp: 0, name, photo_url: photoUrl } as const;
  await changeAccount(request, writer, personId, async () => {
    await insertRow(writer, "person", { ...row, ...times });
    await insertLink(writer, { ...person, personId, now: at });
  });
  return personId;
}

/**
 * Links the account of `session`, unless another account has this identity. Of two visits that began at once, only the
 * first links.
 */
export async function linkAccount(
  request: AccountRequest,
  session: SignedIn,
  { name }: Provider,
  { issuer, subject }: Identity,
) {
  const change = async (writer: Writer) => {
    if ((await personIdOfIdentity(writer, { issuer, subject })) !== undefined) throw new PortalError("provider-taken");
    if ((await issuersOf(writer, session.person.id)).includes(issuer)) throw new PortalError("provider-failed");
    await insertLink(writer, { personId: session.person.id, issuer, subject, now: request.now() });
  };
  await changeFactors(request, session, "provider-connected", change, name);
}

export async function disconnectProvider(request: AccountRequest, id: string): Promise<StepDone> {
  const session = await ownSession(request);
  requireRecentSignIn(session.actor);
  const { name, issuer } = await providerOf(request, id);
  const change = async (writer: Writer) => {
    await deleteLink(writer, issuer, session.person.id);
    await refuseLastWay(writer, session.person.id);
  };
  await changeFactors(request, session, "provider-removed", change, name);
  return { cookies: [] };
}

/** The provider with this id. Throws if an admin has removed it. */
export async function providerOf({ signIn }: AccountContext, id: string): Promise<Provider> {
  const provider = (await signIn()).providers.find((one) => one.id === id);
  if (!provider) throw new PortalError("provider-failed");
  return provider;
}

export async function providersOf(context: AccountContext, person: Person): Promise<ConnectedProvider[]> {
  const { providers } = await context.signIn();
  const issuers = providers.length > 0 ? await issuersOf(context.database.read, person.id) : [];
  return providers.map(({ id, name, issuer }) => ({ id, name, isConnected: issuers.includes(issuer) }));
}

export async function waysToSignIn(context: AccountContext): Promise<SignInWays> {
  const { providers } = await context.signIn();
  const shown = providers.map(({ id, name }) => ({ id, name }));
  return { providers: shown, onlyProviders: await needsProvider(context, "") };
}
