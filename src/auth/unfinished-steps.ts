import { createHash, randomBytes } from "node:crypto";
import type { Writer } from "#storage/database/database.ts";
import { insertVerificationOnce } from "#storage/database/verifications.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { endedCookieLine, signedCookieLine, signedValueIn, stepCookie } from "./cookies.ts";

const minute = 60;

/**
 * What a browser begins and finishes minutes later. A token begins with the word for its step, so that it finishes no
 * other. Cookies have the names that browsers and programs know.
 */
const steps = {
  "second-factor": { cookie: "two_factor", word: "2fa", seconds: 10 * minute },
  "add-passkey": { cookie: "better-auth-passkey", word: "add", seconds: 5 * minute },
  google: { cookie: "state", word: "google", seconds: 5 * minute },
} as const;

type Step = keyof typeof steps;

type UnfinishedStep = { token: string; identifier: string };

/** The row to insert and the cookie to send. The browser alone has the token; the row has its hash. */
export function newStep(context: AccountContext, step: Step, value: string) {
  const { cookie, word, seconds } = steps[step];
  const token = `${word}-${randomBytes(24).toString("base64url")}`;
  const now = context.now();
  return {
    token,
    row: { identifier: identifierOf(token), value, now, expires_at: now + seconds * 1000 },
    cookie: signedCookieLine(context, stepCookie(context.publicOrigin, cookie), token, seconds),
  };
}

/** What the cookie of this browser says that it has begun. Whether the row is still there is another question. */
export function unfinishedStep(request: AccountRequest, step: Step): UnfinishedStep | null {
  const { cookie, word } = steps[step];
  const token = signedValueIn(request, stepCookie(request.publicOrigin, cookie));
  return token?.startsWith(`${word}-`) ? { token, identifier: identifierOf(token) } : null;
}

export const endedStepLine = (publicOrigin: string, step: Step): string =>
  endedCookieLine(publicOrigin, stepCookie(publicOrigin, steps[step].cookie));

const challenge = { cookie: "better-auth-passkey", seconds: 5 * minute } as const;

/** What an authenticator signs to sign in. Nothing is stored until it has, so no count stands before it, which others could fill up. */
export function newChallenge(context: AccountContext) {
  const { publicOrigin, now } = context;
  const token = `show-${now() + challenge.seconds * 1000}-${randomBytes(24).toString("base64url")}`;
  const cookie = signedCookieLine(context, stepCookie(publicOrigin, challenge.cookie), token, challenge.seconds);
  return { challenge: identifierOf(token), cookie };
}

type Given = { challenge: string; expiresAt: number };

/** The challenge of this browser, until it expires. Whoever takes it notes it for so long, so that it works once. */
export function givenChallenge(request: AccountRequest): Given | null {
  const token = signedValueIn(request, stepCookie(request.publicOrigin, challenge.cookie));
  const [word, expiresAt] = token?.split("-") ?? [];
  if (!token || word !== "show" || Number(expiresAt) <= request.now()) return null;
  return { challenge: identifierOf(token), expiresAt: Number(expiresAt) };
}

/** Of several who show the same at once, one is the first. */
export const isFirstShown = (writer: Writer, given: Given, now: number): Promise<boolean> =>
  insertVerificationOnce(writer, { identifier: given.challenge, value: "shown", now, expires_at: given.expiresAt });

const identifierOf = (token: string) => createHash("sha256").update(token).digest("base64url");
