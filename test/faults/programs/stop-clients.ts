import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "#core/errors.ts";

/**
 * Clients of a server that will stop, in their own process. Each sends requests on one connection while it is open,
 * reconnects when it ends, and stops when it is refused. Any other end of a connection is a failure, which is reported
 * to the parent process.
 */
const [port = "", count = "", pauseMs = ""] = process.argv.slice(2);
const request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

let answers = 0;
const failures: string[] = [];

/** Returns false once no server listens any more. */
async function askOnOneConnection(): Promise<boolean> {
  const socket = connect(Number(port), "127.0.0.1").setNoDelay();
  try {
    await once(socket, "connect");
  } catch (error) {
    if (codeOf(error) !== "ECONNREFUSED") failures.push(`connecting: ${codeOf(error)}`);
    return codeOf(error) !== "ECONNREFUSED";
  }
  const ended = Promise.withResolvers<void>();
  let heard = "";
  let isAsking = true;
  socket.on("data", (bytes: Buffer) => {
    heard += bytes.toString("latin1");
    if (!heard.endsWith('{"status":"ok"}')) return;
    answers += 1;
    isAsking = !/^connection: close/im.test(heard);
    heard = "";
    if (isAsking) socket.write(request);
  });
  socket.on("error", (error) => failures.push(String(codeOf(error))));
  socket.on("close", () => {
    if (isAsking) failures.push(heard === "" ? "closed without an answer" : "closed within an answer");
    ended.resolve();
  });
  socket.write(request);
  await ended.promise;
  return true;
}

async function comeAgainUntilRefused(): Promise<void> {
  while (await askOnOneConnection()) if (pauseMs !== "0") await delay(Number(pauseMs));
}

const clients = Array.from({ length: Number(count) }, comeAgainUntilRefused);
process.send?.("asking");
await Promise.all(clients);
process.send?.({ answers, failures });
process.disconnect?.();
