import { requiredText } from "#core/fields.ts";
import { emailAddress } from "#core/staff/email.ts";
import { isInvited } from "#storage/database/accounts.ts";
import type { AccountParts } from "../account-parts.ts";

const personName = requiredText(100);

type Profile = { email?: unknown; emailVerified?: unknown; name?: unknown; image?: unknown };

/**
 * What we take over of a Google profile. An address that Google did not check, or that we would not take from a form, is
 * none: whether it has an account here is not told to whoever claims it.
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

type Given = {
  user: { email?: string | null | undefined; emailVerified?: boolean | null | undefined };
  source: { action: string };
};

/**
 * Why somebody from Google is not let in. better-auth would make an account for an address that Google never checked,
 * and only then refuse: whoever owns the address would later share the account with a stranger.
 */
export async function whyNotFromGoogle(
  { database, settings, now }: Pick<AccountParts, "database" | "settings" | "now">,
  { user, source }: Given,
): Promise<{ error: string } | undefined> {
  if (!user.email || user.emailVerified !== true) return { error: "email_not_verified" };
  if (source.action !== "create-user") return undefined;
  const { registration } = await settings();
  const mayRegister = registration === "open" || (await isInvited(database.read, user.email, now()));
  return mayRegister ? undefined : { error: "invitation_needed" };
}
