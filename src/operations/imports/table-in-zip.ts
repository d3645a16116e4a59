import { buffer } from "node:stream/consumers";
import { isPortalError, PortalError } from "#core/errors.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import { importFormFields } from "#core/imports/table.ts";
import { isArchiverJunk } from "#core/imports/upload-name.ts";
import { openZip, type ZipEntry } from "#documents/spreadsheets/open-zip.ts";
import { guardLimits } from "./receive-uploads.ts";
import type { receiveZipFile } from "./sealed-zip-file.ts";

const signature = "504b0304";

/** Tells what a file begins like. All its bytes follow. */
export async function beginningOf(bytes: AsyncIterable<Uint8Array>) {
  const parts = bytes[Symbol.asyncIterator]();
  let begin = Buffer.alloc(0);
  while (begin.length < signature.length / 2) {
    const part = await parts.next();
    if (part.done) break;
    begin = Buffer.concat([begin, part.value]);
  }
  return { isZip: begin.toString("hex").startsWith(signature), all: continued(begin, parts) };
}

async function* continued(begin: Buffer, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (begin.length > 0) yield begin;
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value;
  } finally {
    await parts.return?.();
  }
}

type ZipFile = Pick<Awaited<ReturnType<typeof receiveZipFile>>, "size" | "reader">;

/** Returns the one table at the top of a ZIP, and its other files. A workbook is a ZIP, too: it is the table itself. */
export async function tableInZip(zip: ZipFile): Promise<{ table: Buffer; scans: ZipEntry[] }> {
  const entries = await entriesOf(zip);
  if (entries.length === 0 || entries.some(isOfWorkbook)) {
    requireSizeOfTable(zip.size);
    return { table: await buffer(zip.reader.createReadStream({ start: 0, end: zip.size })), scans: [] };
  }
  const [table, second] = entries.filter(isTable);
  if (!table || second) throw new PortalError("invalid", { fields: { [importFormFields.table]: "one-table-in-zip" } });
  requireSizeOfTable(table.bytes);
  return { table: await bytesOf(table), scans: entries.filter((entry) => entry !== table) };
}

/** None if the ZIP is broken but no larger than a table: whoever reads tables says what is wrong with it. */
async function entriesOf(zip: ZipFile): Promise<ZipEntry[]> {
  try {
    return await openZip(zip, { ...guardLimits, takesBackslashes: true });
  } catch (error) {
    if (isPortalError(error) && error.id === "broken-archive" && zip.size <= uploadLimits.bytesInFile) return [];
    throw error;
  }
}

const isOfWorkbook = ({ name }: ZipEntry) => /^(?:xl\/workbook\.xml|content\.xml|\[Content_Types\]\.xml)$/i.test(name);

const isTable = ({ name }: ZipEntry) => /^[^/]+\.(?:xlsx|ods|csv|tsv)$/i.test(name) && !isArchiverJunk(name);

function requireSizeOfTable(bytes: number): void {
  if (bytes > uploadLimits.bytesInFile) throw new PortalError("file-too-large");
}

async function bytesOf({ read }: ZipEntry): Promise<Buffer> {
  try {
    return await buffer(await read());
  } catch (cause) {
    if (isPortalError(cause)) throw cause;
    throw new PortalError("broken-file", { cause });
  }
}
