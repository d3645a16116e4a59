import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { hopAddress, plainAddress } from "#limits/network-of.ts";

type Sent = { socket: Pick<IncomingMessage["socket"], "remoteAddress">; headers: IncomingMessage["headers"] };

/**
 * The socket's address, unless that is a trusted proxy; then the last address of X-Forwarded-For that is not one.
 * Everything left of it was written by the client and proves nothing.
 */
export function clientAddress({ socket, headers }: Sent, trusted: BlockList): string {
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

/** Two letters in a header of a trusted proxy; empty where none says it. "XX" is what proxies say where they do not know. */
export function clientCountry(sent: Sent, trusted: BlockList, header = ""): string {
  if (header === "" || !comesFromProxy(sent, trusted)) return "";
  const said = String(sent.headers[header.toLowerCase()] ?? "");
  return /^[A-Z]{2}$/.test(said) && said !== "XX" ? said : "";
}

/**
 * Whether a proxy stands in front of which nobody told us: behind it all visitors have one address. We never speak https ourselves,
 * so an https address means a proxy, and without TRUSTED_PROXIES none is believed.
 */
export const lacksTrustedProxy = (publicOrigin: string, trusted: BlockList): boolean =>
  publicOrigin.startsWith("https:") && trusted.rules.length === 0;

/** Whether what its headers say of the client is believed. */
export const comesFromProxy = ({ socket }: Sent, trusted: BlockList): boolean =>
  isTrusted(plainAddress(socket.remoteAddress ?? ""), trusted);

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}
