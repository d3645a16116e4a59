import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, rename } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { codeOf } from "#core/errors.ts";
import { admin } from "../support/accounts/people.ts";
import { asJson } from "../support/accounts/signed-in.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { sendRaw, statusIn } from "../support/processes/raw-request.ts";
import { startServer, type StartedServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";
import { startSiteProcess } from "../support/site.ts";

const { server: shared, url } = await startSiteProcess();

/** For tests that stop the server, break it or need other settings. */
async function freshServer(more: Record<string, string> = {}): Promise<StartedServer> {
  const server = await startServer({ ...(await freshEnvironment("sqlite")), ...more });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function openSocket(server: StartedServer, beginning: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(beginning);
  return socket;
}

const saidBy = ({ log }: StartedServer) => log.map(({ msg }) => msg);
const errorsIn = ({ log }: StartedServer) => log.filter(({ level }) => level === "error");

const form = (number: string) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ number }),
});

/** The status of a response on a connection of this agent, or the error code if the request failed. */
async function statusOver(agent: Agent, address: string): Promise<number | string> {
  try {
    const [answer] = (await once(request(address, { agent }).end(), "response")) as [IncomingMessage];
    await text(answer);
    return Number(answer.statusCode);
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

/** The status of a lookup with these headers. */
async function statusWith(headers: Record<string, string>, to = url): Promise<number> {
  const sent = form("A12345678");
  return (await fetch(to, { ...sent, headers: { ...sent.headers, ...headers } })).status;
}

/** Sends one byte a second until the server closes the connection. Returns how long that took. */
async function dripsUntilCut(beginning: string): Promise<number> {
  const start = performance.now();
  const socket = await openSocket(shared, beginning);
  const dripping = setInterval(() => socket.write("x"), 1000);
  socket.resume();
  // once() would fail, because a reset closes the connection.
  await new Promise<void>((closed) => void socket.once("close", () => closed()));
  clearInterval(dripping);
  return performance.now() - start;
}

// Started first: this takes fifteen seconds, during which the other tests run.
const drips = Promise.all([
  dripsUntilCut("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
  dripsUntilCut("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nnumber="),
]);

describe("the server", () => {
  test("reports that it is alive and ready", async () => {
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
    expect(await (await fetch(`${url}/readyz/lookups`)).json()).toEqual({ status: "ready" });
  });

  test("answers load balancers that ask by HTTP/1.0 or name no host, and refuses others that name none", async () => {
    const statusOf = async (asked: string) => statusIn(await sendRaw(url, `GET ${asked}\r\nConnection: close\r\n\r\n`));
    for (const path of ["/healthz", "/readyz", "/readyz/lookups"]) {
      for (const asked of [`${path} HTTP/1.0`, `${path} HTTP/1.1`, `${path}?from=probe HTTP/1.1\r\nHost:`])
        expect([asked, await statusOf(asked)]).toEqual([asked, 200]);
    }
    // This site has no METRICS_TOKEN.
    for (const version of ["1.0", "1.1"]) expect(await statusOf(`/metrics HTTP/${version}`)).toBe(404);
    for (const path of ["/", "/result/A12345678"]) expect(await statusOf(`${path} HTTP/1.1`)).toBe(400);
  });

  test("is alive but not ready while the blobs cannot be reached, and ready again afterwards", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await freshServer(environment);
    const blobs = `${environment["DATA_DIR"]}/blobs`;
    await rename(blobs, `${blobs}-gone`);
    const answer = await fetch(`${server.url}/readyz`);
    const error = { id: "unavailable", message: expect.stringContaining("Numbers can be looked up") };
    expect([answer.status, await answer.json()]).toEqual([503, { error }]);
    expect((await fetch(`${server.url}/readyz/lookups`)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await rename(`${blobs}-gone`, blobs);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("gives each request an id, and accepts one only from a trusted proxy and only if it is safe to log", async () => {
    const idOf = async (given: string | null, to = url, path = "/healthz") =>
      (await fetch(to + path, given === null ? {} : { headers: { "X-Request-Id": given } })).headers.get(
        "x-request-id",
      );
    const fresh = /^[0-9a-f-]{36}$/;
    for (const path of ["/", "/result/A12345678", "/no/such/page", "/%", "/images/none"]) {
      expect([path, await idOf("edge_1.a-B", url, path)]).toEqual([path, "edge_1.a-B"]);
      expect(await idOf(null, url, path)).toMatch(fresh);
    }
    for (const bad of ["", "a b", "a,b", "ä", "x".repeat(65)]) expect(await idOf(bad)).toMatch(fresh);
    expect(await idOf("edge_1.a-B", (await freshServer()).url)).toMatch(fresh);
  });

  test("answers /metrics like a missing page if no token is set", async () => {
    const bearer = { headers: { Authorization: "Bearer " } };
    const [metrics, nothing] = [await fetch(`${url}/metrics`, bearer), await fetch(`${url}/nothing`, bearer)];
    expect([metrics.status, nothing.status]).toEqual([404, 404]);
    const shape = async (page: Response) => (await page.text()).replaceAll(/nonce="[^"]*"|metrics|nothing/g, "");
    expect(await shape(metrics)).toBe(await shape(nothing));
    expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(
      (await fetch(`${url}/nothing`, { method: "POST" })).status,
    );
  });

  test("is not ready while the disk is full", async () => {
    const environment = await freshEnvironment("sqlite");
    const server = await startServer(environment, { limit: "ulimit -f 100" });
    onTestFinished(() => server[Symbol.asyncDispose]());
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/readyz/lookups`)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test("starts on a full disk: numbers can be looked up, pages say that nothing is saved, and no change is", async () => {
    const environment = await freshEnvironment("sqlite");
    {
      await using portal = await openForTest(environment);
      await addTestRecord(portal, admin, { passportNumber: "A1234567" });
    }
    // No room for the file that processes share, as on a full disk.
    const server = await startServer(environment, { limit: "ulimit -S -f 10" });
    onTestFinished(() => server[Symbol.asyncDispose]());
    const looked = await fetch(server.url, form("A1234567"));
    expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining("Nothing can be saved")]);
    expect((await fetch(`${server.url}/result/A1234567`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/About`)).text()).toContain("Nothing can be saved");
    const readiness = await fetch(`${server.url}/readyz`);
    const error = { id: "unavailable", message: expect.stringContaining("Nothing can be saved") };
    expect([readiness.status, await readiness.json()]).toEqual([503, { error }]);
    expect((await fetch(`${server.url}/readyz/lookups`)).status).toBe(200);
    await expect
      .poll(() => server.log)
      .toContainEqual(expect.objectContaining({ msg: expect.stringContaining("the disk is full") }));
    execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=unlimited"]);
    const about = async () => (await fetch(`${server.url}/About`)).text();
    await expect.poll(about, { timeout: 20_000 }).not.toContain("Nothing can be saved");
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("logs the record that it could not open and the error code of SQLite, but no number", async () => {
    const environment = await freshEnvironment("sqlite");
    const portal = await openForTest(environment);
    const { id: recordId } = await addTestRecord(portal, admin, { passportNumber: "PLANTED7777" });
    using database = openDatabaseFile(environment);
    database.exec("update candidate set sealed = zeroblob(100)");
    const server = await freshServer(environment);
    const answer = await fetch(`${server.url}/result/PLANTED7777`);
    expect(answer.status).toBe(500);
    const id = answer.headers.get("x-request-id");
    await expect
      .poll(() => errorsIn(server))
      .toMatchObject([{ error: "internal", cause: "SealBroken", row: recordId, request: id }]);
    database.exec("alter table candidate rename to elsewhere");
    expect((await fetch(`${server.url}/result/PLANTED7777`)).status).toBe(500);
    await expect.poll(() => errorsIn(server)[1]).toMatchObject({ cause: "Error ERR_SQLITE_ERROR 1, SQL logic error" });
    expect(JSON.stringify(server.log)).not.toContain("PLANTED7777");
  });

  test("accepts forms only from its public address once that is set", async () => {
    const server = await freshServer({ PUBLIC_URL: "https://check.example.com" });
    expect(await statusWith({ origin: "https://check.example.com" }, server.url)).toBe(200);
    expect(await statusWith({ origin: "http://check.example.com" }, server.url)).toBe(403);
    expect(await statusWith({ origin: server.url }, server.url)).toBe(403);
  });

  test("answers an error while its former addresses cannot be read, and warns only of names of others", async () => {
    const environment = { ...(await freshEnvironment("sqlite")), PUBLIC_URL: "https://check.example.com" };
    const server = await freshServer(environment);
    const statusOf = async (host = "old.example.com") =>
      statusIn(await sendRaw(server.directUrl, `GET /dates HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    using database = openDatabaseFile(environment);
    database.exec("alter table status_list rename to elsewhere");
    expect(await statusOf()).toBe(500);
    database.exec("alter table elsewhere rename to status_list");
    expect(await statusOf("@")).toBe(400);
    for (let sent = 0; sent < 3; sent += 1) expect(await statusOf()).toBe(421);
    const advice = expect.stringContaining("set PUBLIC_URL");
    await expect
      .poll(() => server.log.slice(-2))
      .toMatchObject([
        { level: "error", error: "internal" },
        { level: "warn", requests: 1, msg: advice },
      ]);
  });

  test.each([
    ["POST /", 400],
    ["POST /report", 400],
    ["POST /login", 200],
    ["POST /cofees", 401],
    ["POST /images?key=wrong", 401],
    ["DELETE /delete_User/1", 401],
    ["POST /nowhere", 404],
  ])("answers %s, which announces no body, with status %i", async (line, status) => {
    const from = "Host: localhost\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n";
    expect(statusIn(await sendRaw(url, `${line} HTTP/1.1\r\n${from}\r\n`))).toBe(status);
  });

  test("refuses a form that is far too large", async () => {
    const answer = await fetch(url, form("A".repeat(1_000_000)));
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: { id: "too-large" } }]);
  });

  test("answers every method without a body, and logs no error", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
      expect((await fetch(url, { method })).status).toBeLessThan(500);
    }
    expect(errorsIn(shared)).toEqual([]);
  });

  test("logs JSON, and nothing that visitors type", async () => {
    const server = await freshServer(await emptyEnvironment("sqlite"));
    await fetch(server.url, form("PLANTED7777"));
    await fetch(`${server.url}/PLANTED7777?number=PLANTED7777`);
    await fetch(server.url, { ...form("PLANTED7777"), headers: { origin: "https://PLANTED7777.example" } });
    await fetch(`${server.url}/search?q=PLANTED7777`);
    await fetch(`${server.url}/search`, { method: "POST", body: new URLSearchParams({ q: "PLANTED7777" }) });
    const headers = { "X-Forwarded-For": "PLANTED7777", Authorization: "Bearer PLANTED7777" };
    const account = { email: "PLANTED7777@example.org", password: "PLANTED7777 and more" };
    const signIn = await fetch(`${server.url}/api/auth/sign-in/email`, asJson("POST", account, headers));
    expect(signIn.status).toBe(401);
    const fields = ["card", "fact", "pin", "pin2", "id", "message", "email", "words"].map((name) => [
      name,
      "PLANTED7777",
    ]);
    for (const button of ["use", "open", "report", "mails", "share"])
      await fetch(`${server.url}/my-record`, {
        method: "POST",
        body: new URLSearchParams([["do", button], ...fields]),
        headers: { origin: server.url },
      });
    const unreadable = "GET /PLANTED7777% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    expect(statusIn(await sendRaw(server.url, unreadable))).toBe(404);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(JSON.stringify(server.log) + server.errors()).not.toMatch(/PLANTED7777/i);
    expect(server.log.at(0)).toMatchObject({ level: "warn", msg: expect.stringContaining("secret") });
    expect(server.log).toContainEqual(expect.objectContaining({ level: "info", msg: "stopping" }));
  });

  test("reports that it is not ready before it refuses connections", async () => {
    const server = await freshServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const readiness: (number | string)[] = [];
    const ask = async () => void readiness.push(await statusOver(agent, `${server.url}/readyz`));
    await ask();
    const stopped = server.stop("SIGTERM");
    while (readiness.filter((status) => status === 503).length < 5) {
      await delay(100);
      await ask();
    }
    expect(await stopped).toBe(0);
    expect([...new Set(readiness)]).toEqual([200, 503]);
  });

  test("keeps running at SIGHUP, which is sent when a terminal closes", async () => {
    const server = await freshServer();
    server.child.kill("SIGHUP");
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await fetch(`${server.url}/healthz`)).headers.get("connection")).toBe("keep-alive");
    }
    expect(saidBy(server)).not.toContain("stopping");
  });

  test("finishes running requests at SIGTERM, then exits", async () => {
    const server = await freshServer();
    const body = "number=A12345678";
    const type = "Content-Type: application/x-www-form-urlencoded";
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await openSocket(server, head);
    // Once the server has answered a later request, it has read the head of the first one.
    await fetch(`${server.url}/healthz`);
    const ended = server.stop("SIGTERM");
    await expect.poll(() => saidBy(server), { interval: 10 }).toContain("stopping");
    socket.write(body);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("We found no record for");
    expect(await ended).toBe(0);
  });

  test("logs no error when clients disconnect halfway, and exits soon although a connection stays open", async () => {
    const server = await freshServer();
    const beginnings = [
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000000\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nnumber=",
      "POST /report HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nkind\r\n",
    ];
    const sockets = await Promise.all(beginnings.map((beginning) => openSocket(server, beginning)));
    await openSocket(server, "");
    await fetch(`${server.url}/healthz`);
    for (const socket of sockets) socket.destroy();
    await fetch(`${server.url}/healthz`);
    const start = performance.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(errorsIn(server)).toEqual([]);
  });

  test("cuts off a client that sends endless requests and reads nothing, while it answers others", async () => {
    const start = performance.now();
    const socket = await openSocket(shared, "");
    socket.pause();
    const cut = new Promise<void>((closed) => void socket.once("close", () => closed()));
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50_000));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    socket.resume();
    await cut;
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("keeps nothing of a form in the memory of its connection", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const { method, headers, body } = form("A12345678");
    for (let sent = 0; sent < 30; sent += 1) {
      const asking = request(url, { method, headers, agent }).end(body.toString());
      const [answer] = (await once(asking, "response")) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      await text(answer);
    }
    // Node prints a warning when listeners pile up on a connection.
    expect(shared.errors()).not.toContain("Warning");
  });

  test("cuts off clients that send headers or a body too slowly", { timeout: 40_000 }, async () => {
    for (const took of await drips) expect(took).toBeLessThan(25_000);
  });
});

test("a start with records but without their secret makes no new secret", async () => {
  const environment = await freshEnvironment("sqlite");
  const server = await freshServer(environment);
  await server.stop("SIGTERM");
  const secret = `${environment["DATA_DIR"]}/secret`;
  await chmod(secret, 0o600);
  await rename(secret, `${secret}-elsewhere`);
  await expect(freshServer(environment)).rejects.toThrow(/their secret is missing/);
});
