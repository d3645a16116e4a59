import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { servedRate } from "../support/load.ts";
import { interleavedMedians } from "../support/measure.ts";
import { publishDocument } from "../support/published-document.ts";
import { startImageServer } from "../support/served-lookups.ts";
import { atLeast, type Row } from "../support/row.ts";
import { drawDocument } from "../support/documents.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const connections = 8;
const rounds = 9;

/**
 * Serves one published image by a signed link. Compared with a server that only reads the file, unseals it and sends
 * it.
 */
export async function servedImages(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await using portal = await openPortal(readConfig({ DATA_DIR: folder.path }));
  const { path, blob } = await publishDocument(portal, folder.path, await drawDocument(1));
  await using server = await startServer({ DATA_DIR: folder.path });
  await using bareServer = await startImageServer(blob);
  const measurements = {
    ours: () => servedRate(server.url + path, { connections }),
    bare: () => servedRate(bareServer.url, { connections }),
  };
  const { ours, bare } = await interleavedMedians(measurements, rounds);
  return [atLeast("an image served", "/s", ours, bare, 0.8)];
}
