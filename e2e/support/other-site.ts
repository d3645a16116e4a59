import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type OtherSite = AsyncDisposable & { url: string; port: number };

type OtherPage = { html: string; policy?: string };

/** A site of somebody else that has one page. */
export async function startOtherSite({ html, policy }: OtherPage): Promise<OtherSite> {
  const server = createServer((_, answer) => {
    if (policy) answer.setHeader("Content-Security-Policy", policy);
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(html);
  });
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    // By another name than the portal's: under the same one the browser would call it the same site.
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
