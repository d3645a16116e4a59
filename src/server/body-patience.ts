import type { IncomingMessage } from "node:http";

/** A form is short: it has to be here whole within this time. */
const formPatienceMs = 15_000;

/** A scan may be long in coming on a slow line, but it keeps coming: this many bytes in each stretch of time. */
const stretchMs = 15_000;
const leastBytesInStretch = 15_000;

/** Cuts off a client that holds a connection without sending what it announced. */
export function cutWhenTooSlow(incoming: IncomingMessage, isUpload: boolean): void {
  if (!announcesBody(incoming)) return;
  let heard = bytesHeard(incoming);
  const timer = setInterval(
    () => {
      const now = bytesHeard(incoming);
      const isSlow = !isUpload || now - heard < leastBytesInStretch;
      heard = now;
      if (incoming.complete || incoming.socket.destroyed) clearInterval(timer);
      else if (isSlow) incoming.socket.destroy();
    },
    isUpload ? stretchMs : formPatienceMs,
  );
  // An answer may be out before the body is in; then only the socket tells of the end.
  const { socket } = incoming;
  const stop = () => {
    clearInterval(timer);
    // A connection lives on, and many requests come on it.
    socket.off("close", stop);
  };
  incoming.once("close", stop);
  socket.once("close", stop);
}

export const announcesBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const bytesHeard = ({ socket }: IncomingMessage) => socket.bytesRead;
