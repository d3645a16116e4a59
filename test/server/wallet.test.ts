import { hash, randomBytes, verify } from "node:crypto";
import { clientAuthenticationAnonymous, type Jwk, setGlobalConfig, type SignJwtCallback } from "@openid4vc/oauth2";
import { Openid4vciClient } from "@openid4vc/openid4vci";
import { Openid4vpClient } from "@openid4vc/openid4vp";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import type { JWK } from "jose";
import { expect, test } from "vitest";
import { offerCredential } from "#operations/holders/wallet.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin } from "../support/accounts/people.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { holderOf } from "../support/holders.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";
import { formFor, TestWallet } from "../support/wallet.ts";

const { portal, url } = await startSite();
const origin = portal.publicOrigin;
setGlobalConfig({ allowInsecureUrls: true });

const atSite: typeof fetch = (input, init) =>
  fetch((input instanceof Request ? input.url : input.toString()).replace(origin, url), init);

const isSigned = (jwk: JWK, data: string, signature: string): boolean =>
  verify(
    "sha256",
    Buffer.from(data),
    { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );

function callbacksOf(wallet: TestWallet) {
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

/** Takes the offer as the library does. */
async function taken(wallet: TestWallet, { link, txCode }: { link: string; txCode: string }): Promise<string> {
  const client = new Openid4vciClient({ callbacks: callbacksOf(wallet) });
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    txCode,
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

test("libraries of other authors take a copy into a wallet, check who holds it, and show it to a visitor", async () => {
  const record = await addTestRecord(portal, admin);
  const { opened } = await holderOf(portal, record);
  const wallet = await TestWallet.make();
  const credential = await taken(wallet, await offerCredential(portal, opened));

  const visitor = new PlainBrowser(url);
  await visitor.opens("/check/wallet");
  await visitor.presses("Ask a wallet");
  await visitor.presses("Show the answer");
  expect(visitor.words).toContain("No wallet has answered yet.");
  const link = /href="(openid4vp:[^"]+)"/.exec(visitor.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const client = new Openid4vpClient({
    callbacks: { ...callbacksOf(wallet), verifyJwt: noJwt, decryptJwe: noJwt, encryptJwe: noJwt },
  });
  const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link });
  const { authorizationRequestPayload: asked } = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: params,
  });
  const { nonce, client_id: aud = "" } = asked;
  const presentation = await wallet.show(credential, ["name", "passport_number"], { aud, nonce });

  const { jwks } = (await (await atSite(`${origin}/.well-known/jwt-vc-issuer`)).json()) as { jwks: { keys: JWK[] } };
  const [key = {}] = jwks.keys;
  const verifier = new SDJwtVcInstance({
    hashAlg: "sha-256",
    hasher: (data) => hash("sha256", typeof data === "string" ? data : Buffer.from(data), "buffer"),
    verifier: (data, signature) => isSigned(key, data, signature),
    kbVerifier: (data, signature, { cnf }) => isSigned((cnf as { jwk: JWK }).jwk, data, signature),
    statusListFetcher: async (uri) => (await atSite(uri)).text(),
  });
  const { payload, kb } = await verifier.verify(presentation, { keyBindingNonce: nonce });
  expect(payload).toMatchObject({ name: record.name, passport_number: record.passportNumber });
  expect(payload).not.toHaveProperty("nationality");
  expect(kb?.payload).toMatchObject({ aud, nonce });

  const { authorizationResponsePayload } = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: asked,
    authorizationResponsePayload: { vp_token: { record: [presentation] } },
  });
  const { response } = await client.submitOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: { response_uri: String(asked["response_uri"]) },
    authorizationResponsePayload,
  });
  expect(response.status).toBe(200);
  await visitor.presses("Show the answer");
  expect(visitor.words).toContain("A wallet holds this copy, and showed it just now");
  expect(visitor.words).toContain(record.name);
  await hideRecord(portal, admin, { id: record.id });
  await expect(verifier.verify(presentation, { keyBindingNonce: nonce })).rejects.toThrow(/status/i);
});

const noJwt = () => {
  throw new Error("nothing is encrypted, and the question is not signed");
};

test("errors are those of OAuth and OpenID4VCI", async () => {
  const token = await atSite(`${origin}/wallet/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "x" }),
  });
  expect([token.status, await token.json()]).toEqual([400, { error: "unsupported_grant_type" }]);
  const { opened } = await holderOf(portal, await addTestRecord(portal, admin));
  const { tx_code: txCode, ...offer } = formFor(await offerCredential(portal, opened));
  for (const [sent, answer] of [
    [offer, { error: "invalid_request", error_description: "tx_code is missing" }],
    [
      { ...offer, tx_code: `${txCode}0` },
      { error: "invalid_grant", error_description: "tx_code is wrong" },
    ],
    [{ ...offer, "pre-authorized_code": "x", tx_code: txCode }, { error: "invalid_grant" }],
  ] as const) {
    const body = new URLSearchParams(sent);
    const refused = await atSite(`${origin}/wallet/token`, { method: "POST", body });
    expect([refused.status, await refused.json()]).toMatchObject([400, answer]);
  }
  const json = {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer x" },
    body: "{}",
  };
  const credential = await atSite(`${origin}/wallet/credential`, json);
  expect([credential.status, await credential.json()]).toEqual([401, { error: "invalid_token" }]);
  const wrong = await atSite(`${origin}/wallet/token`, json);
  expect([wrong.status, await wrong.json()]).toMatchObject([415, { error: "invalid_request" }]);
  const large = await atSite(`${origin}/wallet/presentation`, {
    method: "POST",
    body: new URLSearchParams({ vp_token: "x".repeat(70_000) }),
  });
  expect(large.status).toBe(413);
});
