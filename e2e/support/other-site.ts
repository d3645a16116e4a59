import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type OtherSite = AsyncDisposable & { port: number };

/** A site of somebody else. */
export async function serve(answer: RequestListener): Promise<OtherSite> {
  const server = createServer(answer);
  await once(server.listen(0), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
