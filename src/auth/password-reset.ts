import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { passwordProblem } from "#core/staff/passwords.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { accountByEmail, accountById, type AccountRow, lockPerson } from "#storage/database/accounts.ts";
import { deletePendingSignIns } from "#storage/database/factors.ts";
import {
  deleteMailedLinks,
  type MailedLinkAsked,
  ownerOfLink,
  takeMailedLink,
} from "#storage/database/mailed-links.ts";
import { confirmPerson, deleteSessionsOf, forgetWaysIn, setPassword } from "#storage/database/staff.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordClaim, recordDeed } from "./account-events.ts";
import { endedCookieLine } from "./cookies.ts";
import { inEvenTime } from "./even-time.ts";
import { readForm, readNewPassword, resetForm, resetRequestForm } from "./forms.ts";
import { mailReset } from "./mailed-links.ts";
import { hashPassword } from "./password-hash.ts";
import { refused } from "./refusals.ts";
import { liftSignInLock, refusedForMail, refusedForSignIn } from "./tries.ts";

export async function askForReset(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const read = readForm(resetRequestForm, form);
  if (!read.ok) return read;
  const { email } = read.value;
  const wait = await refusedForMail(desk, caller, email);
  if (wait) return wait;
  await inEvenTime(async () => {
    const account = await accountByEmail(desk.database.read, email);
    if (account) await mailReset(desk, account);
    await recordClaim(desk, caller, account?.id ?? null, { action: "reset-asked-for" });
  });
  return { ok: true, cookies: [] };
}

/** Whoever reads the mail owns the address: it is confirmed, and whoever was signed in is so no more. */
export async function resetPassword(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const read = readNewPassword(resetForm, form);
  if (!read.ok) return read;
  const wait = await refusedForSignIn(desk, caller, null);
  if (wait) return wait;
  const { token, password } = read.value;
  const link = { token_hash: linkTokenHash(token), purpose: "reset", now: desk.now() } as const;
  const personId = await ownerOfLink(desk.database.read, link);
  const account = personId === undefined ? undefined : await accountById(desk.database.read, personId);
  if (!account) return refused("link-ended");
  const weakness = passwordProblem(password, account);
  if (weakness) return { ok: false, problem: "fields", fields: { password: weakness } };
  const isDone = await storeReset(desk, account, link, await hashPassword(password));
  if (!isDone) return refused("link-ended");
  await liftSignInLock(desk, caller, account.email);
  await desk.accountMails.passwordChanged(account);
  await recordDeed(desk, caller, account.id, { action: "password-reset" });
  return { ok: true, cookies: [endedCookieLine(desk.publicOrigin)] };
}

async function storeReset(
  { database, now }: AccountDesk,
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
