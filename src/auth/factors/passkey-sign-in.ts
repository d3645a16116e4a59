import { z } from "zod";
import { countTries } from "#limits/limits.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import {
  passkeyByCredential,
  type PasskeyRow,
  passkeysOf,
  updatePasskeyCounter,
} from "#storage/database/accounts/factors.ts";
import { type AccountRequest, refusalIn } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { beginSession, type SignInDone } from "../begin-session.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { byClient, tryLimits } from "../tries.ts";
import { givenChallenge, isFirstShown, newChallenge, type ReturnedChallenge } from "../unfinished-steps.ts";
import { verifyAuthentication, optionsForShown, shownResponse } from "./web-authn.ts";

/**
 * The options list the passkeys of the signed-in user. Without a session, the authenticator offers the passkeys that it
 * has.
 */
export async function optionsForSignIn(request: AccountRequest): Promise<StepDone<{ options: object }>> {
  const session = await sessionOfBrowser(request);
  const passkeys = session ? await passkeysOf(request.database.read, session.person.id) : [];
  const { challenge, cookie } = newChallenge(request);
  const options = await optionsForShown(request, challenge, passkeys);
  return { cookies: [cookie], options };
}

/** A passkey replaces password and second factor. Only failures are counted, because nobody can guess a passkey. */
export async function signInByPasskey(request: AccountRequest, given: unknown): Promise<SignInDone> {
  const { data } = shownPasskey.safeParse(given);
  if (!data) throw new PortalError("passkey-failed");
  try {
    return await withPasskey(request, await checkedPasskey(request, data));
  } catch (error) {
    const { id } = refusalIn(error);
    await countTries(request.limits, [byClient(tryLimits.passkeyByClient, request)]);
    const details = { way: { from: null, to: "passkey" } } as const;
    await recordAttempt(request, null, { action: "sign-in-failed", details });
    throw new PortalError(id === "suspended" || id === "account-closed" ? id : "passkey-failed");
  }
}

async function withPasskey(request: AccountRequest, shown: CheckedPasskey | null): Promise<SignInDone> {
  if (!shown) throw new PortalError("passkey-failed");
  const { passkey, counter, given } = shown;
  return beginSession(request, {
    personId: passkey.person_id,
    way: "passkey",
    stillOpens: async (writer) =>
      (await isFirstShown(request, writer, given)) && updatePasskeyCounter(writer, passkey.id, counter),
    otherwise: "passkey-failed",
  });
}

const shownPasskey = z.object({ response: shownResponse });

type CheckedPasskey = { passkey: PasskeyRow; counter: number; given: ReturnedChallenge };

/**
 * The passkey that was shown, if the authenticator verified its owner and answered the challenge of this browser; null
 * otherwise.
 */
async function checkedPasskey(request: AccountRequest, { response }: z.output<typeof shownPasskey>) {
  const given = givenChallenge(request);
  const passkey = given && (await passkeyByCredential(request.database.read, response.id));
  if (!passkey) return null;
  const counter = await verifyAuthentication(request, response, given.challenge, passkey);
  return counter === null ? null : { passkey, counter, given };
}
