import { randomUUID } from "node:crypto";
import { requiredText } from "#core/fields.ts";
import type { Caller, Refused } from "#core/staff/accounts.ts";
import { emailAddress } from "#core/staff/email.ts";
import { insertGoogleLink, isInvited, personForChange, personIdOfGoogle } from "#storage/database/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertRow } from "#storage/database/rows.ts";
import { type AccountContext, refused } from "../account-context.ts";
import { recordAction } from "../account-events.ts";

export type GoogleClaims = { sub: string; [claim: string]: unknown };

type GooglePerson = { subject: string; email: string; name: string; photoUrl: string | null };

const personName = requiredText(100);

/**
 * What we take of a Google profile. Null without an address that Google checked and that we would take from a form: with
 * another, somebody could share the account of its owner, or learn whether there is one.
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

/** The account that is linked to this person at Google. Links a confirmed one with the same address, or makes one. */
export async function accountOfGoogle(
  context: AccountContext,
  caller: Caller,
  person: GooglePerson,
): Promise<{ ok: true; personId: string } | Refused> {
  const mayRegister = (await context.settings()).registration === "open";
  const found = await context.database.write(async (writer) => {
    const linked = await personIdOfGoogle(writer, person.subject);
    if (linked !== undefined) return { ok: true, personId: linked, isNew: false } as const;
    return linkAccount(context, writer, person, mayRegister);
  });
  if (found.ok && found.isNew) await recordAction(context, caller, found.personId, { action: "google-linked" });
  return found;
}

/** An account that is not confirmed is not linked: somebody else may have registered the address. */
async function linkAccount(
  { database, now }: AccountContext,
  writer: Writer,
  { subject, email, name, photoUrl }: GooglePerson,
  mayRegister: boolean,
): Promise<{ ok: true; personId: string; isNew: true } | Refused> {
  const at = now();
  const known = await personForChange(database, writer, email);
  if (known?.email_confirmed === 0) return refused("google-not-linked");
  if (!known && !mayRegister && !(await isInvited(writer, email, at))) return refused("invitation-needed");
  const personId = known?.id ?? randomUUID();
  if (!known) {
    const times = { added_at: at, changed_at: at };
    await insertRow(writer, "person", { id: personId, email, email_confirmed: 1, name, photo_url: photoUrl, ...times });
  }
  await insertGoogleLink(writer, { personId, subject, now: at });
  return { ok: true, personId, isNew: true };
}
