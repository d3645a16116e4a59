import { randomUUID } from "node:crypto";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { accountById, type AccountRow, personForChange } from "#storage/database/accounts.ts";
import { type MailedLinkAsked, ownerOfLink, takeMailedLink } from "#storage/database/mailed-links.ts";
import { insertRow, updateRow } from "#storage/database/rows.ts";
import { confirmPerson, setPassword } from "#storage/database/staff.ts";
import { type AccountContext, refused } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import type { SignInOutcome } from "./begin-session.ts";
import { inConstantTime } from "./constant-response-time.ts";
import { confirmForm, readForm, readNewPassword, signUpForm } from "./forms.ts";
import { mailConfirmation } from "./mailed-links.ts";
import { wrongPassword } from "./own-account.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import { signInByPassword } from "./sign-in.ts";
import { checkMailLimits, checkSignInLimits } from "./tries.ts";

type Registration = { email: string; name: string; photoURL: string | null; password: string };

export async function signUp(
  context: AccountContext,
  caller: Caller,
  form: unknown,
): Promise<Outcome<{ next: "check-mail" }>> {
  const { registration } = await context.settings();
  if (registration === "invite") return refused("invitation-needed");
  const read = readNewPassword(signUpForm, form);
  if (!read.ok) return read;
  const wait = await checkMailLimits(context, caller, read.value.email);
  if (wait) return wait;
  await inConstantTime(() => register(context, caller, read.value));
  return { ok: true, next: "check-mail", cookies: [] };
}

async function register(context: AccountContext, caller: Caller, form: Registration): Promise<void> {
  const person = await storeRegistration(context, form, await hashPassword(form.password));
  if (person.isConfirmed) {
    const { publicOrigin, accountMails } = context;
    await accountMails.alreadyRegistered(person, `${publicOrigin}/login`, `${publicOrigin}/forgot`);
    await recordAttempt(context, caller, person.id, { action: "registered-again" });
    return;
  }
  await mailConfirmation(context, person);
  await recordAttempt(context, caller, person.id, { action: "account-registered" });
}

/**
 * Until its address is confirmed an account belongs to nobody: whoever registers it last chooses name and password, and
 * whoever reads the mail decides. One that is confirmed stays as it is.
 */
async function storeRegistration(
  { database, now }: AccountContext,
  { email, name, photoURL }: Registration,
  passwordHash: string,
) {
  const newId = randomUUID();
  const at = now();
  return database.write(async (writer) => {
    const known = await personForChange(database, writer, email);
    if (known?.email_confirmed === 1) return { id: known.id, email, name: known.name, isConfirmed: true };
    const id = known?.id ?? newId;
    const chosen = { name, photo_url: photoURL, changed_at: at };
    if (known) await updateRow(writer, "person", id, chosen);
    else await insertRow(writer, "person", { id, email, email_confirmed: 0, added_at: at, ...chosen });
    await setPassword(writer, id, passwordHash, at);
    return { id, email, name, isConfirmed: false };
  });
}

/**
 * The link shows that somebody reads the mail, the password that it is the one who registered. Without it, clicking the
 * link would hand the account to a stranger who registered one's address.
 */
export async function confirmAddress(context: AccountContext, caller: Caller, form: unknown): Promise<SignInOutcome> {
  const read = readForm(confirmForm, form);
  if (!read.ok) return read;
  const link = { token_hash: linkTokenHash(read.value.token), purpose: "confirm", now: context.now() } as const;
  const personId = await ownerOfLink(context.database.read, link);
  const account = personId === undefined ? undefined : await accountById(context.database.read, personId);
  const wait = await checkSignInLimits(context, caller, account?.email ?? null);
  if (wait) return wait;
  if (!account) return refused("link-ended");
  const { password } = read.value;
  if (!(await isPassword(account.password_hash, password))) return wrongPassword(context, caller, account.id);
  if (!(await storeConfirmation(context, account, link))) return refused("link-ended");
  await recordAction(context, caller, account.id, { action: "address-confirmed" });
  return signInByPassword(context, caller, { email: account.email, password });
}

/** Only with the password that was checked: somebody may have registered the address anew meanwhile. */
async function storeConfirmation(
  { database, now }: AccountContext,
  { id, email, password_hash }: AccountRow,
  link: MailedLinkAsked,
): Promise<boolean> {
  return database.write(async (writer) => {
    await personForChange(database, writer, email);
    const current = await accountById(writer, id);
    if (current?.password_hash !== password_hash || !(await takeMailedLink(writer, link))) return false;
    await confirmPerson(writer, id, now());
    return true;
  });
}
