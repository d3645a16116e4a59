import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers send no second request on a connection before the first is answered; proxies send few. */
const maxRequestsAtOnce = 8;

const openRequests = new WeakMap<Socket, { count: number }>();

/**
 * Counts the unanswered requests of a connection, and closes the connection if it pipelines too many. Returns true if
 * the connection is closed.
 */
export function exceedsPipelining({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const open = openRequests.getOrInsertComputed(socket, () => ({ count: 0 }));
  open.count += 1;
  // A response is closed only once. To register that with `once` costs every lookup two microseconds.
  outgoing.on("close", () => (open.count -= 1));
  if (open.count <= maxRequestsAtOnce) return false;
  socket.destroy();
  return true;
}

/**
 * Closes the connection of a client that stops reading a response, which would otherwise stay in memory. Node closes it
 * if no byte was sent for `stalledMs`, so a slow line is not a stall. A timeout on every connection would make every
 * lookup slower, and few connections have to wait. So only those get one.
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

/**
 * A form is short: all of it must arrive within one interval. An upload may take long, but must send bytes in every
 * interval.
 */
const bodyIntervalMs = 15_000;
const minBytesInInterval = 15_000;

const uploads = new WeakMap<IncomingMessage, MayGoOn>();

type MayGoOn = () => Promise<boolean>;

/**
 * Marks a request as an upload, which ends once `mayGoOn` returns false. Only the route decides this, and it is found after the
 * timeout has begun.
 */
export const expectUpload = (incoming: IncomingMessage, mayGoOn: MayGoOn): void => void uploads.set(incoming, mayGoOn);

/** Closes the connection of a client that does not send the body it announced. */
export function enforceBodyTimeout(incoming: IncomingMessage): void {
  if (!announcesBody(incoming)) return;
  const { socket } = incoming;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const mayGoOn = uploads.get(incoming);
    const isSlow = socket.bytesRead - bytesBefore < minBytesInInterval;
    bytesBefore = socket.bytesRead;
    if (incoming.complete || socket.destroyed) clearInterval(timer);
    else if (!mayGoOn || isSlow) socket.destroy();
    // A database that is away for a moment ends no upload.
    else
      mayGoOn().then(
        (may) => may || incoming.complete || socket.destroy(),
        () => undefined,
      );
  }, bodyIntervalMs);
  const stop = () => {
    clearInterval(timer);
    // The connection stays open and carries further requests.
    socket.off("close", stop);
  };
  incoming.once("close", stop);
  // If the response ends before the body, only the socket reports the end.
  socket.once("close", stop);
}

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
