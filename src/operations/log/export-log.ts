import { tileWidth, logFolder, tilePath } from "#verify/log-path.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { readLogFile, readLogs } from "./read-log.ts";

/**
 * Yields every file of the log with its path, for any server of static files. Checkpoints come last, so that the files
 * that they need already exist.
 */
export async function* logFiles(portal: Portal): AsyncGenerator<{ path: string; content: string | Uint8Array }> {
  const { read } = portal.database;
  const trees = await logTrees(read, portal.registry);
  const checkpoints: { path: string; content: string | Uint8Array }[] = [];
  for (const { generation, signed } of trees) {
    const { size, note } = signed;
    if (note === "") continue;
    const folder = logFolder(generation);
    for (const tile of tilesIn(size)) {
      const content = await readLogFile(portal, generation, tile);
      if (content !== null) yield { path: `${folder}/${tilePath(tile)}`, content };
    }
    checkpoints.push({ path: `${folder}/checkpoint`, content: note });
  }
  yield* checkpoints;
  const [newest] = checkpoints;
  if (newest) yield { ...newest, path: `${logFolder("newest")}/checkpoint` };
  yield { path: "/log/logs.json", content: JSON.stringify({ logs: await readLogs(portal) }) };
}

function* tilesIn(size: number) {
  for (const level of [null, 0]) yield* tilesAt(level, size);
  for (let level = 1; size >= tileWidth ** level; level += 1)
    yield* tilesAt(level, Math.floor(size / tileWidth ** level));
}

function* tilesAt(level: number | null, count: number) {
  for (let place = 0; place * tileWidth < count; place += 1) {
    yield { kind: "tile", level, place, width: Math.min(tileWidth, count - place * tileWidth) } as const;
  }
}
