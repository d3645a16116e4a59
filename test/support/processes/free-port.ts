import { once } from "node:events";
import { createServer } from "node:net";

/** A port on which no program listens. A site needs to know its address before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || !address) throw new Error("no port is free on 127.0.0.1");
  return address.port;
}
