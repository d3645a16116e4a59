import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { passwordProblem } from "#core/staff/passwords.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { accountByEmail, accountById, type AccountRow, lockPerson } from "#storage/database/accounts.ts";
import {
  deleteMailedLinks,
  type MailedLinkAsked,
  ownerOfLink,
  takeMailedLink,
} from "#storage/database/mailed-links.ts";
import { confirmPerson, deleteSessionsOf, forgetWaysIn, setPassword } from "#storage/database/staff.ts";
import { deletePendingSignIns } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import { inConstantTime } from "./constant-response-time.ts";
import { endedSessionLine } from "./cookies.ts";
import { readForm, readNewPassword, resetForm, resetRequestForm } from "./forms.ts";
import { mailReset } from "./mailed-links.ts";
import { hashPassword } from "./password-hash.ts";
import { checkMailLimits, checkSignInLimits, liftSignInLock } from "./tries.ts";

export async function askForReset(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const read = readForm(resetRequestForm, form);
  if (!read.ok) return read;
  const { email } = read.value;
  const wait = await checkMailLimits(context, caller, email);
  if (wait) return wait;
  await inConstantTime(context, async () => {
    const account = await accountByEmail(context.database.read, email);
    if (account) await mailReset(context, account);
    await recordAttempt(context, caller, account?.id ?? null, { action: "reset-asked-for" });
  });
  return { ok: true, cookies: [] };
}

/** Whoever reads the mail owns the address: it is confirmed, and every session ends. */
export async function resetPassword(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const read = readNewPassword(resetForm, form);
  if (!read.ok) return read;
  const wait = await checkSignInLimits(context, caller, null);
  if (wait) return wait;
  const { token, password } = read.value;
  const link = { token_hash: linkTokenHash(token), purpose: "reset", now: context.now() } as const;
  const personId = await ownerOfLink(context.database.read, link);
  const account = personId === undefined ? undefined : await accountById(context.database.read, personId);
  if (!account) return refused("link-ended");
  const weakness = passwordProblem(password, account);
  if (weakness) return { ok: false, problem: "fields", fields: { password: weakness } };
  const isDone = await storeReset(context, account, link, await hashPassword(password, context.passwordWork));
  if (!isDone) return refused("link-ended");
  await liftSignInLock(context, caller, account.email);
  await context.accountMails.passwordChanged(account);
  await recordAction(context, caller, account.id, { action: "password-reset" });
  return { ok: true, cookies: [endedSessionLine(context.publicOrigin)] };
}

async function storeReset(
  { database, now }: AccountContext,
  { id, email_confirmed }: AccountRow,
  link: MailedLinkAsked,
  passwordHash: string,
): Promise<boolean> {
  return database.write(async (writer) => {
    await lockPerson(database, writer, id);
    if (!(await takeMailedLink(writer, link))) return false;
    // What a stranger set up for an address that was never theirs.
    if (email_confirmed === 0) await forgetWaysIn(writer, id);
    await confirmPerson(writer, id, now());
    await setPassword(writer, id, passwordHash, now());
    await deleteSessionsOf(writer, id);
    await deletePendingSignIns(writer, id);
    await deleteMailedLinks(writer, id);
    return true;
  });
}
