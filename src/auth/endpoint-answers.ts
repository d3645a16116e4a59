import type { FieldProblem } from "#core/errors.ts";
import type { AccountProblem, Outcome, AccountRefusal } from "#core/accounts/accounts.ts";
import type { PersonRow } from "#storage/database/accounts/accounts.ts";
import type { PasskeyRow } from "#storage/database/accounts/factors.ts";
import type { SessionRow } from "#storage/database/accounts/sessions.ts";

/** The JSON response for an outcome. A failure is a code with a sentence. */
export function answered<More>(outcome: Outcome<More>, bodyOf: (done: More) => unknown): Response {
  if (!outcome.ok) return failureAnswer(outcome);
  return withCookies(Response.json(bodyOf(outcome)), outcome.cookies);
}

export function sentTo({ location, cookies }: { location: string; cookies: readonly string[] }): Response {
  return withCookies(new Response(null, { status: 302, headers: { Location: location } }), cookies);
}

export const nothingHere = (): Response => errorAnswer(404, "NOT_FOUND", "There is nothing here under that name.");
export const notJson = (): Response => errorAnswer(400, "VALIDATION_ERROR", "Send one JSON object.");

/** Rows in the format of better-auth, which programs have always received. */
export const shownPerson = (person: PersonRow) => ({
  name: person.name,
  email: person.email,
  emailVerified: person.email_confirmed === 1,
  image: person.photo_url,
  createdAt: written(person.added_at),
  updatedAt: written(person.changed_at),
  twoFactorEnabled: person.has_totp === 1,
  id: person.id,
});

export const shownSession = (session: SessionRow) => ({
  expiresAt: written(session.expires_at),
  token: session.token,
  createdAt: written(session.started_at),
  updatedAt: written(session.changed_at),
  userAgent: session.browser,
  userId: session.person_id,
  usedAt: written(session.used_at),
  provedAt: session.proved_at === null ? null : written(session.proved_at),
  id: session.id,
});

export const shownPasskey = (passkey: PasskeyRow) => ({
  name: passkey.name,
  publicKey: passkey.public_key,
  userId: passkey.person_id,
  credentialID: passkey.credential_id,
  counter: passkey.counter,
  deviceType: passkey.device_type,
  backedUp: passkey.backed_up === 1,
  transports: passkey.transports,
  createdAt: written(passkey.added_at),
  aaguid: passkey.aaguid,
  id: passkey.id,
});

export const written = (moment: number): string => new Date(moment).toISOString();

function withCookies(response: Response, cookies: readonly string[]): Response {
  response.headers.set("Cache-Control", "no-store");
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

const errorAnswer = (status: number, code: string, message: string, more: object = {}) =>
  withCookies(Response.json({ code, message, ...more }, { status }), []);

function failureAnswer(failed: AccountRefusal): Response {
  if (failed.problem === "fields") {
    const [problem = "required"] = Object.values(failed.fields);
    const code = fieldCodes[problem] ?? "VALIDATION_ERROR";
    return errorAnswer(400, code, "Some of what was sent cannot be used.", { fields: failed.fields });
  }
  const response = errorAnswer(...words[failed.problem]);
  if (failed.problem === "wait" || failed.problem === "busy")
    response.headers.set("Retry-After", String(failed.waitSeconds ?? 60));
  return response;
}

/** The codes that programs know. */
const fieldCodes: Partial<Record<FieldProblem, string>> = {
  "email-format": "INVALID_EMAIL",
  "password-short": "PASSWORD_TOO_SHORT",
  "password-short-common": "PASSWORD_TOO_SHORT",
  "password-short-personal": "PASSWORD_TOO_SHORT",
  "password-long": "PASSWORD_TOO_LONG",
  "password-common": "PASSWORD_COMPROMISED",
  "password-personal": "PASSWORD_COMPROMISED",
};

const words: Record<AccountProblem, readonly [status: number, code: string, message: string]> = {
  "wrong-credentials": [401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"],
  unconfirmed: [403, "EMAIL_NOT_VERIFIED", "Email not verified"],
  suspended: [403, "SUSPENDED", "This account is closed for now."],
  wait: [429, "TOO_MANY_REQUESTS", "Too many tries. Wait, then try again."],
  busy: [503, "BUSY", "Too much at once. Wait, then try again."],
  "link-ended": [404, "LINK_ENDED", "This link has expired."],
  "wrong-code": [401, "INVALID_CODE", "Invalid code"],
  "sign-in-ended": [401, "INVALID_TWO_FACTOR_COOKIE", "Sign in again."],
  "prove-again": [403, "SESSION_NOT_FRESH", "Sign in or show the second factor again."],
  "invitation-needed": [403, "INVITATION_NEEDED", "Registering needs an invitation."],
  "google-denied": [403, "GOOGLE_DENIED", "Google was not allowed to tell."],
  "google-failed": [502, "GOOGLE_FAILED", "Google cannot be reached."],
  "google-unverified": [403, "GOOGLE_UNVERIFIED", "Google has not checked this address."],
  "google-not-linked": [403, "GOOGLE_NOT_LINKED", "This account is not linked to Google."],
  "google-taken": [403, "GOOGLE_TAKEN", "Another account is linked to this one at Google."],
  "google-wrong-key": [502, "GOOGLE_WRONG_KEY", "Google does not know this site."],
  "google-wrong-site": [502, "GOOGLE_WRONG_SITE", "Google takes no sign-ins from this site's address."],
  "google-organisation": [403, "GOOGLE_ORGANISATION", "The organisation of this account does not allow this site."],
  "passkey-failed": [401, "AUTHENTICATION_FAILED", "Authentication failed"],
};
