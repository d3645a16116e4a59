import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { comesFromProxy } from "./checks/client-address.ts";

/** It goes back in the answer, and into every line of the log about the request. */
export const requestIdHeader = "X-Request-Id";

const usable = /^[\w.-]{1,64}$/;
const ids = new AsyncLocalStorage<string>();

/** The id that a trusted proxy gave the request, or a new one. Anybody else could write somebody's number into the log. */
export function requestIdOf(incoming: IncomingMessage, trusted: BlockList): string {
  const given = incoming.headers["x-request-id"];
  return typeof given === "string" && usable.test(given) && comesFromProxy(incoming, trusted) ? given : randomUUID();
}

/** Whatever happens for the request happens under its id. */
export const withRequestId = (id: string, work: () => void): void => ids.run(id, work);

/** The id of the request that this is done for; none where a job does it. */
export const currentRequestId = (): string | undefined => ids.getStore();
