import { z } from "zod";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { passkeyByCredential, type PasskeyRow, passkeysOf, updatePasskeyCounter } from "#storage/database/factors.ts";
import { insertVerification, takeVerification } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { beginSession, type SignInOutcome } from "../begin-session.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { byClient, checkLimits, checkSignInLimits, tryLimits } from "../tries.ts";
import { newStep, unfinishedStep } from "../unfinished-steps.ts";
import { base64url, credential, credentialList, relyingParty, transportsOf, webAuthn } from "./web-authn.ts";

/** The passkeys are named for who is signed in; anybody else's authenticator shows those it has. */
export async function optionsForSignIn(context: AccountContext, caller: Caller): Promise<Outcome<{ options: object }>> {
  const wait = await checkLimits(context, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return wait;
  const session = await sessionOfBrowser(context, caller);
  const passkeys = session ? await passkeysOf(context.database.read, session.person.id) : [];
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context),
    userVerification: "required",
    ...(passkeys.length > 0 && { allowCredentials: credentialList(passkeys) }),
  });
  const { row, cookie } = newStep(context, "show-passkey", options.challenge);
  await context.database.write((writer) => insertVerification(writer, row));
  return { ok: true, cookies: [cookie], options };
}

/** A passkey stands for password and second factor. */
export async function signInByPasskey(context: AccountContext, caller: Caller, given: unknown): Promise<SignInOutcome> {
  const wait = await checkSignInLimits(context, caller, null);
  if (wait) return wait;
  const { data } = shownPasskey.safeParse(given);
  if (!data) return refused("passkey-failed");
  const shown = await checkedPasskey(context, caller, data);
  const outcome = shown ? await withPasskey(context, caller, shown) : refused("passkey-failed");
  if (outcome.ok) return outcome;
  const details = { way: { from: null, to: "passkey" } };
  await recordAttempt(context, caller, null, { action: "sign-in-failed", details });
  return outcome.problem === "suspended" ? outcome : refused("passkey-failed");
}

const withPasskey = (context: AccountContext, caller: Caller, { passkey, counter }: CheckedPasskey) =>
  beginSession(context, caller, {
    personId: passkey.person_id,
    way: "passkey",
    stillOpens: (writer) => updatePasskeyCounter(writer, passkey.id, counter),
    otherwise: refused("passkey-failed"),
  });

const shownPasskey = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.exactOptional(),
    }),
  }),
});

type CheckedPasskey = { passkey: PasskeyRow; counter: number };

/** The passkey that was shown, if it knew its owner and answered the challenge of this browser. */
async function checkedPasskey(
  context: AccountContext,
  caller: Caller,
  { response }: z.output<typeof shownPasskey>,
): Promise<CheckedPasskey | null> {
  const step = unfinishedStep(context, caller, "show-passkey");
  if (!step) return null;
  const { database } = context;
  const expectedChallenge = await database.write((writer) => takeVerification(writer, step.identifier, context.now()));
  const passkey = await passkeyByCredential(database.read, response.id);
  if (expectedChallenge === undefined || !passkey) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: context.publicOrigin,
    expectedRPID: relyingParty(context),
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, "base64"),
      counter: passkey.counter,
      transports: transportsOf(passkey),
    },
    requireUserVerification: true,
  }).catch(() => null);
  return checked?.verified ? { passkey, counter: checked.authenticationInfo.newCounter } : null;
}
