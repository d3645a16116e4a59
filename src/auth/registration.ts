import { randomUUID } from "node:crypto";
import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import type { QueueClient } from "#core/fair-queue.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { accountById, type AccountRow, personForChange } from "#storage/database/accounts/accounts.ts";
import { type LinkQuery, takeMailedLink } from "#storage/database/accounts/mailed-links.ts";
import { changeAccount, isWholeById } from "#storage/database/accounts/bound-accounts.ts";
import { insertRow, updateRow } from "#storage/database/rows.ts";
import { confirmPerson, setPassword } from "#storage/database/accounts/roles.ts";
import type { AccountRequest } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import type { SignInDone } from "./begin-session.ts";
import { inConstantTime } from "./constant-response-time.ts";
import { confirmForm, readNewPassword, signUpForm } from "./forms.ts";
import { inTurn, knownClient, stranger } from "./hash-turns.ts";
import { accountOfLink, asker, mailConfirmation } from "./mailed-links.ts";
import { wrongPassword } from "./own-account.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import { signInByPassword } from "./sign-in.ts";
import { linkTries, mayMail, registrationTries } from "./tries.ts";

type Registration = { email: string; name: string; photoURL: string | null; password: string };

export async function signUp(request: AccountRequest, form: unknown): Promise<StepDone<{ next: "check-mail" }>> {
  const { registration } = await request.settings();
  if (registration === "invite") throw new PortalError("invitation-needed");
  const typed = readNewPassword(signUpForm, form);
  const client = await stranger(request, typed.proof);
  await inConstantTime(request, () => register(request, typed, client));
  return { next: "check-mail", cookies: [] };
}

async function register(request: AccountRequest, form: Registration, client: QueueClient): Promise<void> {
  const tries = registrationTries(request, form.email);
  const hash = await inTurn(request, client, tries, () => hashPassword(form.password, request.passwordWork));
  const person = await storeRegistration(request, form, hash);
  const isMailed = await mayMail(request, person.email);
  if (person.isConfirmed) {
    const { publicOrigin, accountMails } = request;
    if (isMailed)
      await accountMails.alreadyRegistered(asker(request, person), `${publicOrigin}/login`, `${publicOrigin}/forgot`);
    await recordAttempt(request, person.id, { action: "registered-again" });
    return;
  }
  if (isMailed) await mailConfirmation(request, person);
  await recordAttempt(request, person.id, { action: "account-registered" });
}

/**
 * Until its address is confirmed, an account belongs to nobody: the last registration sets the name and password, and
 * the reader of the mail decides. A confirmed account stays as it is.
 */
async function storeRegistration(request: AccountRequest, form: Registration, passwordHash: string) {
  const { database } = request;
  const { email, name, photoURL } = form;
  const newId = randomUUID();
  const at = request.now();
  return database.write(async (writer) => {
    const known = await personForChange(database, writer, email);
    // Nobody may learn here that an account is closed.
    if (known && (known.email_confirmed === 1 || !(await isWholeById(request, writer, known.id))))
      return { id: known.id, email, name: known.name, isConfirmed: true };
    const id = known?.id ?? newId;
    const chosen = { name, photo_url: photoURL, changed_at: at };
    await changeAccount(request, writer, id, async () => {
      if (known) await updateRow(writer, "person", id, chosen);
      else await insertRow(writer, "person", { id, email, email_confirmed: 0, has_totp: 0, added_at: at, ...chosen });
      await setPassword(writer, id, passwordHash, at);
    });
    return { id, email, name, isConfirmed: false };
  });
}

/**
 * The link proves that somebody reads the mail; the password proves that this person registered. Without the password,
 * a click on the link would hand the account to a stranger who registered somebody else's address.
 */
export async function confirmAddress(request: AccountRequest, form: unknown): Promise<SignInDone> {
  const { token, password } = checkInput(confirmForm, form);
  const { account, link } = await accountOfLink(request, "confirm", token);
  const { password_hash: hash } = account;
  const client = knownClient(account.id);
  if (!(await inTurn(request, client, linkTries(token), () => isPassword(hash, password, request.passwordWork))))
    throw await wrongPassword(request, account.id);
  if (!(await storeConfirmation(request, account, link))) throw new PortalError("link-ended");
  await recordAction(request, account.id, { action: "address-confirmed" });
  return signInByPassword(request, { email: account.email, password }, client);
}

/** Confirms only with the password that was checked: somebody may have registered the address again since then. */
const storeConfirmation = (request: AccountRequest, account: AccountRow, link: LinkQuery) =>
  request.database.write((writer) =>
    changeAccount(request, writer, account.id, async () => {
      const current = await accountById(writer, account.id);
      if (current?.password_hash !== account.password_hash) return false;
      if (!(await takeMailedLink(request, writer, link))) return false;
      await confirmPerson(writer, account.id);
      return true;
    }),
  );
