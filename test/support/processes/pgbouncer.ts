import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { installed, startChildProgram, type ChildProgram } from "./child-program.ts";

export const pgbouncer = installed("pgbouncer");

/** Runs PgBouncer in transaction mode on this port, in front of the server of `databaseUrl`. */
export async function startPgbouncer(databaseUrl: string, port: number, settings = ""): Promise<ChildProgram> {
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
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const program = await startChildProgram(pgbouncer ?? "pgbouncer", [...user, file]);
  const ended = program.ended.then(() => "ended");
  while (!program.said().includes("process up")) {
    if ((await Promise.race([ended, delay(10)])) === "ended")
      throw new Error(`PgBouncer did not start:\n${program.said()}`);
  }
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
