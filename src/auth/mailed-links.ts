import { PortalError } from "#core/errors.ts";
import type { Addressee, Asker } from "#core/accounts/account-mails.ts";
import { linkLifetimes, type LinkPurpose } from "#core/accounts/mailed-links.ts";
import { linkTokenHash, newLinkToken } from "#sealing/link-token.ts";
import { accountById } from "#storage/database/accounts/accounts.ts";
import { ownerOfLink } from "#storage/database/accounts/mailed-links.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";

type Person = Addressee & { id: string };

async function newLink(context: AccountContext, personId: string, purpose: LinkPurpose): Promise<string> {
  const { database, publicOrigin, now } = context;
  const { token, hash } = newLinkToken();
  const link = { token_hash: hash, person_id: personId, purpose, expires_at: now() + linkLifetimes[purpose] };
  await database.write((writer) => insertBound(context, writer, "mailed_link", link));
  return `${publicOrigin}/${purpose}?token=${token}`;
}

/** Returns the account of a link, and the values that use the link up. Throws if the link does not work. */
export async function accountOfLink(context: AccountContext, purpose: LinkPurpose, token: string) {
  const { database, now } = context;
  const link = { token_hash: linkTokenHash(token), purpose, now: now() };
  const personId = await ownerOfLink(context, database.read, link);
  const account = personId === undefined ? undefined : await accountById(database.read, personId);
  if (!account) throw new PortalError("link-ended");
  return { account, link };
}

/** True if a link still works. Checking does not use it up. */
export async function linkHolds(context: AccountContext, purpose: LinkPurpose, token: string): Promise<boolean> {
  const link = { token_hash: linkTokenHash(token), purpose, now: context.now() };
  return (await ownerOfLink(context, context.database.read, link)) !== undefined;
}

export async function mailConfirmation(request: AccountRequest, person: Person): Promise<void> {
  await request.accountMails.confirmAddress(asker(request, person), await newLink(request, person.id, "confirm"));
}

export async function mailReset(request: AccountRequest, person: Person): Promise<void> {
  await request.accountMails.resetPassword(asker(request, person), await newLink(request, person.id, "reset"));
}

export const asker = ({ caller }: AccountRequest, { email, name }: Addressee): Asker => ({
  email,
  name,
  language: caller.language,
});
