import { StartRefused } from "#core/errors.ts";
import { inHex } from "#verify/in-hex.ts";
import { wrappedUnder } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { hasBackupAt } from "#storage/database/backup-runs.ts";
import { erasedAmong, erasuresAfter } from "#storage/database/erasures.ts";
import { everyRow } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { verifyChain, type Watcher } from "../portal/verify-chain.ts";
import type { BackupPlace } from "../portal/backup-place.ts";
import { type ErasureHead, hashOfErasure, noErasures, openHead, storedHead } from "./erasure-chain.ts";
import { ledgerIsMissing, readLedger } from "./erasures.ts";

/** What the database lists: whom, and the numbers of the deletions that were written to the ledger, by their hashes. */
type Listed = { subjects: Set<string>; written: Map<string, number> };

/**
 * Checks that the database lists each deletion up to the sealed end of the list, and that the ledger at BACKUP_URL has the
 * same. A database that was put back as it was earlier is noticed by its ledger, and the other way round.
 */
export async function verifyErasures(portal: Portal, { onBroken }: Watcher = {}): Promise<{ deletions: number }> {
  const { backupPlace: place } = portal;
  const report = (problem: string) => onBroken?.(problem);
  const head = await openedHead(portal);
  const listed: Listed = { subjects: new Set(), written: new Map() };
  const rows = linkedRows(portal, listed);
  const hashOf = (previous: Uint8Array, { row }: { row: Parameters<typeof hashOfErasure>[0] }) =>
    hashOfErasure({ ...row, previous });
  const chain = await verifyChain({ start: noErasures, head: head ?? noErasures, rows, hashOf });
  const end = (await openedHead(portal))?.seq ?? 0;
  const brokenAt = chain.brokenAt ?? (chain.last > end ? end + 1 : null);
  if (!head) report("The end of the list of deletions is missing or was changed; restore the site from a backup.");
  else if (brokenAt !== null) {
    report(
      `The list of deletions in the database is broken at or before number ${brokenAt}: it was changed, removed or added without the secret. ` +
        "Restore the site from a backup: that deletes again whatever is listed beside the backups.",
    );
  }
  if (place) for await (const problem of ledgerProblems(place, portal, listed)) report(problem);
  return { deletions: chain.last };
}

async function* linkedRows({ database: { read } }: Portal, { subjects, written }: Listed) {
  for await (const row of everyRow((after, atMost) => erasuresAfter(read, after, atMost))) {
    const hash = hashOfErasure(row);
    subjects.add(`${row.subject} ${row.erased_id}`);
    if (row.written_at !== null) written.set(inHex(hash), row.seq);
    yield { seq: row.seq, hash, row };
  }
}

/** Null if it is missing or was changed. */
async function openedHead(portal: Portal): Promise<ErasureHead | null> {
  const row = await storedHead(portal);
  return openedOrNull(() =>
    row && wrappedUnder(row.wrapped_key) === row.key_set ? openHead(portal.keyring, row) : null,
  );
}

async function* ledgerProblems(
  { open, location }: BackupPlace,
  { database: { read }, keyring }: Portal,
  { subjects, written }: Listed,
): AsyncGenerator<string, void> {
  await using target = await open();
  const ledger = await readLedger(target, keyring).catch((error: unknown) => {
    if (error instanceof StartRefused) return error;
    throw error;
  });
  if (ledger instanceof StartRefused) {
    yield `${location}: ${ledger.message}`;
    return;
  }
  if (ledger === null) {
    if (await hasBackupAt(read, location)) yield `${location}: ${ledgerIsMissing}`;
    return;
  }
  const inLedger = new Set(ledger.map((erasure) => inHex(hashOfErasure(erasure))));
  for (const [hash, seq] of written)
    if (!inLedger.has(hash))
      yield `The list of deletions at ${location} is older than the database: number ${seq} is missing. Make a backup, which writes it again.`;
  for (const { seq, subject, erased_id: id } of ledger)
    // The query finds a deletion that was added since the rows were read.
    if (!subjects.has(`${subject} ${id}`) && !(await erasedAmong(read, subject, [id])).has(id))
      yield `The database is older than the list of deletions at ${location}: number ${seq} is missing, so deleted data may be back. Restore the site from the newest backup.`;
}
