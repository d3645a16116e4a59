import type { KeyPurpose } from "#core/proofs/public-keys.ts";

export type ProofTables = {
  signing_key: {
    /** The thumbprint of the public half: `kid` in what it signs. */
    id: string;
    registry: string;
    purpose: KeyPurpose;
    /** Purpose and registry while it is the one that signs new things; null afterwards. */
    signs_for: string | null;
    /** As JSON. It stays for good. */
    public_jwk: string;
    made_at: number;
    retired_at: number | null;
    /** When somebody said that it was stolen, and the checkpoint that what it signed has to be older than, as JSON. */
    revoked_at: number | null;
    revoked_after: string | null;
    /** The private half; null once nothing is signed with it any more. */
    key_set: string | null;
    wrapped_key: Uint8Array | null;
    sealed: Uint8Array | null;
  };
};
