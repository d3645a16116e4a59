import { fromBase64Url, toBase64Url } from "#verify/base64.ts";

/** Calls the browser's WebAuthn API. Converts between bytes and base64url here, because older phones cannot. */

export const knowsPasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Asks the user for a passkey and returns its response. */
export async function showPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const { challenge, rpId, timeout } = options;
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: fromBase64Url(challenge),
      allowCredentials: (options.allowCredentials ?? []).map(described),
      userVerification: "required",
      ...(rpId !== undefined && { rpId }),
      ...(timeout !== undefined && { timeout }),
    },
  });
  if (!isKey(credential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new Error("no passkey");
  const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response;
  return answerOf(credential, {
    authenticatorData: toText(authenticatorData),
    clientDataJSON: toText(clientDataJSON),
    signature: toText(signature),
    ...(userHandle && { userHandle: toText(userHandle) }),
  });
}

export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const { challenge, rp, user, pubKeyCredParams, authenticatorSelection, timeout } = options;
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64Url(challenge),
      rp,
      user: { ...user, id: fromBase64Url(user.id) },
      pubKeyCredParams,
      excludeCredentials: (options.excludeCredentials ?? []).map(described),
      attestation: "none",
      ...(authenticatorSelection && { authenticatorSelection }),
      ...(timeout !== undefined && { timeout }),
    },
  });
  if (!isKey(credential) || !(credential.response instanceof AuthenticatorAttestationResponse))
    throw new Error("no passkey");
  const { attestationObject, clientDataJSON } = credential.response;
  return answerOf(credential, {
    attestationObject: toText(attestationObject),
    clientDataJSON: toText(clientDataJSON),
    transports: credential.response.getTransports(),
  });
}

const isKey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential instanceof PublicKeyCredential;

const answerOf = (credential: PublicKeyCredential, response: object) => ({
  id: credential.id,
  rawId: credential.id,
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment,
  clientExtensionResults: credential.getClientExtensionResults(),
  response,
});

// Browsers ignore transports that they do not know, so all transports stored by the server are passed on.
const described = ({ id, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor => ({
  id: fromBase64Url(id),
  type: "public-key",
  ...(transports && { transports: transports as AuthenticatorTransport[] }),
});

const toText = (bytes: ArrayBuffer) => toBase64Url(new Uint8Array(bytes));
