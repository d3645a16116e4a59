import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Linux gives ports from 32,768 to connections. A port below is taken only by a program that asks for it. */
const first = 11_000;
const count = 10_000;

/**
 * A port on which no program listens. A site needs to know its address before it starts. No other process gets this
 * port: for as long as this process lives, it listens on the port 10,000 above.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, first + count);
    const claim = await listenOn(port + count);
    if (!claim) continue;
    const probe = await listenOn(port);
    if (probe) {
      claim.unref();
      await close(probe);
      return port;
    }
    await close(claim);
  }
}

async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, "127.0.0.1");
  return await once(server, "listening").then(
    () => server,
    () => null,
  );
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
