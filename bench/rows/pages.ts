import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { openPortal } from "#server/open-portal.ts";
import { fillPortal, shown } from "../../e2e/support/records.ts";
import { serveBarePage } from "../support/serve-bare-page.ts";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { atLeast, atMost, type Row } from "../support/row.ts";
import { startServer } from "../support/server.ts";
import { slowLine } from "./slow-line.ts";

const connections = 8;
const rounds = 9;
const roundMs = 1500;
const body = new URLSearchParams({ number: shown.passport }).toString();

/** A record with its papers, looked up and rendered, against the same components on bare node:http; and a slow line. */
export async function pages(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-bench-"));
  try {
    const known = await fill(folder);
    await using server = await startServer({ DATA_DIR: folder });
    await using bare = await serveBarePage(known);
    const rates = { ours: [] as number[], bare: [] as number[] };
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      rates.bare.push((await answered(bare.url)) / roundMs);
      const before = await processorMs(server.pid);
      const answers = await answered(`${server.url}/`);
      costs.push(((await processorMs(server.pid)) - before) / answers);
      rates.ours.push(answers / roundMs);
    }
    return [
      atLeast("a result page", "/s", median(rates.ours) * 1000, median(rates.bare) * 1000, 0.55),
      atMost("a result page, processor", "ms", median(costs), 1),
      ...(await slowLine(server.url)),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function answered(url: string): Promise<number> {
  return (await loadFor(url, { connections, body, until: delay(roundMs) })).latencies.length;
}

async function fill(folder: string) {
  await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
  await fillPortal(portal);
  const record = await lookUpRecord(portal, { by: "passport", number: shown.passport });
  if (!record) throw new Error("nothing was published");
  const settings = await currentSettings(portal);
  const asked = { number: shown.passport, name: "" };
  const shownAnswer = { asked, at: portal.now(), answer: { kind: "found" as const, record } };
  return { settings, lookup: { typed: asked, answered: shownAnswer } };
}

/** As Linux counts it, in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
