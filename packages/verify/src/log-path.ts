/**
 * The files of a log as C2SP tlog-tiles names them, and the files that this site serves in addition. Each tree from the
 * second on has its own folder. The newest one also has an address that never changes.
 */

export type LogFile =
  | { kind: "checkpoint" }
  /** A tile of the tree at a level. If the level is null, the tile contains entries. */
  | { kind: "tile"; level: number | null; place: number; width: number }
  | { kind: "proof"; position: number };

/** The number of a tree, from 1, or the newest one of which a checkpoint was signed. */
type Generation = number | "newest";

/** The number of hashes or entries in a full tile. */
export const tileWidth = 256;

export const logFolder = (generation: Generation): string => (generation === 1 ? "/log" : `/log/${generation}`);

/** The place 1234067 becomes x001/x234/067, so that no folder has more than a thousand files. */
export function tilePath({ level, place, width }: Extract<LogFile, { kind: "tile" }>): string {
  const digits = String(place);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const written = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `tile/${level ?? "entries"}/${written}${width < tileWidth ? `.p/${width}` : ""}`;
}

/** Each file has exactly one valid path. Null for every other path. */
export function parseLogPath(path: string): { generation: Generation; file: LogFile } | null {
  const [, folder = "1", name = ""] = /^\/log(?:\/([1-9]\d{0,8}|newest))?\/(.+)$/.exec(path) ?? [];
  const file = parseFile(name);
  const generation = folder === "newest" ? folder : Number(folder);
  return file && `${logFolder(generation)}/${name}` === path ? { generation, file } : null;
}

function parseFile(name: string): LogFile | null {
  if (name === "checkpoint") return { kind: "checkpoint" };
  const [, position] = /^proof\/(0|[1-9]\d{0,14})$/.exec(name) ?? [];
  if (position !== undefined) return { kind: "proof", position: Number(position) };
  const [, level = "", groups = "", width = tileWidth] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(name) ?? [];
  if (groups === "") return null;
  const place = Number(groups.replaceAll(/[x/]/g, ""));
  const tile = {
    kind: "tile",
    level: level === "entries" ? null : Number(level),
    place,
    width: Number(width),
  } as const;
  const isInRange = tile.width >= 1 && (tile.level ?? 0) <= 63;
  return isInRange && tilePath(tile) === name ? tile : null;
}
