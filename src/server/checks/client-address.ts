import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { plainAddress } from "#limits/network-of.ts";

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
    const next = plainAddress(hops.pop()?.trim() ?? "");
    if (isIP(next) === 0) break;
    nearest = next;
  }
  return nearest;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}
