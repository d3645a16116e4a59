import { encodeEntry } from "#verify/log-entry.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { leafOf, placesWithSeed } from "#sealing/sd-jwt.ts";
import { signingKeyRows } from "#storage/database/proofs/signing-keys.ts";
import { countRows } from "#storage/database/rows.ts";
import { type LoggedStatement, loggedStatements, wrongCounts } from "#storage/database/proofs/statements.ts";
import { everyRow } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { isShownRow } from "../sealed/sealed-record.ts";
import type { Watcher } from "../portal/verify-chain.ts";
import { openStatement } from "./note-publication.ts";
import { wrongSigningKeys } from "../signing/signing-keys.ts";

/**
 * Checks that the signing keys and the statements of each record can be opened. The public log must have the same
 * content at the place that a statement names, and no withdrawal of one that stands.
 */
export async function verifyStatements(
  portal: Portal,
  { onBroken = () => undefined, onProgress }: Watcher = {},
): Promise<{ whole: number; broken: number }> {
  const { read } = portal.database;
  for (const kid of await wrongSigningKeys(portal)) onBroken(`The signing key ${kid} was changed, or is not ours.`);
  const total = await countRows(read, "statement");
  const seen = { whole: 0, broken: 0 };
  for await (const { problem } of checkedStatements(portal)) {
    seen[problem === null ? "whole" : "broken"] += 1;
    if (problem !== null) onBroken(problem);
    onProgress?.(seen.whole + seen.broken, total);
  }
  const { lists, listsEmpty, origins, treesMissing, standing } = await wrongCounts(read, portal.registry);
  for (const id of lists) onBroken(`The status list ${id} counts other statements than those that were ended.`);
  for (const id of listsEmpty) onBroken(`The status list ${id} has no statement: somebody added it.`);
  for (const generation of treesMissing) onBroken(`The tree ${generation} of the public log is missing.`);
  for (const origin of origins) onBroken(`The statements name more or fewer lines of ${origin} than it has.`);
  for (const seq of standing) onBroken(`The statement ${seq} of a deleted record is not as the deletion left it.`);
  return seen;
}

/** Every statement of a record, or only those that stand in their rows, each with what is wrong with it. */
export async function* checkedStatements(
  portal: Portal,
  { isStanding = false } = {},
): AsyncGenerator<{ row: LoggedStatement; problem: string | null }, void> {
  const { database, registry } = portal;
  const kids = new Set((await signingKeyRows(database.read, registry)).map(({ id }) => id));
  const readAfter = (after: number, atMost: number) =>
    loggedStatements(database.read, registry, { after, atMost, isStanding });
  for await (const row of everyRow(readAfter)) {
    const problem = kids.has(row.kid) ? problemOf(portal, row) : "was signed by a key that is missing";
    yield { row, problem: problem && `What was signed of record ${row.record_id} ${problem}.` };
  }
}

function problemOf(portal: Portal, row: LoggedStatement): string | null {
  const { record_id, wrapped_key, seed, block, ended_at, withdrawn_leaf } = row;
  if (wrapped_key === null) return "belongs to no record";
  const opened = openedOrNull(() => openStatement(row, unwrapKey(portal.keyring, record_id, wrapped_key)));
  if (opened === null) return "cannot be opened";
  const isLogged = (kind: "published" | "withdrawn") =>
    Buffer.compare(encodeEntry(leafOf(opened.content, kind).entry), row[`${kind}_entry`] ?? Buffer.alloc(0)) === 0;
  const isWithdrawn = withdrawn_leaf !== null;
  if (!isWithdrawn && row.is_withdrawn === 1) return "stands, although the public log has its withdrawal";
  const isAsLogged = isLogged("published") && (!isWithdrawn || isLogged("withdrawn"));
  if (!isAsLogged) return "is not what the public log has in its place";
  const isInItsList =
    row.list_registry === row.registry &&
    row.tree_id === `${row.registry}/${row.published_tree}` &&
    row.issuer === opened.content.issuer &&
    seed !== null &&
    block !== null &&
    placesWithSeed(seed)({ ...row, block });
  if (!isInItsList) return "is not in its place of its status list";
  const isEnded = [ended_at, row.withdrawn_tree].every((column) => (column !== null) === isWithdrawn);
  if (!isEnded) return "stands, although it was withdrawn, or the other way round";
  return isWithdrawn || isShownRow(portal, row) ? null : "stands, although its record is not shown";
}
