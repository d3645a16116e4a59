import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { imageAddress } from "#core/images/image-links.ts";
import { parsePageId } from "#core/images/image-id.ts";
import { system } from "#core/staff/actor.ts";
import { addCandidate } from "#operations/candidates/add-candidate.ts";
import { candidateKey } from "#operations/candidates/sealed-candidate.ts";
import { pageBlob } from "#operations/images/image-blobs.ts";
import { keyUnderRecord } from "#operations/images/image-keys.ts";
import { lookUpCandidate } from "#operations/candidates/look-up-candidate.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { type OpenPortal, openPortal } from "#portal";
import { candidateById } from "#storage/database/candidates.ts";
import { imageById } from "#storage/database/images.ts";
import { type BareImage, startBareImages } from "../support/bare-images.ts";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { atLeast, type Row } from "../support/row.ts";
import { drawScan } from "../support/scans.ts";
import { startServer } from "../support/server.ts";

const clerk = system("bench");
const connections = 8;
const rounds = 9;
const roundMs = 1500;

/** One published image, by a signed link, against a server that only reads the file, unseals it and sends it. */
export async function servedImages(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-bench-"));
  try {
    await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
    const { path, blob } = await publishOne(portal, folder);
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

/** A record with one scan: the address of its image, and what a bare server needs to send the same bytes. */
async function publishOne(portal: OpenPortal, folder: string): Promise<{ path: string; blob: BareImage }> {
  const { id } = await receiveImage(portal, clerk, { bytes: Readable.from([await drawScan(1)]), use: "paper" });
  const particulars = {
    passportNumber: "A12345678",
    irccNumber: "W123456789",
    name: "Bench",
    fatherName: "Bench",
    motherName: "Bench",
    address: "Bench",
  };
  const candidate = await addCandidate(portal, clerk, { particulars, images: { workPermit: id } });
  const seen = await lookUpCandidate(portal, { by: "passport", number: particulars.passportNumber });
  const page = seen?.documents.workPermit?.[0]?.image ?? "";
  const parsed = parsePageId(page);
  const row = await candidateById(portal.database.read, candidate.id);
  const image = await imageById(portal.database.read, id);
  if (!seen?.imageGrant || !parsed || !row || !image?.wrapped_key) throw new Error("nothing was published");
  const { name, place } = pageBlob(parsed, "reading");
  return {
    path: imageAddress(page, "reading", seen.imageGrant),
    blob: {
      file: join(folder, "blobs", name.slice(0, 2), name),
      key: keyUnderRecord(candidateKey(portal, row), id, image.wrapped_key),
      place,
    },
  };
}
