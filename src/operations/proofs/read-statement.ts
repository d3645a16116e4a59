import type { Actor } from "#core/staff/actor.ts";
import { currentKeyRow } from "#storage/database/signing-keys.ts";
import { newestStatement } from "#storage/database/statements.ts";
import type { Portal } from "../portal.ts";
import { readableRow } from "../records/read-record.ts";

/** What was signed of a record last, whether it stands or not; null where nothing was. For those who may read the record. */
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
    withdrawn:
      row.withdrawn_tree === null || row.withdrawn_leaf === null
        ? null
        : { generation: row.withdrawn_tree, position: row.withdrawn_leaf },
  };
}

/**
 * A key that somebody copied unseen signs for them until it is replaced. NIST SP 800-57 gives a private key for signatures one to three
 * years; a replacement costs nobody anything here, so that it is one.
 */
const keyMonths = 12;
const monthMs = (365.25 / 12) * 24 * 3_600_000;

/** Since when the key has signed statements, if that is too long. */
export async function oldStatementKey({ database, registry, now }: Portal): Promise<number | null> {
  const row = await currentKeyRow(database.read, { registry, purpose: "statement" });
  return row && now() - row.made_at > keyMonths * monthMs ? row.made_at : null;
}
