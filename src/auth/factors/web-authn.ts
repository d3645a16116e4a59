import { z } from "zod";
import type { PasskeyRow } from "#storage/database/accounts/factors.ts";
import { type AccountContext, siteName } from "../account-context.ts";

/** Loaded with the first passkey, so that lookups do not pay for it. */
const webAuthn = () => import("@simplewebauthn/server");

/** Passkeys are bound to this host name. */
const relyingParty = ({ publicOrigin }: AccountContext): string => new URL(publicOrigin).hostname;

const transportsOf = ({ transports }: Pick<PasskeyRow, "transports">): string[] =>
  transports?.split(",").filter(Boolean) ?? [];

const credentialList = (passkeys: readonly PasskeyRow[]): { id: string; transports: string[] }[] =>
  passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) }));

const base64url = z.string().regex(/^[\w-]{1,20000}$/);

/** EdDSA, ES256, RS256: the algorithms that authenticators have. */
const algorithms = [-8, -7, -257];

type NewOwner = { userName: string; userID?: Uint8Array<ArrayBuffer>; challenge?: Uint8Array<ArrayBuffer> };

export async function optionsForNew(context: AccountContext, owner: NewOwner, known: readonly PasskeyRow[] = []) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    ...owner,
    rpName: await siteName(context),
    rpID: relyingParty(context),
    userDisplayName: owner.userName,
    excludeCredentials: credentialList(known),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

/** What a browser needs to show a passkey: one of `known`, or any passkey of the authenticator if `known` is empty. */
export async function optionsForShown(context: AccountContext, challenge: string, known: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    challenge: Buffer.from(challenge, "base64url"),
    rpID: relyingParty(context),
    userVerification: "required",
    ...(known.length > 0 && { allowCredentials: credentialList(known) }),
  });
}

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** The parts of an authenticator's response that are read. Nothing else reaches the database. */
export const madeResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .exactOptional(),
  }),
});

export const shownResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});

/** The passkey that was created, if the authenticator verified its owner and answered this challenge; null otherwise. */
export async function verifyRegistration(
  context: AccountContext,
  response: z.output<typeof madeResponse>,
  expectedChallenge: string,
) {
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: context.publicOrigin,
    expectedRPID: relyingParty(context),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: null }));
  return made
    ? {
        public_key: Buffer.from(made.credential.publicKey).toString("base64"),
        credential_id: made.credential.id,
        counter: made.credential.counter,
        device_type: made.credentialDeviceType,
        backed_up: made.credentialBackedUp ? (1 as const) : (0 as const),
        aaguid: made.aaguid,
      }
    : null;
}

type KnownCredential = Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "transports">;

/** The passkey's new counter, if its owner showed it for this challenge; null otherwise. */
export async function verifyAuthentication(
  context: AccountContext,
  response: z.output<typeof shownResponse>,
  expectedChallenge: string,
  known: KnownCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: context.publicOrigin,
    expectedRPID: relyingParty(context),
    credential: {
      id: known.credential_id,
      publicKey: Buffer.from(known.public_key, "base64"),
      counter: known.counter,
      transports: transportsOf(known),
    },
    requireUserVerification: true,
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}
