import { randomUUID } from "node:crypto";
import { requiredText } from "#core/fields.ts";
import { emailAddress } from "#core/staff/email.ts";
import { insertGoogleLink, isInvited, personForChange, personIdOfGoogle } from "#storage/database/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertRow } from "#storage/database/rows.ts";
import { type AccountRequest, refusal } from "../account-context.ts";
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
export async function accountOfGoogle(request: AccountRequest, person: GooglePerson): Promise<string> {
  const mayRegister = (await request.settings()).registration === "open";
  const found = await request.database.write(async (writer) => {
    const linked = await personIdOfGoogle(writer, person.subject);
    if (linked !== undefined) return { personId: linked, isNew: false };
    return { personId: await linkAccount(request, writer, person, mayRegister), isNew: true };
  });
  if (found.isNew) await recordAction(request, found.personId, { action: "google-linked" });
  return found.personId;
}

/** An account that is not confirmed is not linked: somebody else may have registered the address. */
async function linkAccount(request: AccountRequest, writer: Writer, person: GooglePerson, mayRegister: boolean) {
  const { database, now } = request;
  const { subject, email, name, photoUrl } = person;
  const at = now();
  const known = await personForChange(database, writer, email);
  if (known?.email_confirmed === 0) throw refusal("google-not-linked");
  if (!known && !mayRegister && !(await isInvited(writer, email, at))) throw refusal("invitation-needed");
  const personId = known?.id ?? randomUUID();
  if (!known) {
    const times = { added_at: at, changed_at: at };
    await insertRow(writer, "person", { id: personId, email, email_confirmed: 1, name, photo_url: photoUrl, ...times });
  }
  await insertGoogleLink(writer, { personId, subject, now: at });
  return personId;
}
