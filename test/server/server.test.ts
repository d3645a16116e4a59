import { once } from "node:events";
import { chmod, rename } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyEnvironment, freshEnvironment } from "../support/portals.ts";
import { sendRaw, statusIn } from "../support/raw-request.ts";
import { startServer, type StartedServer } from "../support/server.ts";

async function freshServer(more: Record<string, string> = {}): Promise<StartedServer> {
  const server = await startServer({ ...(await freshEnvironment("sqlite")), ...more });
  onTestFinished(async () => server[Symbol.asyncDispose]());
  return server;
}

async function openSocket({ url }: StartedServer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const form = (number: string) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ number }),
});

describe("the server", () => {
  test("says that it is alive and ready", async () => {
    const { url } = await freshServer();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
  });

  test("is alive but not ready while the blobs cannot be reached, and ready again by itself", async () => {
    const environment = await freshEnvironment("sqlite");
    const { url } = await freshServer(environment);
    const blobs = `${environment["DATA_DIR"]}/blobs`;
    await rename(blobs, `${blobs}-gone`);
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { id: "unavailable" } });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await rename(`${blobs}-gone`, blobs);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test("refuses what another site's page sends, and takes what its own sends", async () => {
    const { url } = await freshServer();
    const send = async (headers: Record<string, string>) => {
      const sent = form("A12345678");
      return (await fetch(url, { ...sent, headers: { ...sent.headers, ...headers } })).status;
    };
    expect(await send({ origin: "https://evil.example" })).toBe(403);
    expect(await send({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await send({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await send({ origin: "null" })).toBe(403);
    expect(await send({ origin: url })).toBe(200);
    expect(await send({ origin: url.replace("http:", "https:") })).toBe(403);
    expect(await send({ origin: url.replace(/\d+$/, "1") })).toBe(403);
  });

  test("takes forms from its public address alone, once that is set", async () => {
    const { url } = await freshServer({ PUBLIC_URL: "https://check.example.com" });
    const statusFrom = async (origin: string) =>
      (await fetch(url, { ...form("A12345678"), headers: { ...form("A12345678").headers, origin } })).status;
    expect(await statusFrom("https://check.example.com")).toBe(200);
    expect(await statusFrom("http://check.example.com")).toBe(403);
    expect(await statusFrom(url)).toBe(403);
  });

  test("answers a request that announces no body, whatever it is to", async () => {
    const { url } = await freshServer();
    const from = "Host: localhost\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n";
    const send = async (line: string) => statusIn(await sendRaw(url, `${line} HTTP/1.1\r\n${from}\r\n`));
    expect(await send("POST /")).toBe(400);
    expect(await send("POST /report")).toBe(400);
    expect(await send("POST /login")).toBe(200);
    expect(await send("POST /cofees")).toBe(401);
    expect(await send("POST /images?key=wrong")).toBe(401);
    expect(await send("DELETE /delete_User/1")).toBe(401);
    expect(await send("POST /nowhere")).toBe(404);
  });

  test("refuses forms that are far too large, early", async () => {
    const { url } = await freshServer();
    const answer = await fetch(url, form("A".repeat(1_000_000)));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { id: "too-large", message: expect.any(String) } });
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])(
    "answers a %s without a body, and logs nothing",
    async (method) => {
      const server = await freshServer();
      const { status } = await fetch(server.url, { method });
      expect(status).toBeLessThan(500);
      expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
    },
  );

  test.each([
    ["a lookup", "/", "Content-Length: 50\r\n\r\nnumber="],
    ["a form", "/report", "Transfer-Encoding: chunked\r\n\r\n4\r\nkind\r\n"],
  ])("logs nothing of %s whose sender hangs up halfway", async (_, path, rest) => {
    const server = await freshServer();
    const socket = await openSocket(server);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${rest}`);
    await fetch(`${server.url}/healthz`);
    socket.destroy();
    await fetch(`${server.url}/healthz`);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("logs JSON, and none of what visitors type", async () => {
    const server = await freshServer(await emptyEnvironment("sqlite"));
    await fetch(server.url, form("PLANTED7777"));
    await fetch(`${server.url}/PLANTED7777?number=PLANTED7777`);
    await fetch(server.url, { ...form("PLANTED7777"), headers: { origin: "https://PLANTED7777.example" } });
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(JSON.stringify(server.log)).not.toMatch(/PLANTED7777/i);
    expect(server.log.at(0)).toMatchObject({ level: "warn", msg: expect.stringContaining("secret") });
    expect(server.log.at(-1)).toMatchObject({ level: "info", msg: "stopping" });
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("finishes what is in flight at %s, then ends", async (signal) => {
    const server = await freshServer();
    const socket = await openSocket(server);
    const body = "number=A12345678";
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The server has the request's head once it has answered another one that came after it.
    await fetch(`${server.url}/healthz`);
    const ended = server.stop(signal);
    await expect.poll(() => server.log.at(-1)?.["msg"], { interval: 10, timeout: 10_000 }).toBe("stopping");
    socket.write(body);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("No Data Found");
    expect(await ended).toBe(0);
  });

  test.each([
    ["a request to read that announces a body", "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"],
    ["far too large a form", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000000\r\n\r\n"],
    ["a form that stalls", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nnumber="],
  ])("ends soon after somebody sent %s and went away", async (_, beginning) => {
    const server = await freshServer();
    const socket = await openSocket(server);
    socket.write(beginning);
    await fetch(`${server.url}/healthz`);
    socket.destroy();
    await fetch(`${server.url}/healthz`);
    const start = performance.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("cuts off who asks without end and never listens; others are answered meanwhile", async () => {
    const server = await freshServer();
    const socket = await openSocket(server);
    socket.pause();
    const cut = new Promise<void>((closed) => void socket.once("close", () => closed()));
    const start = performance.now();
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(50_000));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    socket.resume();
    await cut;
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("keeps nothing of a form with the connection that it came by", async () => {
    const server = await freshServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const { method, headers, body } = form("A12345678");
    for (let sent = 0; sent < 30; sent += 1) {
      const asking = request(server.url, { method, headers, agent }).end(body.toString());
      const [answer] = (await once(asking, "response")) as [IncomingMessage];
      expect(await text(answer)).toContain("No Data Found");
    }
    // Node warns when something piles up on a connection.
    expect(server.errors()).not.toContain("Warning");
  });

  test("keeps what was typed in a path that cannot be read out of its logs", async () => {
    const server = await freshServer();
    const socket = await openSocket(server);
    socket.write("GET /PLANTED7777% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
    await server.stop("SIGTERM");
    expect(JSON.stringify(server.log) + server.errors()).not.toContain("PLANTED7777");
  });

  test("ends soon although somebody keeps a connection open", async () => {
    const server = await freshServer();
    await openSocket(server);
    const start = performance.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("cuts off who sends headers or a body too slowly", { timeout: 40_000 }, async () => {
    const server = await freshServer();
    const start = performance.now();
    const dripsUntilCut = async (beginning: string) => {
      const socket = await openSocket(server);
      socket.write(beginning);
      const dripping = setInterval(() => socket.write("x"), 1000);
      onTestFinished(() => clearInterval(dripping));
      socket.resume();
      // once() would fail for the reset that closes it.
      await new Promise<void>((closed) => void socket.once("close", () => closed()));
    };
    await Promise.all([
      dripsUntilCut("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "),
      dripsUntilCut("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nnumber="),
    ]);
    expect(performance.now() - start).toBeLessThan(25_000);
  });
});

describe("a start that cannot be", () => {
  test.each([
    ["a wrong setting", { PORT: "eighty" }, /PORT is not usable/],
    ["a folder that cannot be made", { DATA_DIR: "/proc/nowhere/data" }, /\/proc\/nowhere cannot be made/],
    ["a host that is not here", { HOST: "192.0.2.1" }, /Cannot listen on 192\.0\.2\.1/],
  ])("says why in one sentence: %s", async (_, environment, sentence) => {
    await expect(freshServer(environment)).rejects.toThrow(sentence);
    await expect(freshServer(environment)).rejects.not.toThrow(/\n\s+at /);
  });

  test("on a port that is taken says so", async () => {
    const { url } = await freshServer();
    await expect(freshServer({ PORT: new URL(url).port })).rejects.toThrow(/Port \d+ is taken/);
  });

  test("beside records whose secret is gone makes no new one", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await freshServer(environment);
    await server.stop("SIGTERM");
    const secret = `${environment["DATA_DIR"]}/secret`;
    await chmod(secret, 0o600);
    await rename(secret, `${secret}-elsewhere`);
    await expect(freshServer(environment)).rejects.toThrow(/their secret is gone/);
  });
});
