import { sql } from "kysely";
import { tileWidth } from "#verify/log-path.ts";
import { type Database, lockForUpdate, preparedSelect, type Reader, type Writer } from "../database.ts";
import { insertRow, putRow, type Row, updateRow } from "../rows.ts";
import type { Write } from "../unit-of-work.ts";

export type CheckpointRow = Row<"log_checkpoint">;
export type LogTree = Row<"log_tree"> & { signed: CheckpointRow };
export type LogLeaf = Row<"log_leaf">;
export type TilePlace = Pick<Row<"log_tile">, "level" | "place">;

/** The trees of a registry, the newest first. Only the newest tree grows. A checkpoint that is missing has no root. */
export async function logTrees(reader: Reader, registry: string): Promise<LogTree[]> {
  const { rows } = await sql<TreeRow>`${treesOf(registry)} order by generation desc`.execute(reader);
  return rows.map(asTree);
}

const treesOf = (registry: string) => sql`
  select tree.*, signed.size as signed_size, signed.root, signed.note, signed.signed_at
  from log_tree as tree left join log_checkpoint as signed on signed.tree_id = tree.id
  where tree.registry = ${registry}`;

type SignedColumns = Pick<CheckpointRow, "root" | "note" | "signed_at"> & { signed_size: number };
type TreeRow = Row<"log_tree"> & { [Name in keyof SignedColumns]: SignedColumns[Name] | null };

const asTree = ({ signed_size, root, note, signed_at, ...tree }: TreeRow): LogTree => ({
  ...tree,
  signed: {
    tree_id: tree.id,
    size: signed_size ?? 0,
    root: root ?? new Uint8Array(),
    note: note ?? "",
    signed_at: signed_at ?? 0,
  },
});

/** Stored tiles in any order, and leaves in theirs. */
export type StoredTiles = { tiles: readonly StoredTile[]; entries: readonly Uint8Array[] };
type StoredTile = Omit<Row<"log_tile">, "tree_id">;

/** Each level, and the number of leaves below one of its tiles: levels enough for a million million leaves. */
const leavesBelow = sql.raw([0, 1, 2, 3, 4].map((level) => `(${level}, ${tileWidth ** (level + 1)})`).join(", "));

/** In the place of a level, where a row is a leaf. */
const ofLeaf = -1;

function asStored(rows: readonly StoredTile[]): StoredTiles {
  const [leaves, tiles] = [rows.filter(({ level }) => level === ofLeaf), rows.filter(({ level }) => level !== ofLeaf)];
  return { tiles, entries: leaves.map(({ hashes }) => hashes) };
}

const width = sql.lit(tileWidth);

/**
 * By registry, generation and position of a leaf: the trees, the newest first, and what a proof of the leaf needs if that tree still
 * has it. These are the tiles above the leaf, and those at the end of what is signed: only the database knows where that is.
 */
const treesAndTiles = preparedSelect("trees-and-tiles", (reader) => {
  const select = sql<(TreeRow & { level: null }) | StoredTile>`
    with trees as (${treesOf("")}),
      proving as (select id, signed_size from trees where generation = ${0}),
      below (level, leaves) as (values ${leavesBelow}),
      stored as (
        select tile.level, tile.place, tile.hashes from proving cross join below join log_tile as tile
          on tile.tree_id = proving.id and tile.level = below.level
            and tile.place in (cast(${0} as bigint) / leaves, signed_size / leaves)
        union all
        select ${sql.lit(ofLeaf)}, leaf.position, leaf.entry from proving join log_leaf as leaf on leaf.tree_id = proving.id
          and leaf.position >= signed_size / ${width} * ${width} and leaf.position < signed_size
      )
    select trees.*, null as level, null as place, null as hashes from trees
    union all select trees.*, stored.* from stored left join trees on false
    order by generation desc, place`;
  return { compile: () => select.compile(reader) };
});

/** Reads in one query the trees of a registry and the tiles for a proof of one leaf. */
export async function readForProof(
  database: Pick<Database, "findAll">,
  registry: string,
  { generation, position }: { generation: number; position: number },
): Promise<{ trees: LogTree[]; stored: StoredTiles }> {
  const rows = await database.findAll(treesAndTiles, [registry, generation, position]);
  const trees = rows.filter((row) => row.level === null).map(asTree);
  return { trees, stored: asStored(rows.filter((row) => row.level !== null)) };
}

/** Returns the writes that append leaves to a tree. The row of the tree must be locked. */
export const leafWrites = (writer: Writer, tree: Pick<LogTree, "id" | "size">, leaves: readonly LogLeaf[]): Write[] =>
  leaves.length === 0
    ? []
    : [
        writer
          .updateTable("log_tree")
          .set({ size: tree.size + leaves.length })
          .where("id", "=", tree.id),
        writer.insertInto("log_leaf").values(leaves),
      ];

/** Inserts a tree with the checkpoint of an empty tree, which is not signed. */
export async function insertTree(writer: Writer, tree: Row<"log_tree">, root: Uint8Array): Promise<void> {
  await insertRow(writer, "log_tree", tree);
  await insertCheckpoint(writer, { tree_id: tree.id, size: 0, root, note: "", signed_at: tree.begun_at });
}

export const insertCheckpoint = (writer: Writer, row: CheckpointRow): Promise<void> =>
  insertRow(writer, "log_checkpoint", row);

/** Only for a tree of which nothing is signed. */
export const renameTree = (writer: Writer, id: string, origin: string): Promise<void> =>
  updateRow(writer, "log_tree", id, { origin });

export const endTree = (writer: Writer, id: string, at: number): Promise<void> =>
  updateRow(writer, "log_tree", id, { ended_at: at });

/** Copies the leaves from a position on to another tree. */
export async function copyLeaves(writer: Writer, from: { tree: string; position: number }, to: typeof from) {
  const moved = sql`position - ${from.position} + ${to.position}`;
  await sql`insert into log_leaf (tree_id, position, entry) select ${to.tree}, ${moved}, entry from log_leaf
    where tree_id = ${from.tree} and position >= ${from.position}`.execute(writer);
}

export const leavesFrom = (reader: Reader, treeId: string, from: number, atMost: number): Promise<LogLeaf[]> =>
  reader
    .selectFrom("log_leaf")
    .selectAll()
    .where("tree_id", "=", treeId)
    .where("position", ">=", from)
    .orderBy("position")
    .limit(atMost)
    .execute();

/** A transaction that changes tiles must take this lock. */
export const lockCheckpoint = (
  database: Database,
  writer: Writer,
  treeId: string,
): Promise<CheckpointRow | undefined> =>
  lockForUpdate(
    database,
    writer.selectFrom("log_checkpoint").selectAll().where("tree_id", "=", treeId),
  ).executeTakeFirst();

/** Replaces a locked checkpoint. Does nothing if another process stored a larger one or ended the tree. */
export async function replaceCheckpoint(writer: Writer, { tree_id, ...row }: CheckpointRow): Promise<void> {
  await writer
    .updateTable("log_checkpoint")
    .set(row)
    .where("tree_id", "in", (eb) =>
      eb.selectFrom("log_tree").select("id").where("id", "=", tree_id).where("ended_at", "is", null),
    )
    .where("size", "<", row.size)
    .execute();
}

export async function replaceNote(writer: Writer, treeId: string, note: string): Promise<void> {
  await writer.updateTable("log_checkpoint").set({ note }).where("tree_id", "=", treeId).execute();
}

/** Reads in one query the stored tiles, and the leaves of some tiles of level 0. */
export async function tilesAt(
  reader: Reader,
  treeId: string,
  places: readonly TilePlace[],
  ofLeaves: readonly number[] = [],
): Promise<StoredTiles> {
  // With the condition on the tree outside of the `or`, SQLite would read every tile of the tree.
  const isAt = ({ level, place }: TilePlace) => sql`(tree_id = ${treeId} and level = ${level} and place = ${place})`;
  const leavesAt = (place: number) => sql`union all select ${sql.lit(ofLeaf)}, position, entry from log_leaf
    where tree_id = ${treeId} and position >= ${place * tileWidth} and position < ${(place + 1) * tileWidth}`;
  const { rows } = await sql<StoredTile>`
    select level, place, hashes from log_tile where ${sql.join(places.map(isAt), sql` or `)}
    ${sql.join(ofLeaves.map(leavesAt), sql` `)} order by place`.execute(reader);
  return asStored(rows);
}

/** The number of stored complete tiles of leaves. */
export async function completeTiles(reader: Reader, treeId: string): Promise<number> {
  const found = reader.selectFrom("log_tile").select("place").where("tree_id", "=", treeId).where("level", "=", 0);
  const last = await found.orderBy("place", "desc").limit(1).executeTakeFirst();
  return last ? last.place + 1 : 0;
}

export const putTile = (writer: Writer, tile: Row<"log_tile">): Promise<void> =>
  putRow(writer, "log_tile", ["tree_id", "level", "place"], tile);
