import { createServer, type RequestListener } from "node:http";

/** Bare `node:http` on a free port of this machine. */
export function listen(listener: RequestListener): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer(listener).listen(0, "127.0.0.1", () => {
    const address = server.address();
    resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
  });
  return promise;
}
