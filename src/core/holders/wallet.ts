import { z } from "zod";
import { statementType } from "#verify/saved-statement.ts";

/** The names that OpenID4VCI 1.0 and this site use for what a wallet gets and how it asks. */
export const credentialId = "record";
export const preAuthorizedCode = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
const paths = {
  token: "/wallet/token",
  nonce: "/wallet/nonce",
  credential: "/wallet/credential",
  presentation: "/wallet/presentation",
};

/** Why a wallet gets nothing, in the words of OAuth and OpenID4VCI. */
export type RefusalCode =
  | "invalid_request"
  | "unsupported_grant_type"
  | "invalid_grant"
  | "invalid_token"
  | "invalid_credential_request"
  | "unknown_credential_configuration"
  | "invalid_proof"
  | "invalid_nonce"
  | "credential_request_denied";

export class WalletRefusal extends Error {
  override readonly name = "WalletRefusal";
  readonly code: RefusalCode;
  /** For the developers of wallets. */
  readonly description: string | undefined;

  constructor(code: RefusalCode, description?: string) {
    super(description ?? code);
    this.code = code;
    this.description = description;
  }
}

const requestSchema = z.object({ credential_configuration_id: z.string(), proofs: z.unknown().optional() });
const proofsSchema = z.object({ jwt: z.tuple([z.string().max(8000)]) });

/** Returns the only proof of a request for a credential. */
export function proofIn(request: unknown): string {
  const { data } = requestSchema.safeParse(request);
  if (!data) throw new WalletRefusal("invalid_credential_request");
  if (data.credential_configuration_id !== credentialId) throw new WalletRefusal("unknown_credential_configuration");
  const proofs = proofsSchema.safeParse(data.proofs);
  if (!proofs.data) throw new WalletRefusal("invalid_proof");
  return proofs.data.jwt[0];
}

/** By these names a wallet shows a claim. */
export type ClaimNames = { id: string; names: readonly { locale: string; name: string }[] };

/** What a wallet reads before it asks. */
export const issuerMetadata = (issuer: string, operator: string, claims: readonly ClaimNames[]) => ({
  credential_issuer: issuer,
  credential_endpoint: issuer + paths.credential,
  nonce_endpoint: issuer + paths.nonce,
  display: [{ name: operator }],
  credential_configurations_supported: {
    [credentialId]: {
      format: "dc+sd-jwt",
      vct: statementType,
      cryptographic_binding_methods_supported: ["jwk"],
      credential_signing_alg_values_supported: ["ES256"],
      proof_types_supported: { jwt: { proof_signing_alg_values_supported: ["ES256"] } },
      credential_metadata: {
        display: [{ name: operator }],
        claims: claims.map(({ id, names }) => ({ path: [id], display: names })),
      },
    },
  },
});

export const tokenMetadata = (issuer: string) => ({
  issuer,
  token_endpoint: issuer + paths.token,
  grant_types_supported: [preAuthorizedCode],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ["none"],
  "pre-authorized_grant_anonymous_access_supported": true,
});

/** By this name a wallet knows who asks (OpenID4VP 1.0): the answer can go nowhere else. */
export const verifierName = (origin: string): string => `redirect_uri:${origin}${paths.presentation}`;

type Question = { nonce: string; state: string };

/** The link, also as a QR code, with which a wallet is asked to show its copy: only the name and the passport number. */
export function questionLink(origin: string, { nonce, state }: Question): string {
  const meta = { vct_values: [statementType] };
  const claims = [{ path: ["name"] }, { path: ["passport_number"] }];
  const algorithms = { "sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"] };
  const asked = {
    response_type: "vp_token",
    client_id: verifierName(origin),
    response_mode: "direct_post",
    response_uri: origin + paths.presentation,
    nonce,
    state,
    dcql_query: JSON.stringify({ credentials: [{ id: credentialId, format: "dc+sd-jwt", meta, claims }] }),
    client_metadata: JSON.stringify({ vp_formats_supported: { "dc+sd-jwt": algorithms } }),
  };
  return `openid4vp://?${new URLSearchParams(asked).toString()}`;
}

/** So many digits has the code that the holder types into the wallet. */
export const txCodeLength = 6;

/** The link, also as a QR code, with which a wallet takes an offer. It asks its user for the transaction code first. */
export function offerLink(issuer: string, code: string): string {
  const offer = {
    credential_issuer: issuer,
    credential_configuration_ids: [credentialId],
    grants: {
      [preAuthorizedCode]: {
        "pre-authorized_code": code,
        tx_code: { input_mode: "numeric", length: txCodeLength },
      },
    },
  };
  return `openid-credential-offer://?${new URLSearchParams({ credential_offer: JSON.stringify(offer) }).toString()}`;
}
