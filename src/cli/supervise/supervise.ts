import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import net, { type BoundSocket } from "node:net";
import { type Config, processesOf } from "#config";
import { StartRefused } from "#core/errors.ts";
import { keepJournal } from "#limits/journal-files.ts";
import { whyNotListening } from "#server/listen.ts";
import { openLines } from "#server/log-lines.ts";
import { onStopSignal } from "../stop-signal.ts";
import { Supervisor } from "./supervisor.ts";

/** Why this Node cannot share a socket. Node 24 has no `BoundSocket`, and to import it by its name would end every start there. */
export const needsNewerNode =
  "BoundSocket" in net
    ? null
    : `PROCESSES above 1 needs Node 26.4 or newer, and this is ${process.versions.node}. The archive of a release has one in .runtime: start tools/ready.mjs with it.`;

/** Runs `attestry start` with these options as several processes, which accept connections of one socket. */
export async function supervise(config: Config, options: readonly string[]): Promise<void> {
  using socket = await bind(config);
  using journal = keepJournal();
  const log = openLines("info", { process: process.pid });
  // By its name: an upgrade moves this folder away and puts another one in its place, and later removes it.
  const cwd = process.cwd();
  const stdio = ["ignore", "inherit", "inherit", "ipc", socket.fd(), socket.fd(), ...journal.files] as const;
  const supervisor = new Supervisor({
    count: processesOf(config),
    start: (isFirst) => {
      const member = `--member=${isFirst ? "first" : "next"}`;
      const program = [...process.execArgv, process.argv[1] ?? "", "start", ...options, member];
      return spawn(process.execPath, program, { cwd, stdio: [...stdio] });
    },
    say: (level, said, of) => log[level]({ ...(of !== undefined && { of }) }, said),
    tick: (epochs) => journal.turn(epochs),
  });
  const onRoll = () => supervisor.roll();
  const onExit = () => supervisor.killAll();
  process.on("SIGHUP", onRoll);
  process.on("exit", onExit);
  using _signals = onStopSignal(() => supervisor.stop());
  process.exitCode = await supervisor.run();
  process.off("SIGHUP", onRoll);
  process.off("exit", onExit);
}

async function bind({ PORT, HOST }: Config): Promise<BoundSocket> {
  if (needsNewerNode !== null) throw new StartRefused(needsNewerNode);
  try {
    const { address: host } = await lookup(HOST);
    return new net.BoundSocket({ host, port: PORT });
  } catch (cause) {
    throw new StartRefused(whyNotListening(cause, PORT, HOST), { cause });
  }
}
