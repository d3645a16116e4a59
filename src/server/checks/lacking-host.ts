import type { IncomingMessage } from "node:http";
import { pathAndQueryOf } from "#core/web-address.ts";

/** What load balancers and service managers ask. Many ask by HTTP/1.0, or send no Host. */
export const healthAddresses: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/readyz/lookups"]);

/**
 * False if a request must be refused for its missing Host, as HTTP/1.1 demands. Questions about the health get a Host
 * instead, and are answered.
 */
export function acceptsHost(incoming: Pick<IncomingMessage, "url" | "headers" | "httpVersion">): boolean {
  const { url = "", headers, httpVersion } = incoming;
  if (headers.host !== undefined && headers.host !== "") return true;
  const [path = ""] = pathAndQueryOf(url).split("?", 1);
  if (!healthAddresses.has(path)) return headers.host !== undefined || httpVersion !== "1.1";
  headers.host = "localhost";
  return true;
}
