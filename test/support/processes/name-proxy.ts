import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "#core/web-address.ts";

/** Passes requests on with another Host, as the name of a site would bring them there: `fetch` sends no other than its address. */
async function startNameProxy(to: string, host: string): Promise<AsyncDisposable & { url: string }> {
  const { port } = new URL(to);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passedOn = request({ host: "127.0.0.1", port, method, path, headers: { ...headers, host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passedOn.on("error", () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Null if the site's own name leads to this machine. */
export async function startNameProxyFor({ PUBLIC_URL }: Record<string, string>, to: string) {
  const { host, hostname } = new URL(PUBLIC_URL ?? to);
  return isLoopback(hostname) ? null : startNameProxy(to, host);
}
