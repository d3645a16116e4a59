import { dayMs } from "#core/durations.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { currentKeyRow } from "#storage/database/proofs/signing-keys.ts";
import { newestStatement } from "#storage/database/proofs/statements.ts";
import { withdrawalInLog } from "#storage/database/proofs/withdrawals.ts";
import type { Portal } from "../portal/portal.ts";
import { readableRow } from "./read-record.ts";

/**
 * Returns the last statement of a record, whether it still stands or not. Null if there is none. For users who may read
 * the record.
 */
export async function readStatement(portal: Portal, actor: Actor, id: string) {
  await readableRow(portal, actor, id);
  const row = await newestStatement(portal.database.read, id);
  if (!row) return null;
  return {
    kid: row.kid,
    issuedAt: row.issued_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    published: { generation: row.published_tree, position: row.published_leaf },
    /** According to the log: somebody may have set back the columns of the row. */
    withdrawn: await withdrawalInLog(portal.database.read, row),
  };
}

/**
 * If somebody secretly copied a key, they can sign with it until it is replaced. NIST SP 800-57 allows one to three
 * years for a private key that signs. Here it is one year, because a replacement costs nobody anything.
 */
const keyMonths = 12;
const monthMs = (365.25 / 12) * dayMs;

/** Returns since when the key has signed statements, if that is too long. Null otherwise. */
export async function oldStatementKey({ database, registry, now }: Portal): Promise<number | null> {
  const row = await currentKeyRow(database.read, { registry, purpose: "statement" });
  return row && now() - row.made_at > keyMonths * monthMs ? row.made_at : null;
}
