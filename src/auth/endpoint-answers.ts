import { type ErrorId, type FieldProblem, fieldProblems, PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import type { PersonRow } from "#storage/database/accounts/accounts.ts";
import type { PasskeyRow } from "#storage/database/accounts/factors.ts";
import type { SessionRow } from "#storage/database/accounts/sessions.ts";
import { refusalIn } from "./account-context.ts";

/** The JSON response for a step. A refusal is a code with a sentence. */
export async function answered<More>(
  step: Promise<StepDone<More>>,
  bodyOf: (done: More) => unknown,
): Promise<Response> {
  try {
    const done = await step;
    return withCookies(Response.json(bodyOf(done)), done.cookies);
  } catch (error) {
    return refusalAnswer(refusalIn(error));
  }
}

export function sentTo({ location, cookies }: { location: string; cookies: readonly string[] }): Response {
  return withCookies(new Response(null, { status: 302, headers: { Location: location } }), cookies);
}

export const nothingHere = (): Response => refusalAnswer(new PortalError("not-found"));
export const notJson = (): Response => errorAnswer(400, "VALIDATION_ERROR", fieldProblems["not-an-object"]);

/** Rows as programs see them. */
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

/** What a try costs is said as in the answer of a lookup. */
function refusalAnswer({ id, message, status, fields, waitSeconds, challenge, waitTicket }: PortalError): Response {
  const [problem] = Object.values(fields ?? {});
  const code = (problem && fieldCodes[problem]) ?? codes[id] ?? id.toUpperCase().replaceAll("-", "_");
  const work: unknown = challenge && JSON.parse(challenge);
  const wait = waitTicket && { ticket: waitTicket, seconds: waitSeconds };
  const response = errorAnswer(status, code, message, { fields, challenge: work, wait });
  if (waitSeconds !== undefined) response.headers.set("Retry-After", String(waitSeconds));
  return response;
}

/** The codes of better-auth, where they differ from our own names. */
const codes: Partial<Record<ErrorId, string>> = {
  invalid: "VALIDATION_ERROR",
  "wrong-credentials": "INVALID_EMAIL_OR_PASSWORD",
  unconfirmed: "EMAIL_NOT_VERIFIED",
  "wrong-code": "INVALID_CODE",
  "sign-in-ended": "INVALID_TWO_FACTOR_COOKIE",
  "prove-again": "SESSION_NOT_FRESH",
  "passkey-failed": "AUTHENTICATION_FAILED",
};

const fieldCodes: Partial<Record<FieldProblem, string>> = {
  "email-format": "INVALID_EMAIL",
  "password-short": "PASSWORD_TOO_SHORT",
  "password-short-common": "PASSWORD_TOO_SHORT",
  "password-short-personal": "PASSWORD_TOO_SHORT",
  "password-long": "PASSWORD_TOO_LONG",
  "password-common": "PASSWORD_COMPROMISED",
  "password-personal": "PASSWORD_COMPROMISED",
};
