import { encodeEntry } from "#core/proofs/log-entry.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { leafOf } from "#sealing/sd-jwt.ts";
import { countRows } from "#storage/database/rows.ts";
import { type LoggedStatement, loggedStatements } from "#storage/database/proofs/statements.ts";
import { everyRow } from "../paging.ts";
import type { Portal } from "../portal.ts";
import type { Watcher } from "../verify.ts";
import { openStatement } from "./note-publication.ts";
import { keysThatDoNotOpen } from "./signing-keys.ts";

/**
 * Checks that the signing keys and the statements of each record can be opened. The public log must have the same
 * content at the place that a statement names.
 */
export async function verifyStatements(
  portal: Portal,
  { onBroken = () => undefined, onProgress }: Watcher = {},
): Promise<{ whole: number; broken: number }> {
  const { read } = portal.database;
  for (const kid of await keysThatDoNotOpen(portal)) onBroken(`The signing key ${kid} cannot be opened.`);
  const total = await countRows(read, "statement");
  const seen = { whole: 0, broken: 0 };
  for await (const row of everyRow((after, atMost) => loggedStatements(read, portal.registry, after, atMost))) {
    const problem = problemOf(portal, row);
    seen[problem === null ? "whole" : "broken"] += 1;
    if (problem !== null) onBroken(`What was signed of record ${row.record_id} ${problem}.`);
    onProgress?.(seen.whole + seen.broken, total);
  }
  return seen;
}

function problemOf({ keyring }: Portal, row: LoggedStatement): string | null {
  const { record_id, wrapped_key, withdrawn_leaf } = row;
  const opened = openedOrNull(() => openStatement(row, unwrapKey(keyring, record_id ?? "", wrapped_key)));
  if (opened === null) return "cannot be opened";
  const isLogged = (kind: "published" | "withdrawn") =>
    Buffer.compare(encodeEntry(leafOf(opened.content, kind).entry), row[`${kind}_entry`] ?? Buffer.alloc(0)) === 0;
  const isAsLogged = isLogged("published") && (withdrawn_leaf === null || isLogged("withdrawn"));
  return isAsLogged ? null : "is not what the public log has in its place";
}
