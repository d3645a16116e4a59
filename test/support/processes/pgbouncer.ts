import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where it is installed. */
export const pgbouncer = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .concat("/usr/sbin")
  .map((folder) => path.join(folder, "pgbouncer"))
  .find((file) => existsSync(file));

/** Ends the program when standard input closes, which it does when the process at its other end dies, even by SIGKILL. */
const script = `
  exec 3<&0
  "$0" "$@" </dev/null 3<&- &
  cat <&3 >/dev/null
  kill -INT $!
  wait`;

/** PgBouncer in transaction mode on this port, before the server of `databaseUrl`. */
export async function startPgbouncer(databaseUrl: string, port: number, settings = ""): Promise<AsyncDisposable> {
  const { hostname, port: behind } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
${settings}
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const server = spawn("/bin/sh", ["-c", script, pgbouncer ?? "pgbouncer", ...user, file], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = once(server, "exit");
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`PgBouncer did not start:\n${log}`)));
    server.stderr.on("data", (bytes: Buffer) => {
      log += bytes.toString();
      if (log.includes("process up")) resolve();
    });
  });
  return {
    async [Symbol.asyncDispose]() {
      server.stdin.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
