import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { requiredText } from "#core/fields.ts";
import type { SignedIn, StepDone } from "#core/accounts/accounts.ts";
import { emailAddress } from "#core/accounts/email.ts";
import { requireRecentSignIn } from "#core/accounts/permissions.ts";
import {
  deleteGoogleLink,
  hasGoogleLink,
  insertGoogleLink,
  personForChange,
  personIdOfGoogle,
} from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { isInvited } from "#storage/database/accounts/invitations.ts";
import { insertRow } from "#storage/database/rows.ts";
import type { AccountRequest } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { changeFactors, refuseLastWay } from "../factors/change-factors.ts";
import { ownSession } from "../own-account.ts";

export type GoogleClaims = { sub: string; [claim: string]: unknown };

type GooglePerson = { subject: string; email: string; name: string; photoUrl: string | null };

const personName = requiredText(100);

/**
 * The data that the site takes from a Google profile. Null unless Google verified the address and a form would accept
 * it. Otherwise somebody could share the account of the address's owner, or learn whether it exists.
 */
export function googlePerson({ sub, email, email_verified, name, picture }: GoogleClaims): GooglePerson | null {
  const address = email_verified === true ? emailAddress.safeParse(email).data : undefined;
  if (!address) return null;
  const [beforeAt = ""] = address.split("@");
  return {
    subject: sub,
    email: address,
    name: personName.safeParse(name).data ?? beforeAt,
    photoUrl: typeof picture === "string" && /^https:\/\/\S{1,490}$/.test(picture) ? picture : null,
  };
}

/** The id of the account that is linked to this Google user, or of a new account. */
export async function accountOfGoogle(request: AccountRequest, person: GooglePerson): Promise<string> {
  const mayRegister = (await request.settings()).registration === "open";
  const found = await request.database.write(async (writer) => {
    const linked = await personIdOfGoogle(writer, person.subject);
    if (linked !== undefined) return { personId: linked, isNew: false };
    return { personId: await registerPerson(request, writer, person, mayRegister), isNew: true };
  });
  if (found.isNew) await recordAction(request, found.personId, { action: "google-linked" });
  return found.personId;
}

/**
 * If an account has the address already, only its owner can link it. Google also verifies the address for the owner of
 * a domain, and for a person who gets a former colleague's address.
 */
async function registerPerson(request: AccountRequest, writer: Writer, person: GooglePerson, mayRegister: boolean) {
  const { database, now } = request;
  const { subject, email, name, photoUrl } = person;
  const at = now();
  if (await personForChange(database, writer, email)) throw new PortalError("google-not-linked");
  if (!mayRegister && !(await isInvited(writer, email, at))) throw new PortalError("invitation-needed");
  const personId = randomUUID();
  const times = { added_at: at, changed_at: at };
  const row = { id: personId, email, email_confirmed: 1, has_totp: 0, name, photo_url: photoUrl } as const;
  await insertRow(writer, "person", { ...row, ...times });
  await insertGoogleLink(writer, { personId, subject, now: at });
  return personId;
}

/**
 * Links the account of `session`, unless another account has this Google user. Of two visits that began at once, only
 * the first links.
 */
export async function linkAccount(request: AccountRequest, session: SignedIn, { subject }: GooglePerson) {
  await changeFactors(request, session, "google-connected", async (writer) => {
    if ((await personIdOfGoogle(writer, subject)) !== undefined) throw new PortalError("google-taken");
    if (await hasGoogleLink(writer, session.person.id)) throw new PortalError("google-failed");
    await insertGoogleLink(writer, { personId: session.person.id, subject, now: request.now() });
  });
}

export async function disconnectGoogle(request: AccountRequest): Promise<StepDone> {
  const session = await ownSession(request);
  requireRecentSignIn(session.actor);
  await changeFactors(request, session, "google-removed", async (writer) => {
    await deleteGoogleLink(writer, session.person.id);
    await refuseLastWay(request, writer, session.person.id);
  });
  return { cookies: [] };
}
