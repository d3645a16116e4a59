import { hash, randomBytes, verify } from "node:crypto";
import { clientAuthenticationAnonymous, type Jwk, setGlobalConfig, type SignJwtCallback } from "@openid4vc/oauth2";
import { Openid4vciClient } from "@openid4vc/openid4vci";
import { Openid4vpClient } from "@openid4vc/openid4vp";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import type { JWK } from "jose";
import type { TestWallet } from "./wallet.ts";

setGlobalConfig({ allowInsecureUrls: true });

/** Brings requests to the address at which a test runs the site. */
type AtSite = typeof fetch;
export const fetchAt =
  (origin: string, url: string): AtSite =>
  (input, init) =>
    fetch((input instanceof Request ? input.url : input.toString()).replace(origin, url), init);

/** A wallet of other authors: their libraries ask, and the keys of `wallet` sign. */
function callbacksOf(wallet: TestWallet, atSite: AtSite) {
  const signJwt: SignJwtCallback = async (_, { header: { typ = "", ...header }, payload }) => ({
    jwt: await wallet.sign(typ, payload, header),
    signerJwk: wallet.publicJwk,
  });
  return {
    fetch: atSite,
    hash: (data: Uint8Array) => hash("sha256", data, "buffer"),
    generateRandom: (length: number) => randomBytes(length),
    clientAuthentication: clientAuthenticationAnonymous(),
    signJwt,
  };
}

type Offer = { link: string; txCode?: string | undefined };

/** Takes an offer. */
export async function takeAsOthers(wallet: TestWallet, atSite: AtSite, { link, txCode }: Offer): Promise<string> {
  const client = new Openid4vciClient({ callbacks: callbacksOf(wallet, atSite) });
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    ...(txCode !== undefined && { txCode }),
  });
  const [credentialConfigurationId = ""] = credentialOffer.credential_configuration_ids;
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const publicJwk: Jwk = wallet.publicJwk;
  const { jwt } = await client.createCredentialRequestJwtProof({
    issuerMetadata,
    credentialConfigurationId,
    nonce,
    issuedAt: new Date(),
    signer: { method: "jwk", publicJwk, alg: "ES256" },
  });
  const { credentialResponse } = await client.retrieveCredentials({
    issuerMetadata,
    credentialConfigurationId,
    accessToken: accessTokenResponse.access_token,
    proofs: { jwt: [jwt] },
  });
  const [first] = credentialResponse.credentials ?? [];
  return typeof first === "object" ? String(first["credential"]) : "";
}

/** Shows name and number of a copy to whoever asks with this link. Returns what was sent, and the status of the answer. */
export async function showAsOthers(wallet: TestWallet, atSite: AtSite, copy: string, link: string) {
  const client = new Openid4vpClient({
    callbacks: { ...callbacksOf(wallet, atSite), verifyJwt: noJwt, decryptJwe: noJwt, encryptJwe: noJwt },
  });
  const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link });
  const { authorizationRequestPayload: asked } = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: params,
  });
  const { nonce, client_id: aud = "" } = asked;
  const presentation = await wallet.show(copy, ["name", "passport_number"], { aud, nonce });
  const send = async (shown: string) => {
    const { authorizationResponsePayload } = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: asked,
      authorizationResponsePayload: { vp_token: { record: [shown] } },
    });
    const { response } = await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: { response_uri: String(asked["response_uri"]) },
      authorizationResponsePayload,
    });
    return response.status;
  };
  return { presentation, nonce, aud, send };
}

const noJwt = () => {
  throw new Error("nothing is encrypted, and the question is not signed");
};

const isSigned = (jwk: JWK, data: string, signature: string): boolean =>
  verify(
    "sha256",
    Buffer.from(data),
    { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );

/** A verifier of other authors, with the keys and the status list that a site publishes. */
export async function verifierAt(atSite: AtSite, origin: string) {
  const { jwks } = (await (await atSite(`${origin}/.well-known/jwt-vc-issuer`)).json()) as { jwks: { keys: JWK[] } };
  const [key = {}] = jwks.keys;
  return new SDJwtVcInstance({
    hashAlg: "sha-256",
    hasher: (data) => hash("sha256", typeof data === "string" ? data : Buffer.from(data), "buffer"),
    verifier: (data, signature) => isSigned(key, data, signature),
    kbVerifier: (data, signature, { cnf }) => isSigned((cnf as { jwk: JWK }).jwk, data, signature),
    statusListFetcher: async (uri) => (await atSite(uri)).text(),
  });
}
