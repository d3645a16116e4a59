import { createHash, randomBytes } from "node:crypto";
import { secondMs } from "#core/durations.ts";
import { hasCome } from "#core/wrong-clock.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertVerificationOnce } from "#storage/database/accounts/verifications.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { endedCookieLine, signedCookieLine, signedValueIn, stepCookie } from "./cookies.ts";

const minute = 60;

/**
 * Steps that a browser begins and finishes minutes later. A token begins with the word of its step, so that it cannot
 * finish another step.
 */
const steps = {
  "second-factor": { cookie: "two_factor", word: "2fa", seconds: 10 * minute },
  "add-passkey": { cookie: "passkey", word: "add", seconds: 5 * minute },
  provider: { cookie: "state", word: "provider", seconds: 5 * minute },
} as const;

type Step = keyof typeof steps;

type UnfinishedStep = { token: string; identifier: string };

/** Returns the row to insert and the cookie to send. Only the browser has the token; the row has its hash. */
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

/** The step that this browser has begun, according to its cookie. The row may no longer exist. */
export function unfinishedStep(request: AccountRequest, step: Step): UnfinishedStep | null {
  const { cookie, word } = steps[step];
  const token = signedValueIn(request, stepCookie(request.publicOrigin, cookie));
  return token?.startsWith(`${word}-`) ? { token, identifier: identifierOf(token) } : null;
}

export const endedStepLine = (publicOrigin: string, step: Step): string =>
  endedCookieLine(publicOrigin, stepCookie(publicOrigin, steps[step].cookie));

const challenge = { cookie: "shown_passkey", seconds: 5 * minute } as const;

/**
 * The challenge that an authenticator signs for a sign-in. Its cookie is not that of `add-passkey`: a page may offer to
 * sign in while another one adds a passkey. Nothing is stored before that, so there is no limit that
 * others could use up.
 */
export function newChallenge(context: AccountContext) {
  const { publicOrigin, now } = context;
  const token = `show-${now() + challenge.seconds * 1000}-${randomBytes(24).toString("base64url")}`;
  const cookie = signedCookieLine(context, stepCookie(publicOrigin, challenge.cookie), token, challenge.seconds);
  return { challenge: identifierOf(token), cookie };
}

export type ReturnedChallenge = { challenge: string; expiresAt: number };

/**
 * The challenge of this browser, until it expires. The caller must store its use (`isFirstShown`), so that it works
 * once.
 */
export function givenChallenge(request: AccountRequest): ReturnedChallenge | null {
  const token = signedValueIn(request, stepCookie(request.publicOrigin, challenge.cookie));
  const [word, expiresAt] = token?.split("-") ?? [];
  if (!token || word !== "show" || hasCome(Number(expiresAt), request.now(), challenge.seconds * secondMs)) return null;
  return { challenge: identifierOf(token), expiresAt: Number(expiresAt) };
}

/** Stores that a challenge was used. If it is used several times at once, only one call returns true. */
export const isFirstShown = (context: AccountContext, writer: Writer, given: ReturnedChallenge): Promise<boolean> =>
  insertVerificationOnce(context, writer, {
    identifier: given.challenge,
    value: "shown",
    now: context.now(),
    expires_at: given.expiresAt,
  });

const identifierOf = (token: string) => createHash("sha256").update(token).digest("base64url");
