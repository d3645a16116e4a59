import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import { firstExtra, handmadePdf, pdfStream } from "#test/support/files/handmade-pdf.ts";
import { drawDocument } from "../support/documents.ts";
import { importTable, passportAt, workbook } from "../support/imported-table.ts";
import { timeOf } from "../support/measure.ts";
import { mostMeanwhile } from "../support/memory.ts";
import { type MemoryGroup, memoryGroup } from "../support/memory-group.ts";
import { SECRET } from "../support/portals.ts";
import { atMost, p99AtMost, type Row } from "../support/row.ts";
import { startServerWithAdmin } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { upload, uploadKey } from "../support/upload.ts";

const run = promisify(execFile);
const people = 20_000;
const lookupsPerSecond = 60;
const lookupSeconds = 30;

/** What the system and a proxy take of a machine's memory. */
const ofSystem = 200;

/**
 * A whole site on one processor and in little memory, with SQLite. A process that is killed for lack of memory ends the
 * measurement. The second machine gets no PDF.
 */
export async function smallestMachine(): Promise<Row[]> {
  return [...(await siteIn(1024, await pdfOfScans(11))), ...(await siteIn(512, null))];
}

async function siteIn(megabytes: number, pdf: Buffer | null): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await using group = await memoryGroup(megabytes - ofSystem);
  const [site, backups, restored] = [join(folder.path, "site"), join(folder.path, "backups"), join(folder.path, "new")];
  const [table, scan] = [await workbook(people), await photo()];
  const rows: Row[] = [];
  async function step<Result>(name: string, mostSeconds: number, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const working = work();
    const most = await mostMeanwhile(group.anonymousMegabytes, working);
    const seconds = (performance.now() - begun) / 1000;
    if ((await group.kills()) > 0) throw new Error(`${name}: a process was killed for lack of memory`);
    const title = `one processor, ${megabytes} MB: ${name}`;
    rows.push(atMost(title, "s", seconds, mostSeconds));
    rows.push(atMost(`${title}, memory of all processes`, "MB", most, megabytes - ofSystem));
    return working;
  }
  {
    await using parts = new AsyncDisposableStack();
    const environment = { DATA_DIR: site, SECRET, UPLOAD_KEY: uploadKey };
    // The sign-in of the admin is a part of it.
    const server = parts.use(await step("start", 3, () => startServerWithAdmin(environment, group.under)));
    await step(`import of ${people} rows`, 120, () => importTable(server, table, people));
    const times = await step(`${lookupsPerSecond} lookups a second`, lookupSeconds + 1, () => lookUp(server.url));
    rows.push(p99AtMost(`one processor, ${megabytes} MB: lookups`, "ms", times, { target: 250 }));
    await step("scan of 12 megapixels", 10, () => upload(server.url, scan));
    if (pdf) await step("PDF of 11 pages", 30, () => upload(server.url, pdf));
    const files = [scan, scan, scan, scan, ...(pdf ? [pdf, pdf] : [])];
    await step(`${files.length} files at once`, 90, () => Promise.all(files.map((file) => upload(server.url, file))));
    await step("backup", 60, () => attestry(group, site, "backup", backups));
  }
  await step("restore", 60, () => attestry(group, restored, "restore", backups));
  return rows;
}

/** Returns the times of the answers, in milliseconds. */
const lookUp = (url: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: lookupsPerSecond * lookupSeconds }, async (_, at) => {
      await delay((at * 1000) / lookupsPerSecond);
      return await timeOf(async () => {
        const answer = await fetch(`${url}/result/${passportAt(at % people)}`);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`a lookup was answered with ${answer.status}`);
      });
    }),
  );

const attestry = ({ under: [command = "", ...args] }: MemoryGroup, DATA_DIR: string, ...words: string[]) =>
  run(command, [...args, process.execPath, "build/program/main.js", ...words], {
    env: { PATH: process.env["PATH"], MALLOC_ARENA_MAX: "2", DATA_DIR, SECRET },
  });

/** A paper as a phone of twelve megapixels sends it. */
const photo = async (): Promise<Buffer> =>
  sharp(await drawDocument(1))
    .resize(3000, 4000, { fit: "fill" })
    .jpeg({ quality: 92 })
    .toBuffer();

async function pdfOfScans(count: number): Promise<Buffer> {
  const [width, height] = [2480, 3508];
  const form = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  const scans: string[] = [];
  for (let page = 0; page < count; page += 1) {
    const scan = await sharp(await drawDocument(page))
      .jpeg({ quality: 60 })
      .toBuffer();
    scans.push(pdfStream(scan.toString("latin1"), form));
  }
  const pages = scans.map((_, page) => ({
    content: "595 0 0 842 0 0 cm /I Do",
    resources: `/XObject<</I ${firstExtra(count) + page} 0 R>>`,
  }));
  return handmadePdf(pages, { extras: scans });
}
