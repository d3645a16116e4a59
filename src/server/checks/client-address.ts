import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { hopAddress, plainAddress } from "#limits/network-of.ts";

export type IncomingHead = {
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
  headers: IncomingMessage["headers"];
};

/**
 * The socket's address. If that is a trusted proxy: the last address of X-Forwarded-For that is not one. Addresses to
 * the left of it were written by the client and prove nothing.
 */
export function clientAddress({ socket, headers }: IncomingHead, trusted: BlockList): string {
  const forwardedFor = headers["x-forwarded-for"];
  let nearest = plainAddress(socket.remoteAddress ?? "");
  // Node joins repeated headers with commas.
  const hops = forwardedFor === undefined ? [] : String(forwardedFor).split(",");
  while (hops.length > 0 && isTrusted(nearest, trusted)) {
    const next = hopAddress(hops.pop() ?? "");
    if (next === null) break;
    nearest = next;
  }
  return nearest;
}

/**
 * Two letters from a header of a trusted proxy; empty if no trusted proxy sends it. Proxies send "XX" if they do not
 * know the country.
 */
export function clientCountry(sent: IncomingHead, trusted: BlockList, header = ""): string {
  if (header === "" || !comesFromProxy(sent, trusted)) return "";
  const said = String(sent.headers[header.toLowerCase()] ?? "");
  return /^[A-Z]{2}$/.test(said) && said !== "XX" ? said : "";
}

/**
 * True if the site is behind a proxy and TRUSTED_PROXIES is empty: all visitors then have one address. This program
 * never serves https itself, so an https address means that there is a proxy.
 */
export const lacksTrustedProxy = (publicOrigin: string, trusted: BlockList): boolean =>
  publicOrigin.startsWith("https:") && trusted.rules.length === 0;

/** True if the request comes from a trusted proxy, so that its headers about the client are believed. */
export const comesFromProxy = ({ socket }: IncomingHead, trusted: BlockList): boolean =>
  isTrusted(plainAddress(socket.remoteAddress ?? ""), trusted);

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}
