import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** `passes` forwards all bytes, `cuts` closes old and new connections, and `swallows` drops all bytes of both sides. */
type Mood = "passes" | "cuts" | "swallows";

export type Proxy = Disposable & { url: string; set: (mood: Mood) => void };

/** Starts a proxy between a site and its PostgreSQL. */
export async function proxyBefore(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mood: Mood = "passes";
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const passOn = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => mood === "swallows" || to.write(bytes));
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy() && sockets.delete(from));
  };
  const server = createServer((near) => {
    if (mood === "cuts") {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    passOn(near, far);
    passOn(far, near);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    set(next) {
      // A connection that lost bytes cannot be used any more.
      if (next === "cuts" || mood === "swallows") cutAll();
      mood = next;
    },
    [Symbol.dispose]() {
      cutAll();
      server.close();
    },
  };
}
