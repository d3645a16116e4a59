import { hash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { issueCredential, newNonce, offerCredential, takeOffer } from "#operations/holders/wallet.ts";
import type { Portal } from "#operations/portal/portal.ts";

const seconds = () => Math.floor(Date.now() / 1000);

/** What a wallet sends for an access token. */
export const formFor = ({ link, txCode }: { link: string; txCode: string }) => {
  const offer = new URL(link).searchParams.get("credential_offer") ?? "";
  const [, code = ""] = /"pre-authorized_code":"([^"]+)"/.exec(offer) ?? [];
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:pre-authorized_code",
    "pre-authorized_code": code,
    tx_code: txCode,
  };
};

export const requestWith = (...jwt: string[]) => ({ credential_configuration_id: "record", proofs: { jwt } });

/** A wallet with one key, made with `jose`, which shares no code with the program. */
export class TestWallet {
  readonly publicJwk;
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey, publicJwk: { x: string; y: string; kty: string; crv: string }) {
    this.#key = key;
    this.publicJwk = publicJwk;
  }

  static async make(): Promise<TestWallet> {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const { x = "", y = "", kty = "", crv = "" } = await exportJWK(publicKey);
    return new TestWallet(privateKey, { x, y, kty, crv });
  }

  sign(typ: string, payload: object, header: object = {}): Promise<string> {
    return new SignJWT({ ...payload })
      .setProtectedHeader({ alg: "ES256", typ, ...header })
      .sign(this.#key, { crit: { x: true } });
  }

  /** The proof that the wallet has its key. */
  proof(aud: string, nonce: string, { payload = {}, header = {} }: { payload?: object; header?: object } = {}) {
    const claims = { aud, nonce, iat: seconds(), ...payload };
    return this.sign("openid4vci-proof+jwt", claims, { jwk: this.publicJwk, ...header });
  }

  /** Shows some claims of a credential to a verifier. */
  async show(credential: string, names: readonly string[], claims: object): Promise<string> {
    const [token = "", ...disclosures] = credential.split("~").slice(0, -1);
    const shown = disclosures.filter((text) => {
      const [, name] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
      return names.includes(String(name));
    });
    const presented = [token, ...shown, ""].join("~");
    const proof = { iat: seconds(), sd_hash: hash("sha256", presented, "base64url"), ...claims };
    return presented + (await this.sign("kb+jwt", proof));
  }

  /** Takes an offer that the holder of an open page makes. */
  async takes(portal: Portal, opened: Parameters<typeof offerCredential>[1]): Promise<string> {
    const { access_token: token } = await takeOffer(portal, formFor(await offerCredential(portal, opened)));
    const proof = await this.proof(portal.publicOrigin, newNonce(portal).c_nonce);
    const { credentials } = await issueCredential(portal, token, requestWith(proof));
    return credentials[0]?.credential ?? "";
  }
}
