/** A `statement` key signs what is published (ES256). A `log` key signs checkpoints of the public log (Ed25519). */

export type KeyPurpose = "statement" | "log";

/** A key as in RFC 7517. The `kid` is the thumbprint of RFC 7638. */
export type PublicJwk = { kid: string; use: "sig" } & (
  | { kty: "EC"; crv: "P-256"; x: string; y: string; alg: "ES256" }
  | { kty: "OKP"; crv: "Ed25519"; x: string; alg: "EdDSA" }
);

/** The content of a checkpoint: the log, the number of its leaves, and the root hash (base64). */
export type CheckpointBody = { origin: string; size: number; root: string };

/** A key as our key set publishes it. Times are seconds since 1970, as in JSON Web Tokens. */
export type PublishedKey = PublicJwk & {
  iat: number;
  /** From this time on, the key signed nothing new. */
  exp?: number;
};

/**
 * A stolen key. `after` contains the newest tree first, then the last known checkpoints of the trees that it continues.
 *
 * A signature of a stolen statement key counts only if the log had the statement before: within the first leaves of one of
 * these trees. A signature of a stolen log key counts only up to these checkpoints.
 */
export type RevokedKey = PublishedKey & { revoked: { revoked_at: number; after: readonly CheckpointBody[] } };

export type KnownKey = PublishedKey & Partial<Pick<RevokedKey, "revoked">>;

/**
 * RFC 7517 allows additional members in a key set. Stolen keys are not among `keys`, so a client that does not understand
 * `revoked_keys` trusts nothing that they signed.
 */
export type PublicKeySet = { keys: readonly PublishedKey[]; revoked_keys: readonly RevokedKey[] };
