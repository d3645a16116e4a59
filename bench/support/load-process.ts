import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Load } from "./load.ts";

const latencies: number[] = [];
let isOver = false;

/** As little as a client can do, so that the server is what is measured: counts bytes, looks at the head alone. */
async function askOn(socket: Socket, request: string): Promise<void> {
  let missing = 0;
  let answered = Promise.withResolvers<void>();
  socket.on("error", (error) => answered.reject(error));
  socket.on("data", (bytes: Buffer) => {
    missing += missing === 0 ? lengthOfAnswer(bytes) - bytes.byteLength : -bytes.byteLength;
    if (missing === 0) answered.resolve();
  });
  while (!isOver) {
    const start = performance.now();
    socket.write(request);
    await answered.promise;
    latencies.push(performance.now() - start);
    answered = Promise.withResolvers<void>();
  }
  socket.destroy();
}

function lengthOfAnswer(bytes: Buffer): number {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, end);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) throw new Error(`unexpected answer: ${head}`);
  return end + 4 + Number(length);
}

const formHead = (body: string) =>
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

async function load({ url, connections, body }: Load): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const head = `${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n`;
  const request = body === undefined ? `GET ${head}\r\n` : `POST ${head}${formHead(body)}\r\n${body}`;
  const clients = Array.from({ length: connections }, async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, "connect");
    await askOn(socket, request);
  });
  await Promise.all(clients);
  process.send?.({ latencies });
}

process.on("message", (message: Load | "stop") => {
  if (message === "stop") isOver = true;
  else void load(message);
});
process.send?.("ready");
