import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What becomes of the service worker's file on its way; null lets it through. */
type Tampering = { status: number; rewrite: (script: string) => string } | null;

export type Between = AsyncDisposable & { url: string; tamper: (tampering: Tampering) => void };

/** A proxy before a portal, by which the service worker's file can be made to change or to vanish. */
export async function startBetween(portal: string): Promise<Between> {
  let tampering: Tampering = null;

  async function passOn(answer: IncomingMessage, outgoing: ServerResponse, isWorker: boolean): Promise<void> {
    if (tampering && isWorker) {
      const script = tampering.rewrite(await text(answer));
      outgoing.writeHead(tampering.status, { "Content-Type": "text/javascript" }).end(script);
    } else {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }
  }

  const server = createServer((incoming, outgoing) => {
    const { "if-none-match": _, ...headers } = incoming.headers;
    const path = incoming.url ?? "/";
    const asked = request(`${portal}${path}`, { method: incoming.method, headers });
    asked.once("response", (answer) => void passOn(answer, outgoing, path.startsWith("/sw.js")));
    incoming.pipe(asked);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    tamper: (now) => void (tampering = now),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
