import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { routes, takesFiles } from "#server/routes.ts";
import { residentMegabytes } from "../../bench/support/memory.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { sendRaw, statusIn } from "../support/processes/raw-request.ts";
import { startSiteProcess } from "../support/site.ts";

const { url, server, portal } = await startSiteProcess();
const pid = server.child.pid ?? 0;

const multipart = "multipart/form-data; boundary=x";
const plainForm = "application/x-www-form-urlencoded";

/** An empty field and the end of a form, for each content type. */
const emptyField = {
  [plainForm]: "a&",
  [multipart]: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n',
} as const;
const formEnd = { [plainForm]: "", [multipart]: "--x--\r\n" } as const;
const formTypes = [plainForm, multipart] as const;

type Sent = { path: string; type: string; piece: string; times: number; headers?: string };

/** Sends a body of unannounced length until all is sent or the server closes the connection. Returns the response. */
async function send({ path, type, piece, times, headers = "" }: Sent): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let heard = "";
  socket.on("data", (bytes: Buffer) => (heard += bytes.toString("latin1"))).on("error", () => undefined);
  const ended = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  await once(socket, "connect");
  const head = `Host: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n${headers}`;
  socket.write(`POST ${path} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
  for (let at = 0; at < times && !socket.destroyed; at += 1) {
    if (!socket.write(chunk)) await Promise.race([new Promise((drained) => socket.once("drain", drained)), ended]);
  }
  if (!socket.destroyed) socket.write("0\r\n\r\n");
  await ended;
  return heard;
}

/** The processor time that the server has used, in milliseconds, as Linux counts it. */
async function processorTime(): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

async function whileSending(work: () => Promise<unknown>) {
  const [memory, processor] = [(await residentMegabytes(pid)) ?? 0, await processorTime()];
  let most = memory;
  const watching = setInterval(() => void residentMegabytes(pid).then((now) => (most = Math.max(most, now ?? 0))), 20);
  await work();
  clearInterval(watching);
  return { megabytes: most - memory, processorMs: (await processorTime()) - processor };
}

const withFiles = routes.filter(takesFiles).map(({ path }) => path.replaceAll(/:\w+/g, "1"));
const spellings = [
  (path: string) => `${path}/..`,
  (path: string) => `${path}/%2e%2e`,
  (path: string) => `${path}/../../Check_Visa`,
  (path: string) => `/${path}`,
  (path: string) => `${path}//`,
  (path: string) => `${path};x`,
  (path: string) => `${path}\\..`,
  (path: string) => `http://localhost${path}/..`,
];
const unclear = withFiles.flatMap((path) => spellings.map((spell) => spell(path)));

describe("a body sent to an ambiguous path", () => {
  test("is tested on more than four routes that take files", () => {
    expect(withFiles.length).toBeGreaterThan(4);
  });

  test.each(unclear)("is refused as unclear at %s", async (path) => {
    const head = `Host: localhost\r\nContent-Type: ${multipart}\r\nContent-Length: 5\r\nConnection: close\r\n`;
    const answer = await sendRaw(url, `POST ${path} HTTP/1.1\r\n${head}\r\n12345`);
    expect([statusIn(answer), answer.includes('"unclear-address"')]).toEqual([400, true]);
  });

  test("is not kept in memory, even if it has a gigabyte", { timeout: 60_000 }, async () => {
    const gigabyte = { type: multipart, piece: "x".repeat(65_536), times: 16_384 };
    await send({ ...gigabyte, path: "/" });
    const { megabytes } = await whileSending(async () => {
      for (const path of ["/Update_A_User/..", "/images/%2e%2e", ...withFiles]) await send({ ...gigabyte, path });
    });
    expect(megabytes).toBeLessThan(64);
  });
});

/** The processor time, in milliseconds, in which this machine parses an eighth of the fields that the tests send. */
function parsingTime(): number {
  const before = process.cpuUsage();
  void new URLSearchParams(emptyField[plainForm].repeat(131_072)).size;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("a body of very many fields", () => {
  const limitMs = Math.max(100, parsingTime());
  const manyFields = (type: keyof typeof emptyField) => ({ type, piece: emptyField[type].repeat(32_768), times: 32 });
  const fewBytes = (type: keyof typeof emptyField) => ({
    type,
    piece: emptyField[type].repeat(6000) + formEnd[type],
    times: 1,
  });
  const paths = ["/", "/Check_Visa", "/search", "/language", "/report", "/login", "/MaltipleInput", "/dashboard/Menus"];

  test.each(paths.flatMap((path) => formTypes.map((type) => ({ path, type }))))(
    "costs little processor time at $path as $type",
    async ({ path, type }) => {
      const { processorMs } = await whileSending(() => send({ ...manyFields(type), path }));
      expect(processorMs).toBeLessThanOrEqual(limitMs);
    },
  );

  test("is refused even if it has few bytes", async () => {
    for (const path of ["/", "/search", "/language", "/report", "/login"]) {
      const answer = await send({ ...fewBytes(plainForm), path });
      expect([path, statusIn(answer)]).toEqual([path, 413]);
    }
  });

  test("is refused for an admin too, where forms may be large", async () => {
    const { cookie } = await signedIn(portal, url, "admin");
    const sent = { ...manyFields(plainForm), path: "/dashboard/Menus", headers: `Cookie: ${cookie}\r\n` };
    const { processorMs } = await whileSending(async () => expect(statusIn(await send(sent))).toBe(413));
    expect(processorMs).toBeLessThanOrEqual(2 * limitMs);
  });

  test.each(formTypes)("is refused for an admin even if it has few bytes, as %s", async (type) => {
    const { cookie } = await signedIn(portal, url, "admin");
    const sent = { ...fewBytes(type), path: "/dashboard/Menus", headers: `Cookie: ${cookie}\r\n` };
    expect(statusIn(await send(sent))).toBe(413);
  });
});
