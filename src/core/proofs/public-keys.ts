/** `statement` signs what is published (ES256); `log` signs checkpoints of the public log (Ed25519). */

export type KeyPurpose = "statement" | "log";

/** RFC 7517. The `kid` is the thumbprint of RFC 7638. */
export type PublicJwk = { kid: string; use: "sig" } & (
  | { kty: "EC"; crv: "P-256"; x: string; y: string; alg: "ES256" }
  | { kty: "OKP"; crv: "Ed25519"; x: string; alg: "EdDSA" }
);

/** What a checkpoint says: of which log, after how many leaves, with which root (base64). */
export type CheckpointBody = { origin: string; size: number; root: string };

/** As it stands in our key set. Times are seconds since 1970, as in JSON Web Tokens. */
export type PublishedKey = PublicJwk & {
  iat: number;
  /** From when on nothing new was signed with it. */
  exp?: number;
};

/**
 * A stolen key. What one of statements signed holds only where the log had it before: in the first leaves of one of these trees, of which
 * the newest stands first, and behind it the last known checkpoints of those that it goes on from. What one of the log signed holds up to
 * these checkpoints.
 */
export type RevokedKey = PublishedKey & { revoked: { revoked_at: number; after: readonly CheckpointBody[] } };

export type KnownKey = PublishedKey & Partial<Pick<RevokedKey, "revoked">>;

/**
 * RFC 7517 lets a set have members of its own. Stolen keys are not among `keys`: who does not know what `revoked_keys` are, believes
 * nothing that was signed with them.
 */
export type PublicKeySet = { keys: readonly PublishedKey[]; revoked_keys: readonly RevokedKey[] };
