import { Readable } from "node:stream";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { loadFor } from "../support/load.ts";
import { interleavedMedians, quantile, timeOf } from "../support/measure.ts";
import { atMost, atMostTimes, type Row } from "../support/row.ts";
import { drawDocument } from "../support/documents.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { upload, uploadKey } from "../support/upload.ts";

const clerk = system("bench");

/** Receives documents completely: encrypted temp file, child process, images, sealed blobs, two transactions. */
export async function uploads(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const documents = await Promise.all(Array.from({ length: 11 }, (_, at) => drawDocument(at)));
  await using portal = await openPortal(readConfig({ DATA_DIR: folder.path }));
  return [
    await oneDocument(portal, documents),
    await elevenDocuments(portal, documents),
    await healthMeanwhile(documents),
  ];
}

const receive = (portal: OpenPortal, document: Buffer) =>
  receiveImage(portal, clerk, { bytes: Readable.from([document]), use: "paper" });

async function oneDocument(portal: OpenPortal, [document = Buffer.alloc(0)]: readonly Buffer[]): Promise<Row> {
  const measurements = {
    bare: () => timeOf(() => bareImages(document)),
    ours: () => timeOf(() => receive(portal, document)),
  };
  const { ours, bare } = await interleavedMedians(measurements, 7);
  const megabytes = (document.byteLength / 1e6).toFixed(1);
  return atMostTimes(`one document of ${megabytes} MB, received and published`, "ms", ours, bare, 1.25);
}

/** Makes the same images of the same file in this process, and stores none. */
async function bareImages(document: Buffer): Promise<unknown> {
  const { data, info } = await sharp(document, { autoOrient: true })
    .resize({ width: 2000, withoutEnlargement: true })
    .flatten({ background: "white" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const large = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return Promise.all([large().webp({ quality: 75, effort: 2 }).toBuffer(), bareSmallImages(large())]);
}

async function bareSmallImages(large: Sharp): Promise<unknown> {
  const { data, info } = await large.resize({ width: 480 }).raw().toBuffer({ resolveWithObject: true });
  const small = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const tiny = small().resize({ width: 100, height: 100, fit: "inside" }).ensureAlpha();
  const [list, thumb] = await Promise.all([
    small().webp({ quality: 45, effort: 2 }).toBuffer(),
    tiny.raw().toBuffer({ resolveWithObject: true }),
  ]);
  return [list, rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)];
}

async function elevenDocuments(portal: OpenPortal, documents: readonly Buffer[]): Promise<Row> {
  const oneByOne = async () => {
    for (const document of documents) await receive(portal, document);
  };
  const measurements = {
    inTurn: () => timeOf(oneByOne),
    together: () => timeOf(() => Promise.all(documents.map((document) => receive(portal, document)))),
  };
  const { together, inTurn } = await interleavedMedians(measurements, 3);
  return atMostTimes("a record with 11 documents", "ms", together, inTurn, 0.65);
}

/** How long other clients wait while twenty documents arrive at once. */
async function healthMeanwhile(documents: readonly Buffer[]): Promise<Row> {
  await using server = await startServer({ UPLOAD_KEY: uploadKey });
  const uploading = Promise.all(
    [...documents, ...documents].slice(0, 20).map((document) => upload(server.url, document)),
  );
  const { latencies } = await loadFor(`${server.url}/healthz`, { connections: 1, until: uploading });
  return atMost("GET /healthz while 20 documents come in: p99", "ms", quantile(latencies, 0.99), 100);
}
