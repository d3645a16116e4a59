import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { startBareImages } from "../support/bare-images.ts";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { publishDocument } from "../support/published-scan.ts";
import { atLeast, type Row } from "../support/row.ts";
import { drawDocument } from "../support/scans.ts";
import { startServer } from "../support/server.ts";

const connections = 8;
const rounds = 9;
const roundMs = 1500;

/** One published image, by a signed link, against a server that only reads the file, unseals it and sends it. */
export async function servedImages(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-bench-"));
  try {
    await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
    const { path, blob } = await publishDocument(portal, folder, await drawDocument(1));
    await using server = await startServer({ DATA_DIR: folder });
    await using bare = await startBareImages(blob);
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      rates.bare.push(await rateOf(bare.url));
      rates.ours.push(await rateOf(server.url + path));
    }
    return [atLeast("an image served", "/s", median(rates.ours), median(rates.bare), 0.8)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function rateOf(url: string): Promise<number> {
  const { latencies } = await loadFor(url, { connections, until: delay(roundMs) });
  return (latencies.length * 1000) / roundMs;
}
