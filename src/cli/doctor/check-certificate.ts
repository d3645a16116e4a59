import { connect, type DetailedPeerCertificate } from "node:tls";
import { once } from "node:events";
import { isIP } from "node:net";
import { dayMs } from "#core/durations.ts";
import { counted } from "#core/counted.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Checks the name, the chain and the end of the certificate that visitors get. */
export async function checkCertificate({ config: { PUBLIC_URL } }: SiteParts): Promise<Finding> {
  const seen = await seenCertificate(PUBLIC_URL);
  return seen ? judged(seen) : ok(`PUBLIC_URL is ${PUBLIC_URL}, so there is no certificate to check.`);
}

/** When the certificate ends, in milliseconds: 0 if browsers refuse it, null without TLS. */
export async function certificateEnd(publicUrl: string, stop: AbortSignal): Promise<number | null> {
  const seen = await seenCertificate(publicUrl, stop);
  if (seen === null) return null;
  return seen.refused === null ? Date.parse(seen.certificate.valid_to) : 0;
}

const timeLimitMs = 8000;

type Seen = { certificate: DetailedPeerCertificate; refused: Error | string | null };

/** Null without TLS. */
async function seenCertificate(publicUrl: string, stop?: AbortSignal): Promise<Seen | null> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return null;
  const host = hostname.replaceAll(/[[\]]/g, "");
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Accepts every certificate first: the operator needs to know why a browser refuses it.
  const socket = connect({ host, port: Number(port) || 443, ...name, rejectUnauthorized: false });
  // A limit for the whole: a socket's own timeout begins anew with each byte.
  const late = setTimeout(() => socket.destroy(new Error("no answer in time")), timeLimitMs);
  try {
    await once(socket, "secureConnect", { signal: stop });
    return { certificate: socket.getPeerCertificate(true), refused: socket.authorizationError };
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

function judged({ certificate: { valid_to, issuer }, refused }: Seen): Finding {
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / dayMs);
  const end = new Date(valid_to).toISOString().slice(0, 10);
  const ends = days < 0 ? `ended on ${end}` : `ends on ${end}, in ${counted(days, "day")}`;
  const found = `The certificate is from ${[issuer.O ?? issuer.CN].flat().join(" ")} and ${ends}.`;
  const why = refused instanceof Error ? refused.message : refused;
  if (why !== null)
    return wrong(
      `Browsers refuse it (${why}). ${found}`,
      "Renew the certificate for this name, and let the proxy send the complete chain.",
    );
  const renew = "Check that it is renewed automatically.";
  if (days < 7) return wrong(found, renew);
  return days < 21 ? warning(found, renew) : ok(found);
}
