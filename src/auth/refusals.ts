import type { AccountProblem, Refused } from "#core/staff/accounts.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";

export const refused = (problem: AccountProblem): Refused => ({ ok: false, problem });

const problems: Readonly<Record<string, AccountProblem>> = {
  INVALID_EMAIL_OR_PASSWORD: "wrong-credentials",
  INVALID_PASSWORD: "wrong-credentials",
  EMAIL_NOT_VERIFIED: "unconfirmed",
  SUSPENDED: "suspended",
  INVALID_CODE: "wrong-code",
  INVALID_BACKUP_CODE: "wrong-code",
  TOTP_NOT_ENABLED: "wrong-code",
  BACKUP_CODES_NOT_ENABLED: "wrong-code",
  INVALID_TWO_FACTOR_COOKIE: "sign-in-ended",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "sign-in-ended",
};

/** Our name for what better-auth says. */
export function refusalIn({ code, status }: LibraryAnswer): Refused {
  const problem = problems[code];
  if (!problem) throw new Error(`better-auth answered ${status} ${code}`);
  return refused(problem);
}
