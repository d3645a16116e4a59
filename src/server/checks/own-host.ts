import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import { isPortalError, PortalError } from "#core/errors.ts";
import { hourMs, minuteMs } from "#core/durations.ts";
import { isLoopback, pathAndQueryOf } from "#core/web-address.ts";

/** Load balancers, service managers and collectors ask these by any name, by HTTP/1.0 or without Host. No cookie opens anything there. */
const withAnyHost: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/readyz/lookups", "/metrics"]);

const hostForm = /^(?:\[[\da-f:.]+\]|[^\s[\]/?#@:\\%]+)(?::\d{0,5})?$/i;

/** Null if the text is no host with or without a port. The port, case and a trailing dot make no difference. */
function hostName(host: string): string | null {
  if (!hostForm.test(host)) return null;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "") ?? null;
}

type Requested = Pick<IncomingMessage, "url" | "headers">;

/** The hosts that a request names: its Host, and that of an address that was sent whole. Null for one that is unclear. */
function hostsOf({ url = "", headers }: Requested): (string | null)[] {
  const [, inAddress] = /^https?:\/\/([^/?#\\]*)/i.exec(url) ?? [];
  return [headers.host ?? "", ...(inAddress === undefined ? [] : [inAddress])].map(hostName);
}

/**
 * Refuses requests for names of others: a page of another site could otherwise point its own name at this machine and
 * read our answers in the browsers of its visitors (DNS rebinding). An IP address cannot be pointed elsewhere.
 * X-Forwarded-Host is never read: such a page may send it.
 *
 * Without a public address, the site is being set up, perhaps through a tunnel: the machine's own names and all IP addresses
 * pass. Otherwise the public address passes, and those that the site had before.
 */
export function ownHostCheck(publicOrigin: string, readFormerOrigins: () => Promise<readonly string[]>) {
  const own = new URL(publicOrigin).hostname;
  const isLocal = isLoopback(own);
  const isOwn = (name: string) =>
    name === own || (isLocal && (isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) > 0));
  let lastOwn: string | null = null;
  let lastRead: { at: number; names: readonly string[] } | null = null;
  let reading: Promise<readonly string[]> | null = null;

  async function readFormer(): Promise<readonly string[]> {
    const names = (await readFormerOrigins()).map((origin) => new URL(origin).hostname);
    lastRead = { at: performance.now(), names };
    return names;
  }

  /**
   * Reads them at most once a minute: whoever sends wrong names does not reach the database. If they cannot be read, those
   * that were read last count. Throws if there are none.
   */
  async function formerNames(): Promise<readonly string[]> {
    if (lastRead && performance.now() - lastRead.at <= minuteMs) return lastRead.names;
    reading ??= readFormer().finally(() => (reading = null));
    return reading.catch((error: unknown) => {
      if (lastRead) return lastRead.names;
      throw error;
    });
  }

  /**
   * Returns an error, or null if the request may be answered. A promise only for names that are not the site's own; it
   * fails while nobody knows the former ones.
   */
  return (incoming: Requested): PortalError | null | Promise<PortalError | null> => {
    const { url = "", headers } = incoming;
    // Nearly every request has the same Host as the one before it.
    if (headers.host === lastOwn && url.startsWith("/")) return null;
    const [path = ""] = pathAndQueryOf(url).split("?", 1);
    if (withAnyHost.has(path)) {
      // Routes need one.
      if (headers.host === undefined || headers.host === "") headers.host = "localhost";
      return null;
    }
    const names = hostsOf(incoming);
    if (names.every((name) => name !== null && isOwn(name))) {
      lastOwn = headers.host ?? null;
      return null;
    }
    if (names.includes(null)) return new PortalError("unclear-address");
    const others = names.filter((name) => name !== null && !isOwn(name));
    return formerNames().then((former) =>
      others.every((name) => former.includes(name ?? "")) ? null : new PortalError("wrong-host"),
    );
  };
}

const advice =
  "Requests were refused, because their Host is not the address of PUBLIC_URL. If visitors use another address, set PUBLIC_URL. A proxy must pass Host on";

/** Warns of names of others, at most once an hour, with the count since. Robots also send what is no name at all. */
export function hostWarning(warn: (facts: { requests: number }, advice: string) => void): (refused: unknown) => void {
  let warnedAt = -hourMs;
  let requests = 0;
  return (refused) => {
    if (!isPortalError(refused) || refused.id !== "wrong-host") return;
    requests += 1;
    const now = performance.now();
    if (now - warnedAt < hourMs) return;
    warn({ requests }, advice);
    warnedAt = now;
    requests = 0;
  };
}
