import { requiredText } from "#core/fields.ts";
import { emailAddress } from "#core/staff/email.ts";
import { isInvited } from "#storage/database/accounts.ts";
import type { AccountParts } from "../account-parts.ts";

const personName = requiredText(100);

type Profile = { email?: unknown; emailVerified?: unknown; name?: unknown; image?: unknown };

/**
 * What we take over of a Google profile. An address that Google did not check, or that we would not take from a form, is
 * none. better-auth would make an account for it and only then refuse, and whoever owns the address would later share
 * that with a stranger; and to whoever claims an address it would tell whether it has an account here.
 */
export function googlePerson({ email, emailVerified, name, image }: Profile): {
  email: string;
  name: string;
  image: string;
} {
  const address = (emailVerified === true && emailAddress.safeParse(email).data) || "";
  const [beforeAt = ""] = address.split("@");
  return {
    email: address,
    name: personName.safeParse(name).data ?? beforeAt,
    image: typeof image === "string" && /^https:\/\/\S{1,490}$/.test(image) ? image : "",
  };
}

type Given = { user: { email?: string | null | undefined }; source: { action: string } };

/** Why somebody new from Google is not let in, before anything of them is written. */
export async function whyNotFromGoogle(
  { database, settings, now }: Pick<AccountParts, "database" | "settings" | "now">,
  { user, source }: Given,
): Promise<{ error: string } | undefined> {
  if (source.action !== "create-user") return undefined;
  const { registration } = await settings();
  const mayRegister = registration === "open" || (await isInvited(database.read, user.email ?? "", now()));
  return mayRegister ? undefined : { error: "invitation_needed" };
}
