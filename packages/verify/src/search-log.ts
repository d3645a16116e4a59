import { toBase64 } from "./base64.ts";
import { sha256Of } from "./sha256.ts";
import { continuedCheckpoint, encodeEntry, leafText } from "./log-entry.ts";
import { logFolder, tilePath, tileWidth } from "./log-path.ts";
import { commitmentOf, type LogPlace, type LogTrust, type SavedProof, type Trust, trustIn } from "./saved-proof.ts";
import type { CheckpointBody } from "./public-keys.ts";
import { type Checkpoint, parseCheckpoint } from "./signed-note.ts";

/** The line of the withdrawal, or the last line that was read. */
type Line = { line: number; origin: string };

/**
 * - `split-view`: the site shows another tree than the one of the saved proof, and the same key signed both.
 * - `lost-leaves`: the site does not serve all leaves that it signed, so a withdrawal among the others cannot be seen.
 * - `broken`: it serves another log than the one that it signed.
 * - `unread`: it did not serve its files.
 * - `unknown`: this browser or device cannot verify the signatures of the log.
 */
type Unsearched = { kind: "split-view" | "lost-leaves" | "broken" | "unread" | "unknown" };

/** `trust`: in the newest checkpoint. */
export type LogSearch = ({ kind: "withdrawn" | "not-withdrawn"; trust: Trust } & Line) | Unsearched;

/** `in-log`: also if leaves before this checkpoint are lost, and the next tree names it as the last one. */
export type CheckpointSearch = Unsearched | { kind: "in-log" | "not-in-log" };

/** Returns the file of the log at a path. Null if there was no answer. */
type ReadLogFile = (path: string) => Promise<Bytes | null>;

type Bytes = Uint8Array<ArrayBuffer>;
type Tree = Checkpoint & { folder: string };
type ReadTree = Tree & { entries: readonly Bytes[]; leaves: readonly Bytes[] };
/** The last checkpoint of the tree before as this tree names it, and whether all its leaves are served. */
type Link = { last: CheckpointBody | null; isWhole: boolean };
type WholeTree = ReadTree & Link & { trust: Trust };
type LogReader = LogTrust & { read: ReadLogFile };

/**
 * Reads every line of the log, and returns where it says that a statement was withdrawn. Nobody else can find that line:
 * its commitment needs the nonce in the saved proof.
 */
export async function searchLog(
  proof: Pick<SavedProof, "statement" | "log">,
  { place, ...reader }: LogReader & { place: LogPlace },
): Promise<LogSearch> {
  const trees = await wholeTrees(reader);
  if (typeof trees === "string") return { kind: trees };
  const newest = trees.at(-1);
  const found = await checkpointIn(trees, place);
  if (found === "split-view") return { kind: found };
  const commitment = await commitmentOf(proof);
  const [published, withdrawn] = [textOf("published", commitment), textOf("withdrawn", commitment)];
  const from = trees.findIndex(({ origin }) => origin === place.origin);
  const leaf = trees[from]?.entries[place.index];
  if (!newest || found === "not-in-log" || (leaf && leafText(leaf) !== published)) return { kind: "broken" };
  const { trust } = newest;
  for (const { origin, entries } of trees) {
    const at = entries.findIndex((entry) => leafText(entry) === withdrawn);
    if (at >= 0) return { kind: "withdrawn", line: at + 1, origin, trust };
  }
  // What was lost before the publication cannot hide its withdrawal.
  const isWhole = found === "in-log" && trees.slice(from + 1).every((tree) => tree.isWhole);
  return isWhole ? { kind: "not-withdrawn", line: newest.size, origin: newest.origin, trust } : { kind: "lost-leaves" };
}

/**
 * Reads every line of the log, and returns whether it continues a checkpoint that was signed before. One that no key of the
 * log signed is not in it.
 */
export async function findCheckpoint(older: Checkpoint, reader: LogReader): Promise<CheckpointSearch> {
  const trust = await trustIn(older, reader);
  if (typeof trust !== "object") return { kind: trust === "unknown" ? trust : "not-in-log" };
  const trees = await wholeTrees(reader);
  return { kind: typeof trees === "string" ? trees : await checkpointIn(trees, older) };
}

async function checkpointIn(trees: readonly WholeTree[], older: CheckpointBody) {
  const tree = trees.find(({ origin }) => origin === older.origin);
  if (tree && tree.size >= older.size) return (await continues(tree.leaves, older)) ? "in-log" : "split-view";
  const last = trees.map((one) => one.last).find((one) => one?.origin === older.origin);
  if (last?.size === older.size) return last.root === older.root ? "in-log" : "split-view";
  const isLost = last ? last.size > older.size : !tree && trees.some(({ isWhole }) => !isWhole);
  return isLost ? "lost-leaves" : "not-in-log";
}

const continues = async (leaves: readonly Bytes[], { size, root }: CheckpointBody): Promise<boolean> =>
  toBase64(await rootOf(leaves.slice(0, size))) === root;

/** Returns the signed trees with all their leaves, the oldest first, or what is wrong with them. */
async function wholeTrees({ read, ...logTrust }: LogReader): Promise<WholeTree[] | "broken" | "unread" | "unknown"> {
  const whole: WholeTree[] = [];
  const trees = await treesIn(await read("/log/logs.json"));
  if (!trees) return "unread";
  for (const tree of trees) {
    const trust = await trustIn(tree, logTrust);
    if (typeof trust !== "object") return trust === "unknown" ? trust : "broken";
    const entries = await entriesOf(tree, read);
    if (!entries) return "unread";
    const leaves = await leafHashes(entries);
    const link = (await continues(leaves, tree)) ? linkOf({ ...tree, entries, leaves }, whole) : null;
    if (!link) return "broken";
    whole.push({ ...tree, ...link, trust, entries, leaves });
  }
  return whole;
}

/** Null if the tree does not go on from the one before exactly where that ends, or from one that is not served. */
function linkOf({ origin, folder, entries: [first] }: ReadTree, earlier: readonly WholeTree[]): Link | null {
  const before = earlier.at(-1);
  const note = first && continuedCheckpoint(first);
  if (earlier.some((one) => one.origin === origin)) return null;
  if (note === undefined || note === null)
    return !before && folder === logFolder(1) ? { last: null, isWhole: true } : null;
  if (note === "") return { last: null, isWhole: false };
  const last = parseCheckpoint(note);
  if (before?.origin !== last?.origin)
    return !last || earlier.some((one) => one.origin === last.origin) ? null : { last, isWhole: false };
  if (!before || !last || before.size > last.size) return null;
  if (before.size < last.size) return { last, isWhole: false };
  return before.root === last.root ? { last, isWhole: true } : null;
}

const textOf = (kind: "published" | "withdrawn", commitment: Bytes) => leafText(encodeEntry({ kind, commitment }));

/** The signed trees, the oldest first. Null if the list cannot be read. */
async function treesIn(list: Bytes | null): Promise<Tree[] | null> {
  try {
    const { logs } = JSON.parse(leafText(list ?? undefined)) as {
      logs: { folder: string; checkpoint: { note: string } | null }[];
    };
    const signed = logs.filter(({ checkpoint }) => checkpoint).toReversed();
    const trees = signed.flatMap(({ folder, checkpoint }) => {
      const body = parseCheckpoint(checkpoint?.note ?? "");
      return body ? [{ ...body, folder }] : [];
    });
    return trees.length === signed.length ? trees : null;
  } catch {
    return null;
  }
}

const atOnce = 8;

async function entriesOf({ folder, size }: Tree, read: ReadLogFile): Promise<Bytes[] | null> {
  const entries: Bytes[] = [];
  for (let place = 0; place * tileWidth < size; place += atOnce) {
    const places = Array.from({ length: atOnce }, (_, more) => place + more).filter((one) => one * tileWidth < size);
    const tiles = await Promise.all(
      places.map(async (one) => {
        const width = Math.min(tileWidth, size - one * tileWidth);
        const tile = await read(`${folder}/${tilePath({ kind: "tile", level: null, place: one, width })}`);
        const found = tile && entriesIn(tile);
        return found?.length === width ? found : null;
      }),
    );
    for (const found of tiles) {
      if (!found) return null;
      entries.push(...found);
    }
  }
  return entries;
}

/** Each entry is preceded by its length. Null if the last one is cut off. */
export function entriesIn(tile: Bytes): Bytes[] | null {
  const entries: Bytes[] = [];
  let at = 0;
  while (at < tile.length) {
    const begin = at + 2;
    at = begin + (tile[at] ?? 0) * 256 + (tile[at + 1] ?? 0);
    entries.push(tile.subarray(begin, at));
  }
  return at === tile.length ? entries : null;
}

/** One tile after the other, so that few promises wait at a time. */
export async function leafHashes(entries: readonly Bytes[]): Promise<Bytes[]> {
  const leaves: Bytes[] = [];
  for (let at = 0; at < entries.length; at += tileWidth) {
    const hashing = entries.slice(at, at + tileWidth).map((entry) => sha256Of(Uint8Array.of(0), entry));
    leaves.push(...(await Promise.all(hashing)));
  }
  return leaves;
}

/** The root of the tree with these leaves (RFC 6962). */
export async function rootOf(leaves: readonly Bytes[]): Promise<Bytes> {
  const roots: Bytes[] = [];
  for (let at = 0; at < leaves.length; at += tileWidth)
    roots.push(await rootAboveAll(leaves.slice(at, at + tileWidth)));
  return rootAboveAll(roots);
}

/** A node without a sibling moves up as it is. */
async function rootAboveAll(nodes: readonly Bytes[]): Promise<Bytes> {
  const [first, ...more] = nodes;
  if (!first || more.length === 0) return first ?? sha256Of();
  const pairs = nodes.flatMap((left, at) => (at % 2 === 0 ? [{ left, right: nodes[at + 1] }] : []));
  const above = pairs.map(async ({ left, right }) => (right ? sha256Of(Uint8Array.of(1), left, right) : left));
  return rootAboveAll(await Promise.all(above));
}
