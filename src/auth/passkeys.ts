import { z } from "zod";
import { optionalText } from "#core/fields.ts";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { hasPasskey } from "#storage/database/factors.ts";
import { updateSession } from "#storage/database/sessions.ts";
import type { AccountDesk } from "./account-desk.ts";
import { factorChanged } from "./own-account/authenticator-app.ts";
import { recordClaim } from "./account-events.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { factorForm, readForm } from "./forms.ts";
import { ownSession, refusedUnlessMayChangeFactors } from "./own-account/own-account.ts";
import { refused } from "./refusals.ts";
import { siteName } from "./site-name.ts";
import { byClient, refusedFor, refusedForSignIn, tryLimits } from "./tries.ts";

/** What the browser hands to the authenticator, or gets of it: better-auth's business. */
type Exchange = Promise<Outcome<{ body: unknown }>>;

/** The challenge is given to the account's owner alone, and no passkey is taken without it. */
export async function optionsForNewPasskey(desk: AccountDesk, caller: Caller, form: unknown): Exchange {
  const session = await ownSession(desk, caller);
  const read = readForm(factorForm, form);
  if (!read.ok) return read;
  const stranger = await refusedUnlessMayChangeFactors(desk, caller, session, read.value.password);
  if (stranger) return stranger;
  const path = "/passkey/generate-register-options";
  const { status, cookies, body } = await desk.ask(caller, { method: "GET", path, sessionToken: session.token });
  if (status !== 200) return refused("passkey-failed");
  const { rp, ...options } = creationOptions.parse(body);
  return { ok: true, cookies, body: { ...options, rp: { ...rp, name: await siteName(desk) } } };
}

const creationOptions = z.looseObject({ rp: z.looseObject({}) });

export async function addPasskey(desk: AccountDesk, caller: Caller, given: unknown): Exchange {
  const session = await ownSession(desk, caller);
  const { data } = newPasskey.safeParse(given);
  if (!data) return refused("passkey-failed");
  const path = "/passkey/verify-registration";
  const question = { method: "POST", path, body: data, sessionToken: session.token } as const;
  const { status, cookies, body } = await desk.ask(caller, question);
  if (status !== 200) return refused("passkey-failed");
  await desk.database.write((writer) => updateSession(writer, session.sessionId, { proved_at: desk.now() }));
  await factorChanged(desk, caller, session, "passkey-added");
  return { ok: true, cookies, body };
}

/** Of what a browser says of an authenticator only what is read, so that nothing else gets to the database. */
const base64url = z.string().regex(/^[\w-]{1,20000}$/);
const credential = { id: base64url, rawId: base64url, type: z.literal("public-key") };
const clientExtensionResults = z.object({}).default({});

const newPasskey = z.object({
  response: z.object({
    ...credential,
    clientExtensionResults,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  }),
  name: optionalText(60).optional(),
});

export async function optionsForSignIn(desk: AccountDesk, caller: Caller): Exchange {
  const wait = await refusedFor(desk, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return wait;
  const session = await sessionOfBrowser(desk, caller);
  const path = "/passkey/generate-authenticate-options";
  const question = { method: "GET", path, sessionToken: session?.token ?? null } as const;
  const { status, cookies, body } = await desk.ask(caller, question);
  if (status !== 200 || typeof body !== "object") return refused("passkey-failed");
  // better-auth only wishes for it; an authenticator that does not know its owner is refused later.
  return { ok: true, cookies, body: { ...body, userVerification: "required" } };
}

/** A passkey stands for password and second factor. */
export async function signInByPasskey(desk: AccountDesk, caller: Caller, given: unknown): Exchange {
  const wait = await refusedForSignIn(desk, caller, null);
  if (wait) return wait;
  const { data } = shownPasskey.safeParse(given);
  if (!data) return refused("passkey-failed");
  const path = "/passkey/verify-authentication";
  const answer = await desk.ask(caller, { method: "POST", path, body: data });
  if (answer.status === 200) {
    const stillOpens = (writer: Writer) => hasPasskey(writer, data.response.id);
    const cookies = await finishSignIn(desk, caller, answer, { way: "passkey", stillOpens });
    return cookies ? { ok: true, cookies, body: answer.body } : refused("passkey-failed");
  }
  await recordClaim(desk, caller, null, { action: "sign-in-failed", details: { way: { from: null, to: "passkey" } } });
  return refused(answer.code === "SUSPENDED" ? "suspended" : "passkey-failed");
}

const shownPasskey = z.object({
  response: z.object({
    ...credential,
    clientExtensionResults,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
});
