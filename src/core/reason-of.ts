import { codeOf, isPortalError } from "./errors.ts";

/** What codes of Node, OpenSSL and PostgreSQL mean, in words that end a sentence of ours. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "this user has no right to it",
  EPERM: "this user has no right to it",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of the path is a file",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota of this user is used up",
  EROFS: "it can only be read here; a service of systemd writes only where ReadWritePaths= of its unit allows it",
  EIO: "the disk reports errors",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the other side closed the connection",
  EHOSTUNREACH: "there is no way there from here",
  ENETUNREACH: "there is no way there from here",
  ENOTFOUND: "no host has this name",
  EAI_AGAIN: "the name cannot be looked up now",
  EADDRNOTAVAIL: "this machine does not have that address",
  ETIMEDOUT: "no answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "this machine does not trust the authority of its certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "this machine does not trust the authority of its certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "this machine does not trust the authority of its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "this machine does not trust the authority of its certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** Undefined for a code that has no words here. */
export function meaningOf(error: unknown): string | undefined {
  // Nodemailer has codes of its own, and Node's beside them.
  const original = error instanceof Error && "originalCode" in error ? String(error.originalCode) : "";
  return meanings[original] ?? meanings[codeOf(error) ?? ""];
}

/** Why something failed: for the operator's terminal, never for a visitor. */
export function reasonOf(error: unknown): string {
  const reason = isPortalError(error) && error.cause !== undefined ? error.cause : error;
  // Node tries several addresses of a name, and reports the failure of each.
  if (reason instanceof AggregateError) return [...new Set(reason.errors.map(reasonOf))].join("; ");
  if (reason instanceof Error && reason.message === "fetch failed") return reasonOf(reason.cause);
  const meaning = meaningOf(reason);
  if (meaning !== undefined) return meaning + placeIn(reason);
  return reason instanceof Error ? reason.message : String(reason);
}

/** What Node says of the place: a path, a name, or an address with its port. */
function placeIn(error: unknown): string {
  const { path, hostname, address, port } = error as Readonly<Record<string, string | number | undefined>>;
  const place = path ?? hostname ?? (address !== undefined && port !== undefined ? `${address}:${port}` : undefined);
  return place === undefined ? "" : ` (${place})`;
}
