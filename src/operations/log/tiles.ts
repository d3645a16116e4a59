import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { tileWidth } from "#verify/log-path.ts";
import { hashBytes, leafHash, readTogether, rootOver, type TileReader } from "#sealing/merkle.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import {
  completeTiles,
  leavesFrom,
  lockCheckpoint,
  type LogTree,
  putTile,
  type StoredTiles,
  type TilePlace,
  tilesAt,
} from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { LogBroken } from "./log-fault.ts";

/**
 * The last tile of the leaves is computed from its leaves, and so are complete tiles that a restore left out. `known` is what was
 * read before: the leaves after the last complete tile among them.
 */
export const tilesOf = (reader: Reader, treeId: string, size: number, known?: StoredTiles): TileReader =>
  readTogether(async (places) => {
    const last = Math.floor(size / tileWidth);
    const isLast = ({ level, place }: TilePlace) => level === 0 && place === last;
    const needed = places.filter((one) => !isLast(one));
    const { tiles, entries } =
      known && needed.every((one) => tileIn(known, one))
        ? known
        : await tilesAt(reader, treeId, places, places.some(isLast) ? [last] : []);
    const computed = async ({ level, place }: TilePlace) => {
      if (level > 0) return noHashes;
      if (place === last) return hashesOf(entries);
      const leaves = await leavesFrom(reader, treeId, place * tileWidth, tileWidth);
      return hashesOf(leaves.map(({ entry }) => entry));
    };
    return Promise.all(places.map(async (one) => tileIn({ tiles }, one)?.hashes ?? computed(one)));
  });

const tileIn = ({ tiles }: Pick<StoredTiles, "tiles">, { level, place }: TilePlace) =>
  tiles.find((tile) => tile.level === level && tile.place === place);

const noHashes = new Uint8Array();

const hashesOf = (entries: readonly Uint8Array[]): Buffer => Buffer.concat(entries.map(leafHash));

/** How many tiles are made in one transaction, so that other writes get their turn. */
const atOnce = 16;

/** Stores every complete tile of leaves, and its root in the tile above. */
export async function growTiles({ database }: Pick<Portal, "database">, { id, size }: LogTree): Promise<void> {
  const complete = Math.floor(size / tileWidth);
  while ((await completeTiles(database.read, id)) < complete) {
    await database.write(async (writer) => {
      await lockCheckpoint(database, writer, id);
      const next = await completeTiles(writer, id);
      for (let place = next; place < Math.min(next + atOnce, complete); place += 1) {
        const leaves = await leavesFrom(writer, id, place * tileWidth, tileWidth);
        if (leaves.length < tileWidth)
          throw new LogBroken(`Lines of the public log are missing: run "attestry verify".`);
        await addTile(writer, id, { level: 0, place, hashes: hashesOf(leaves.map(({ entry }) => entry)) });
      }
    });
    await yieldToEventLoop();
  }
}

type Tile = TilePlace & { hashes: Uint8Array };

async function addTile(writer: Writer, treeId: string, { level, place, hashes }: Tile): Promise<void> {
  await putTile(writer, { tree_id: treeId, level, place, hashes });
  if (hashes.length < tileWidth * hashBytes) return;
  const above = { level: level + 1, place: Math.floor(place / tileWidth) };
  const [before] = (await tilesAt(writer, treeId, [above])).tiles;
  await addTile(writer, treeId, { ...above, hashes: Buffer.concat([before?.hashes ?? noHashes, rootOver(hashes)]) });
}
