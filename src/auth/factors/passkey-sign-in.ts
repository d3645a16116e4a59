import { z } from "zod";
import type { Done } from "#core/staff/accounts.ts";
import { passkeyByCredential, type PasskeyRow, passkeysOf, updatePasskeyCounter } from "#storage/database/factors.ts";
import { insertVerification, takeVerification } from "#storage/database/verifications.ts";
import { type AccountRequest, outcomeOf, refusal } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { beginSession, type SignInDone } from "../begin-session.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { byClient, checkLimits, checkSignInLimits, tryLimits } from "../tries.ts";
import { newStep, unfinishedStep } from "../unfinished-steps.ts";
import { base64url, credential, credentialList, relyingParty, transportsOf, webAuthn } from "./web-authn.ts";

/** The passkeys are named for who is signed in; anybody else's authenticator shows those it has. */
export async function optionsForSignIn(request: AccountRequest): Promise<Done<{ options: object }>> {
  await checkLimits(request, [byClient(tryLimits.beginningsByClient, request)]);
  const session = await sessionOfBrowser(request);
  const passkeys = session ? await passkeysOf(request.database.read, session.person.id) : [];
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(request),
    userVerification: "required",
    ...(passkeys.length > 0 && { allowCredentials: credentialList(passkeys) }),
  });
  const { row, cookie } = newStep(request, "show-passkey", options.challenge);
  await request.database.write((writer) => insertVerification(writer, row));
  return { ok: true, cookies: [cookie], options };
}

/** A passkey stands for password and second factor. */
export async function signInByPasskey(request: AccountRequest, given: unknown): Promise<SignInDone> {
  await checkSignInLimits(request, null);
  const { data } = shownPasskey.safeParse(given);
  if (!data) throw refusal("passkey-failed");
  const outcome = await outcomeOf(withPasskey(request, await checkedPasskey(request, data)));
  if (outcome.ok) return outcome;
  const details = { way: { from: null, to: "passkey" } };
  await recordAttempt(request, null, { action: "sign-in-failed", details });
  throw refusal(outcome.problem === "suspended" ? "suspended" : "passkey-failed");
}

async function withPasskey(request: AccountRequest, shown: CheckedPasskey | null): Promise<SignInDone> {
  if (!shown) throw refusal("passkey-failed");
  const { passkey, counter } = shown;
  return beginSession(request, {
    personId: passkey.person_id,
    way: "passkey",
    stillOpens: (writer) => updatePasskeyCounter(writer, passkey.id, counter),
    otherwise: "passkey-failed",
  });
}

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
async function checkedPasskey(request: AccountRequest, { response }: z.output<typeof shownPasskey>) {
  const step = unfinishedStep(request, "show-passkey");
  if (!step) return null;
  const { database } = request;
  const expectedChallenge = await database.write((writer) => takeVerification(writer, step.identifier, request.now()));
  const passkey = await passkeyByCredential(database.read, response.id);
  if (expectedChallenge === undefined || !passkey) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: request.publicOrigin,
    expectedRPID: relyingParty(request),
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
