import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { passwordProblem } from "#core/accounts/passwords.ts";
import { accountByEmail, type AccountRow } from "#storage/database/accounts/accounts.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { deleteMailedLinks, type LinkQuery, takeMailedLink } from "#storage/database/accounts/mailed-links.ts";
import type { Writer } from "#storage/database/database.ts";
import { updateRow } from "#storage/database/rows.ts";
import { confirmPerson, deleteSignInMethods, setPassword } from "#storage/database/accounts/roles.ts";
import { endAccess } from "#storage/database/accounts/sessions.ts";
import type { AccountRequest } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import { inConstantTime } from "./constant-response-time.ts";
import { endedSessionLine } from "./cookies.ts";
import { readNewPassword, resetForm, resetRequestForm } from "./forms.ts";
import { inTurn, knownClient } from "./hash-turns.ts";
import { rememberBrowser } from "./known-browsers.ts";
import { accountOfLink, mailReset } from "./mailed-links.ts";
import { mailEndedKeys } from "./own-account.ts";
import { hashPassword } from "./password-hash.ts";
import { forgetSignInTries, linkTries, mayMailReset } from "./tries.ts";

export async function askForReset(request: AccountRequest, form: unknown): Promise<StepDone> {
  const { email } = checkInput(resetRequestForm, form);
  const may = await mayMailReset(request, email);
  await inConstantTime(request, async () => {
    const account = await accountByEmail(request.database.read, email);
    const mayMail = account?.email_confirmed === 1 ? may.toConfirmed : may.toAnybody;
    if (account && mayMail) await mailReset(request, account);
    await recordAttempt(request, account?.id ?? null, { action: "reset-asked-for" });
  });
  return { cookies: [] };
}

/**
 * The reader of the mail owns the address: it is confirmed, and every session and API key ends. Tries are counted by link
 * only. Nobody can guess a link, so others cannot use this count up.
 */
export async function resetPassword(request: AccountRequest, form: unknown): Promise<StepDone> {
  const { token, password } = readNewPassword(resetForm, form);
  const { account, link } = await accountOfLink(request, "reset", token);
  const weakness = passwordProblem(password, account);
  if (weakness) throw new PortalError("invalid", { fields: { password: weakness } });
  const hash = await inTurn(request, knownClient(account.id), linkTries(token), () =>
    hashPassword(password, request.passwordWork),
  );
  const ended = await storeReset(request, account, link, hash);
  if (!ended) throw new PortalError("link-ended");
  await forgetSignInTries(request, account.email);
  // The name of an unconfirmed account may be a stranger's words.
  await request.accountMails.passwordChanged(account.email_confirmed === 0 ? { ...account, name: "" } : account);
  await mailEndedKeys(request, account, ended);
  await recordAction(request, account.id, { action: "password-reset" });
  return { cookies: [endedSessionLine(request.publicOrigin), rememberBrowser(request, account.email, false)] };
}

async function storeReset(request: AccountRequest, account: AccountRow, link: LinkQuery, passwordHash: string) {
  const { id, email_confirmed } = account;
  const store = async (writer: Writer) => {
    if (!(await takeMailedLink(request, writer, link))) return null;
    // Removes what a stranger set up for an address that was never theirs.
    if (email_confirmed === 0) {
      await deleteSignInMethods(writer, id);
      await updateRow(writer, "person", id, { name: "", photo_url: null });
    }
    await confirmPerson(writer, id);
    await setPassword(writer, id, passwordHash, request.now());
    await deleteMailedLinks(writer, id);
    return endAccess(writer, id);
  };
  return request.database.write((writer) => changeAccount(request, writer, id, () => store(writer)));
}
