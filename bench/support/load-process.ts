import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Load } from "./load.ts";

const latencies: number[] = [];
let isOver = false;

/** A minimal client, so that mainly the server is measured: counts bytes and reads only the response head. */
async function askOn(socket: Socket, nextRequest: () => string, status: number): Promise<void> {
  let missing = 0;
  let answered = Promise.withResolvers<void>();
  socket.on("error", (error) => answered.reject(error));
  socket.on("data", (bytes: Buffer) => {
    missing += missing === 0 ? lengthOfAnswer(bytes, status) - bytes.byteLength : -bytes.byteLength;
    if (missing === 0) answered.resolve();
  });
  while (!isOver) {
    const start = performance.now();
    socket.write(nextRequest());
    await answered.promise;
    latencies.push(performance.now() - start);
    answered = Promise.withResolvers<void>();
  }
  socket.destroy();
}

function lengthOfAnswer(bytes: Buffer, status: number): number {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, end);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!head.startsWith(`HTTP/1.1 ${status} `) || length === undefined) throw new Error(`unexpected answer: ${head}`);
  return end + 4 + Number(length);
}

const formHead = (body: string) =>
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

async function load({ url, connections, paths, body, status = 200, from = [] }: Load): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const requests = (paths ?? [pathname + search]).map((path) => {
    const head = `${path} HTTP/1.1\r\nHost: ${hostname}\r\n`;
    return body === undefined ? `GET ${head}\r\n` : `POST ${head}${formHead(body)}\r\n${body}`;
  });
  let at = 0;
  const nextRequest = () => String(requests[at++ % requests.length]);
  const clients = Array.from({ length: connections }, async (_, client) => {
    const localAddress = from[client % from.length];
    const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) }).setNoDelay();
    await once(socket, "connect");
    await askOn(socket, nextRequest, status);
  });
  const before = process.cpuUsage();
  await Promise.all(clients);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ latencies, processorSeconds: (user + system) / 1e6 });
}

process.on("message", (message: Load | "stop") => {
  if (message === "stop") isOver = true;
  else void load(message);
});
process.send?.("ready");
