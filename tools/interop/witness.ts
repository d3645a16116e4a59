import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { hourMs, minuteMs } from "#core/durations.ts";
import { askWitnesses } from "#operations/log/ask-witnesses.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { LogBroken } from "#operations/log/log-fault.ts";
import { readLogPage } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readOverview } from "#operations/overview/read-overview.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin } from "../../test/support/accounts/people.ts";
import { localhostCertificate } from "../../test/support/localhost-certificate.ts";
import { appendLeaves } from "../../test/support/log-leaves.ts";
import { addTestRecord } from "../../test/support/records.ts";
import { openSite } from "./artefacts.ts";
import { goPath } from "./tool.ts";

/** What the site did with the answer of a witness, and what the overview says then. */
type Outcome = { signature: "kept" | "refused" | "kept, and not counted"; says: string };

type Row = { witness: string; does: string; expected: Outcome; got: Outcome };

const kept: Outcome = { signature: "kept", says: "" };
const refused: Outcome = { signature: "refused", says: "" };

/** What each witness does that never gives a right signature. */
const lies = {
  "wrong-root": "signs another root",
  "wrong-signature": "signs with another key",
  "another-name": "signs under another name",
  "no-time": "signs at second 0",
  "time-to-come": "signs a year ahead",
  "time-beyond-dates": "signs at a time that no date has",
};

/** Runs a witness in Go, and asks it as a site does. */
export async function askOfWitnesses(data: string): Promise<Row[]> {
  const forked = `${data}-fork`;
  cpSync(data, forked, { recursive: true });
  await using portal = await openSite(data);
  await using fork = await openSite(forked);
  const { current } = await readLogPage(portal);
  using running = await startWitness(path.dirname(data), current?.keys[0] ?? "");
  const ask = async (site: Portal, witness: string, ms = 0): Promise<Outcome> => {
    const log = { witnesses: running.lineOf(witness), mailTo: "", registers: "" };
    await changeSettings(site, admin, { change: { log } });
    const then = { ...site, now: () => site.now() + ms };
    const { current: before } = await readLogPage(then);
    await askWitnesses(then, new AbortController().signal).catch(throwUnlessBroken);
    const { current: after } = await readLogPage(then);
    const isKept = after?.checkpoint?.note !== before?.checkpoint?.note;
    const isCounted = after?.witnessed?.by.length === 1;
    const says = (await readOverview(then, admin)).faults.map(({ kind, witnesses }) => [kind, ...witnesses].join(" "));
    return {
      signature: !isKept ? "refused" : isCounted ? "kept" : "kept, and not counted",
      says: says.join(", "),
    };
  };
  const rows: Row[] = [];
  const row = async (witness: string, does: string, expected: Outcome, got: Promise<Outcome>) =>
    void rows.push({ witness, does, expected, got: await got });

  await row("honest", "signs", kept, ask(portal, "honest"));
  await growBy(portal, 300);
  await row("honest", "signs the larger tree, by its proof", kept, ask(portal, "honest"));
  for (const [witness, does] of Object.entries(lies)) await row(witness, does, refused, ask(portal, witness));
  await ask(portal, "wrong-root", 2 * minuteMs);
  const lost: Outcome = { ...refused, says: "unwitnessed, silent wrong-root.example" };
  await row(
    "wrong-root",
    "has signed another root for an hour",
    lost,
    ask(portal, "wrong-root", hourMs + 2 * minuteMs),
  );
  await row("late", "answers after 11 seconds", refused, ask(portal, "late"));
  await row("late", "answers the next time", kept, ask(portal, "late", minuteMs + 1));
  await growBy(fork, 400);
  await row("fork", "signs a fork: an older database that somebody else goes on with", kept, ask(fork, "fork"));
  const split = { ...refused, says: "split fork.example" };
  await row("fork", "has signed a fork that is larger", split, ask(portal, "fork"));
  await growBy(portal, 500);
  await row("fork", "has signed a fork that is smaller", split, ask(portal, "fork", 2 * minuteMs));
  return rows;
}

function throwUnlessBroken(error: unknown): void {
  if (!(error instanceof LogBroken)) throw error;
}

async function growBy(portal: Portal, count: number): Promise<void> {
  await addTestRecord(portal);
  const entries = Array.from({ length: count }, (_, at) => ({
    kind: "published" as const,
    commitment: Buffer.from(`${count} ${at}`.padEnd(32)),
  }));
  await portal.database.write((writer) => appendLeaves(portal, writer, entries));
  await signCheckpoint(portal);
}

/** `lineOf`: the line of a witness in the settings. */
type Running = Disposable & { lineOf: (witness: string) => string };

async function startWitness(folder: string, log: string): Promise<Running> {
  const program = path.join(folder, "witness");
  const built = spawnSync("go", ["build", "-o", program, "tools/interop/witness.go"], {
    env: { ...process.env, GOPATH: goPath, GO111MODULE: "off" },
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const files = Object.entries(localhostCertificate).map(([name, text]) => {
    writeFileSync(path.join(folder, name), text);
    return [name, path.join(folder, name)] as const;
  });
  const { cert = "", key = "" } = Object.fromEntries(files);
  setDefaultCACertificates([...getCACertificates("default"), localhostCertificate.cert]);
  const child = spawn(program, [cert, key, log, "honest", "late", "fork", ...Object.keys(lies)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { port, keys } = JSON.parse(await firstLineOf(child)) as { port: number; keys: Record<string, string> };
  return {
    lineOf: (name) => `${keys[name]} https://localhost:${port}/${name}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("the witness has no output");
  for await (const line of createInterface(stdout)) return line;
  throw new Error("the witness ended");
}
