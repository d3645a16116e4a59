import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { installed, startChildProgram, type ChildProgram } from "./child-program.ts";

export const pgbouncer = installed("pgbouncer");

const example = path.join(import.meta.dirname, "../../../deploy/pgbouncer.ini");

/** Runs PgBouncer with the example of deploy/ on this port, in front of the server of `databaseUrl`. */
export async function startPgbouncer(databaseUrl: string, port: number): Promise<ChildProgram> {
  const { hostname, port: behind } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  const text = (await readFile(example, "utf8"))
    .replace(/^attestry = .*$/m, `* = host=${hostname} port=${behind} user=postgres`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, "auth_type = any")
    .replace(/^auth_file = .*$/m, "unix_socket_dir =")
    .replace(/^default_pool_size = .*$/m, "default_pool_size = 4");
  await writeFile(file, text);
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
