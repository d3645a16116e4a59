import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No browser sends a second request on a connection before the first is answered; proxies send few. */
const mostAtOnce = 8;

const failure = new WeakMap<Socket, number>();

/** Counts what a connection has asked and not been told yet. One that asks for too much at once is cut off. */
export function exceedsPipelining({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const waiting = (failure.get(socket) ?? 0) + 1;
  failure.set(socket, waiting);
  // Of a request that was cut off, Node has forgotten the socket by then.
  outgoing.once("close", () => failure.set(socket, (failure.get(socket) ?? 1) - 1));
  if (waiting <= mostAtOnce) return false;
  socket.destroy();
  return true;
}
