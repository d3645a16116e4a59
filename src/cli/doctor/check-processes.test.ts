import { expect, test } from "vitest";
import { readConfig } from "#config";
import { judgeSick } from "./check-processes.ts";
import { checkVersions } from "./check-program.ts";

const holder = { process: { host: "here", pid: 7 }, program: "node", heldMs: null, silentMs: null, holdsLock: true };
const atWork =
  /^If it is a command that you started and that still works \(move, repair\), wait until it ends\. Otherwise: /;

test.each([
  ["a process", holder, "On here: kill -9 7."],
  ["a session of PostgreSQL", { ...holder, session: 12 }, "In PostgreSQL: select pg_terminate_backend(12);"],
])("doctor says to wait for a command that holds the lock, before it says how to end %s", (_, sick, end) => {
  const { level, todo = "" } = judgeSick([sick]);
  expect([level, todo.replace(atWork, "(at work) ")]).toEqual(["wrong", expect.stringContaining(`(at work) ${end}`)]);
});

test("doctor says at once how to end a process that holds the lock and does not answer", () => {
  expect(judgeSick([{ ...holder, silentMs: 9000 }]).todo).toMatch(/^On here: kill -9 7\. /);
});

test("doctor refuses several processes where Node cannot share a socket, as a start does", async () => {
  const levelOf = async (PROCESSES: string, why: string | null) =>
    (await checkVersions({ config: readConfig({ PROCESSES }) }, why)).level;
  expect([
    await levelOf("2", "Node is too old"),
    await levelOf("2", null),
    await levelOf("1", "Node is too old"),
  ]).toEqual(["wrong", "ok", "ok"]);
});
