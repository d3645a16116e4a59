import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No browser sends a second request on a connection before the first is answered; proxies send few. */
const mostRequestsAtOnce = 8;

const openRequests = new WeakMap<Socket, number>();

/** Counts the unanswered requests of a connection, and closes one that pipelines too many. */
export function exceedsPipelining({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const open = (openRequests.get(socket) ?? 0) + 1;
  openRequests.set(socket, open);
  // By then Node has forgotten the socket of a request that was cut off.
  outgoing.once("close", () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
  if (open <= mostRequestsAtOnce) return false;
  socket.destroy();
  return true;
}

/**
 * Closes the connection of a client that reads no more of an answer, which would stay in memory as long. Node closes it when the time
 * is over in which not a byte left, so a slow line is no stall. A time for every connection would cost every lookup; few have to wait.
 */
export function closeStalled(server: Server, stalledMs = 15_000): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of sockets)
      if (socket.writableLength > 0 && socket.timeout !== stalledMs) socket.setTimeout(stalledMs);
  }, stalledMs / 3);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** A form is short: all of it has to arrive within one interval. An upload may take long, but it has to bring bytes in each. */
const bodyIntervalMs = 15_000;
const leastBytesInInterval = 15_000;

const uploads = new WeakSet<IncomingMessage>();

/** Only the route decides what is an upload, and it is found after the timeout has begun. */
export const expectUpload = (incoming: IncomingMessage): void => void uploads.add(incoming);

/** Closes the connection of a client that does not send the body it announced. */
export function enforceBodyTimeout(incoming: IncomingMessage): void {
  if (!announcesBody(incoming)) return;
  const { socket } = incoming;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const isSlow = !uploads.has(incoming) || socket.bytesRead - bytesBefore < leastBytesInInterval;
    bytesBefore = socket.bytesRead;
    if (incoming.complete || socket.destroyed) clearInterval(timer);
    else if (isSlow) socket.destroy();
  }, bodyIntervalMs);
  const stop = () => {
    clearInterval(timer);
    // The connection lives on and carries further requests.
    socket.off("close", stop);
  };
  incoming.once("close", stop);
  // If the response ends before the body, only the socket reports the end.
  socket.once("close", stop);
}

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
