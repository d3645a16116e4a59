import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readConfig, type Config } from "#config";
import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import { originOf } from "#operations/signing/begin-tree.ts";
import { continueAfterOlderState } from "#operations/log/continue-log.ts";
import { moveDocuments } from "#operations/moves/move-documents.ts";
import { moveRecords } from "#operations/moves/move-records.ts";
import { makeFolder } from "#storage/make-folder.ts";
import { blobUrlOf } from "#server/backup-place.ts";
import { openPortal } from "#server/open-portal.ts";
import { nameSite } from "./open-site.ts";
import { moveMarkBlob, readMoveMark } from "#storage/blobs/move-mark.ts";
import { blobLocation, isBlobUrl, openBlobs } from "#storage/blobs/open-blobs.ts";
import { markDocumentsMoved } from "#storage/database/records/images.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { databaseLocation, lockDatabase, openDatabase } from "#storage/database/open-database.ts";
import { openProgress } from "./progress.ts";
import { requireSite } from "#server/require-site.ts";
import { UsageError } from "./usage-error.ts";

const options = { to: { type: "string", default: "" }, undo: { type: "boolean", default: false } } as const;

/** Moves the records or the documents to another place. The site can be read while this runs. */
export async function run(args: string[]): Promise<void> {
  const { to: given, undo } = parseArgs({ args, options }).values;
  const to = given === "-" ? (await text(process.stdin)).trim() : given;
  const move = moveOf(to, undo);
  const config = readConfig();
  nameSite(config);
  requireSite(config);
  try {
    await move(config, to);
  } catch (error) {
    if (!isPortalError(error) && !isOfPostgres(error)) throw error;
    throw new StartRefused(`The move stopped (${reasonOf(error)}). Run the same command again.`, { cause: error });
  }
}

/** True for an error of PostgreSQL, such as a wrong password or a database that does not exist. */
const isOfPostgres = (error: unknown) => /^[\dA-Z]{5}$/.test(codeOf(error) ?? "");

/** The move that the address calls for. A trailing slash means that a folder is meant. */
function moveOf(to: string, undo: boolean): (config: Config, to: string) => Promise<void> {
  const isFile = to.startsWith("file:///");
  if (undo && to === "") return undoMove;
  if (!undo && (/^postgres(ql)?:\/\//.test(to) || (isFile && /\.(db|sqlite3?)$/.test(to)))) return moveRows;
  if (!undo && isBlobUrl(to) && (!isFile || to.endsWith("/"))) return moveStore;
  throw new UsageError(
    "--to needs an address: postgres://… or file:///…/name.db for the records, s3://… or file:///folder/ for the documents.",
  );
}

async function moveRows(config: Config, to: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config;
  if (to.startsWith("file:")) await makeFolder(dirname(fileURLToPath(to)), "--to");
  const place = databaseLocation(to, "");
  using progress = openProgress("Copying rows");
  const rows = await moveRecords({ url: DATABASE_URL, dataDir: DATA_DIR }, to, {
    onBegin: () => console.log(`Copying the records to ${place}. Until this ends, nothing can be changed …`),
    onRows: (done) => progress.at(done),
  });
  const copied = rows === null ? "They were copied by an earlier run." : `${rows} rows were copied and compared.`;
  console.log(`The records are in ${place}. ${copied} ${whatNext("DATABASE_URL")}`);
  console.log(`Until then nothing can be changed. ${whatIsLeft(databaseLocation(DATABASE_URL, DATA_DIR))}`);
  await compareLog({ ...config, DATABASE_URL: to });
}

/**
 * Compares the log with the checkpoints that are kept outside of the database: the moved database may be an older
 * state.
 */
async function compareLog(config: Config): Promise<void> {
  await using portal = await openPortal(config, { isThere: true });
  const { read } = portal.database;
  const [before] = await logTrees(read, portal.registry);
  // This command may run with another PUBLIC_URL than the site.
  if (before?.origin !== originOf(portal, before?.generation ?? 1)) return;
  await continueAfterOlderState(portal);
  const [now] = await logTrees(read, portal.registry);
  if (now && now.origin !== before.origin)
    console.log(
      `The moved records are older than the last checkpoint of the public log, so the log continues as ${now.origin}. /proof says so.`,
    );
}

async function moveStore(config: Config, to: string): Promise<void> {
  const fromUrl = blobUrlOf(config);
  const [from, place] = [blobLocation(fromUrl), blobLocation(to)];
  if (from === place) throw new StartRefused(`The documents are already in ${place}.`);
  if (to.startsWith("file:")) await makeFolder(fileURLToPath(to), "--to");
  await using database = await openDatabase(config.DATABASE_URL, config.DATA_DIR, "refused");
  await using source = await openBlobs(fromUrl);
  await using target = await openBlobs(to);
  console.log(`Copying the documents to ${place}. The site can be used meanwhile …`);
  using progress = openProgress("Copying files");
  const move = { source: { blobs: source, location: from }, target: { blobs: target, location: place } };
  const files = await moveDocuments(database, move, {
    source: { ...move.source, blobs: retrying(source) },
    target: { ...move.target, blobs: retrying(target) },
    onFiles: (done, of) => progress.at(done, of),
  });
  console.log(`The documents are in ${place}. ${files} files are there and were compared. ${whatNext("BLOB_URL")}`);
  console.log(`Until then none can be added. ${whatIsLeft(from)}`);
}

const whatNext = (setting: string) =>
  `Now set ${setting} to the address that you gave with --to, and restart every process.`;

const whatIsLeft = (place: string) =>
  `${place} keeps its data and takes no changes. Remove it soon, because people who are deleted from now on stay in it.`;

/**
 * The places in the settings become the places of the site again. Data that was added elsewhere since the move is not
 * brought back.
 */
async function undoMove(config: Config): Promise<void> {
  const undone = [await undoRecords(config), await undoStore(config)].filter((place) => place !== null);
  if (undone.length === 0)
    throw new StartRefused(
      "There is no move to undo: nothing was moved away from the places of DATABASE_URL and BLOB_URL.",
    );
  for (const place of undone)
    console.log(`${place} takes changes again. Data that was added in the other place is not in it.`);
  console.log("Restart every process with these settings, and run attestry verify.");
}

async function undoRecords({ DATABASE_URL, DATA_DIR }: Config): Promise<string | null> {
  await using database = await lockDatabase(DATABASE_URL, DATA_DIR);
  if (database.mark?.state !== "moved") return null;
  await database.unmark();
  return databaseLocation(DATABASE_URL, DATA_DIR);
}

async function undoStore(config: Config): Promise<string | null> {
  const url = blobUrlOf(config);
  await using blobs = await openBlobs(url);
  if ((await readMoveMark(blobs))?.state !== "moved") return null;
  await using database = await openDatabase(config.DATABASE_URL, config.DATA_DIR, "refused");
  // From now on, processes that use the other store can add nothing to it.
  await database.write((writer) => markDocumentsMoved(writer, blobLocation(url), Date.now()));
  await blobs.remove(moveMarkBlob);
  return blobLocation(url);
}
