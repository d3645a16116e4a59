import { createHash } from "node:crypto";
import type { Caller, Refused } from "#core/staff/accounts.ts";
import { type AccountRow, accountById } from "#storage/database/accounts.ts";
import { passkeysOf, pendingPerson } from "#storage/database/factors.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordClaim } from "./account-events.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";
import { openSigned, pendingCookie, readCookies } from "./cookies.ts";
import { finishSignIn, hasSamePassword } from "./finish-sign-in.ts";
import { codeForm, readForm } from "./forms.ts";
import { refusalIn, refused } from "./refusals.ts";
import type { SignInOutcome } from "./sign-in.ts";
import { type Proof, takeTotpCode } from "./totp-codes.ts";
import { byAccount, refusedFor, tryLimits } from "./tries.ts";

/** The code of somebody whose password was right a moment ago. */
export async function proveSecondFactor(desk: AccountDesk, caller: Caller, form: unknown): Promise<SignInOutcome> {
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  const account = await whoIsHalfIn(desk, caller);
  if (!account) return refused("sign-in-ended");
  const { code } = read.value;
  const answer = await provenBy(desk, caller, { personId: account.id, code, sessionToken: null });
  if ("ok" in answer) return answer;
  const begun = { way: "second factor", stillOpens: hasSamePassword(account) } as const;
  const cookies = await finishSignIn(desk, caller, answer, begun);
  return cookies ? { ok: true, next: "signed-in", cookies, body: answer.body } : refused("sign-in-ended");
}

/** Whether somebody whose password was right a moment ago could show a passkey now. Nobody else is told. */
export async function mayShowPasskey(desk: AccountDesk, caller: Caller): Promise<boolean> {
  const account = await whoIsHalfIn(desk, caller);
  return account !== undefined && (await passkeysOf(desk.database.read, account.id)).length > 0;
}

/** Whose sign-in waits for the second factor in this browser, by the cookie that better-auth keeps of it. */
async function whoIsHalfIn(
  { database, keyring, publicOrigin, now }: AccountDesk,
  caller: Caller,
): Promise<AccountRow | undefined> {
  const cookie = readCookies(caller.headers.get("cookie") ?? "").get(pendingCookie(publicOrigin));
  const identifier = openSigned(keyring, cookie);
  if (identifier === null) return undefined;
  const hashed = createHash("sha256").update(identifier).digest("base64url");
  const found = await pendingPerson(database.read, hashed, now());
  return found === undefined ? undefined : accountById(database.read, found);
}

/** Tries a code of the app or a recovery code, in a session or between password and session. Each works once. */
export async function provenBy(desk: AccountDesk, caller: Caller, proof: Proof): Promise<LibraryAnswer | Refused> {
  const { personId, code, sessionToken } = proof;
  const tries = byAccount(tryLimits.codes, personId);
  const wait = await refusedFor(desk, [tries]);
  if (wait) return wait;
  const isFromApp = /^\d{6}$/.test(code);
  if (isFromApp && !(await takeTotpCode(desk, proof))) return wrongCode(desk, caller, personId);
  const path = isFromApp ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const answer = await desk.ask(caller, { method: "POST", path, body: { code }, sessionToken });
  if (answer.status === 409) return wrongCode(desk, caller, personId);
  if (answer.status !== 200) {
    const refusal = refusalIn(answer);
    return refusal.problem === "wrong-code" ? wrongCode(desk, caller, personId) : refusal;
  }
  await desk.limits.forget(tries);
  return answer;
}

async function wrongCode(desk: AccountDesk, caller: Caller, personId: string): Promise<Refused> {
  await recordClaim(desk, caller, personId, { action: "factor-failed" });
  return refused("wrong-code");
}
