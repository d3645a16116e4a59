import { readConfig } from "#config";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { openPortal } from "#server/open-portal.ts";
import sharp from "sharp";
import { fillPortal, shown } from "../../e2e/support/records.ts";
import { photoOf, signedLink } from "../../e2e/support/slips.ts";
import { serveBarePage } from "../support/serve-bare-page.ts";
import { roundSeconds, servedRate } from "../support/load.ts";
import { interleavedMedians, processorMs } from "../support/measure.ts";
import { atLeast, atMost, type Row } from "../support/row.ts";
import { startServerWithAdmin } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { slowLine } from "./slow-line.ts";

const connections = 8;
const rounds = 9;
const body = new URLSearchParams({ number: shown.passport }).toString();

/**
 * Looks up and renders a record with its documents. Compared with the same components on bare node:http. Also measures
 * a slow connection.
 */
export async function pages(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const known = await fill(folder.path);
  await using server = await startServerWithAdmin({ DATA_DIR: folder.path });
  await using bareServer = await serveBarePage(known);
  const measurements = {
    bare: () => servedRate(bareServer.url, { connections, body }),
    ours: () => servedRate(`${server.url}/`, { connections, body }),
    processor: async () => {
      const before = await processorMs(server.pid);
      const answers = (await servedRate(`${server.url}/`, { connections, body })) * roundSeconds;
      return ((await processorMs(server.pid)) - before) / answers;
    },
  };
  const { ours, bare, processor } = await interleavedMedians(measurements, rounds);
  return [
    atLeast("a result page", "/s", ours, bare, 0.6),
    atMost("a result page, processor", "ms", processor, 1),
    ...(await slowLine({ ...server, photo: await photoOfSlip(folder.path, server.url) })),
  ];
}

async function fill(folder: string) {
  await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
  await fillPortal(portal);
  const record = await lookUpRecord(portal, { by: "passport", number: shown.passport });
  if (!record) throw new Error("nothing was published");
  const settings = await currentSettings(portal);
  const input = { number: shown.passport, name: "" };
  const shownAnswer = {
    input,
    asked: input.number,
    elsewhere: null,
    at: portal.now(),
    answer: { kind: "found" as const, record, isOnFalsePapers: false, isOtherNumber: false },
  };
  return { settings, lookup: { typed: input, answered: shownAnswer } };
}

/** As large as a phone's camera makes it. */
async function photoOfSlip(folder: string, url: string): Promise<Buffer> {
  await using office = await openPortal(readConfig({ DATA_DIR: folder }));
  const photo = await photoOf(await signedLink({ office, url }));
  return await sharp(photo).resize(4000).jpeg({ quality: 85 }).toBuffer();
}
