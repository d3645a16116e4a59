import { type BlockList, isIP } from "node:net";
import { plainAddress } from "#limits/network-of.ts";

/**
 * The socket's address, unless that is a trusted proxy; then the last address of X-Forwarded-For that is not one.
 * Everything left of it was written by the client and proves nothing.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, trusted: BlockList): string {
  if (!forwardedFor) return plainAddress(socketAddress);
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  let nearest = plainAddress(socketAddress);
  while (isTrusted(nearest, trusted)) {
    const next = plainAddress(hops.pop() ?? "");
    if (isIP(next) === 0) break;
    nearest = next;
  }
  return nearest;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}
