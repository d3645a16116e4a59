import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type Served = AsyncDisposable & { port: number; url: string };

/** A plain `node:http` server on a free port. */
export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
