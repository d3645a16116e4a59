import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { comesFromProxy } from "./checks/client-address.ts";

/** The response and every log line about the request contain the id. */
export const requestIdHeader = "X-Request-Id";

const usable = /^[\w.-]{1,64}$/;
const ids = new AsyncLocalStorage<string>();

/**
 * The id that a trusted proxy gave the request, or a new one. Ids from anybody else are ignored: they could write
 * somebody's number into the log.
 */
export function requestIdOf(incoming: IncomingMessage, trusted: BlockList): string {
  const given = incoming.headers["x-request-id"];
  return typeof given === "string" && usable.test(given) && comesFromProxy(incoming, trusted) ? given : randomUUID();
}

/** Runs the work, and everything that it starts, under the id of the request. */
export const withRequestId = (id: string, work: () => void): void => ids.run(id, work);

/** The id of the request that is being answered; undefined in a job. */
export const currentRequestId = (): string | undefined => ids.getStore();
