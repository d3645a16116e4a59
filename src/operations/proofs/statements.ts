import { hash } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import { isSameOperator, renewedAfter, type StatementContent } from "#core/proofs/statement.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { signedToken, unsignedStatement } from "#sealing/sd-jwt.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { rowById, rowForChange, writeTogether } from "#storage/database/rows.ts";
import { issuersSince, openStatements } from "#storage/database/proofs/statements.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { isShownRow, openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { isStateLogged } from "../sealed/logged-state.ts";
import { maxStatementDays, type Settings } from "#core/settings/settings.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import {
  nextOf,
  openedStatements,
  openStatement,
  operatorOf,
  restate,
  type StatementChange,
  seenBy,
  type Statement,
} from "./note-publication.ts";
import { currentKeyId, currentSigningKey, type SigningKey } from "../signing/signing-keys.ts";

/** Returns the statement of what strangers see of a record now. Null if they see nothing. Throws if a page cannot be read. */
export async function statementOf(portal: Portal, recordId: string): Promise<Statement | null> {
  const { database } = portal;
  const [row, { kid }, settings] = await Promise.all([
    rowById(database.read, "candidate", recordId),
    currentSigningKey(portal, "statement"),
    currentSettings(portal),
  ]);
  if (!row) return null;
  const known = await knownStatement(portal, database.read, row, { kid, settings });
  if (known !== "stale") return known;
  return inTransaction(portal, async (within, writer) => {
    const locked = await rowForChange(database, writer, "candidate", recordId);
    const statement = locked ? await bringUpToDate(within, writer, locked) : null;
    // A page cannot be read, or the record is not what the audit log says: `verify` reports it.
    if (!statement && locked && isShownRow(portal, locked)) throw new PortalError("unavailable");
    return statement;
  });
}

type CurrentFacts = { kid: string; settings: Settings };

/** Null if strangers see nothing. `stale` if a new statement must be made. */
async function knownStatement(
  portal: Portal,
  reader: Reader,
  row: RecordRow,
  current: CurrentFacts,
): Promise<Statement | null | "stale"> {
  if (!isShownRow(portal, row)) return null;
  const key = recordKey(portal, row);
  // Checkers refuse one that is dated later than today, so another one follows it.
  const newest = (await openStatements(reader, [row.id])).find(
    ({ issued_at }) => !isFromFuture(issued_at, portal.now()),
  );
  if (!newest) return "stale";
  const statement = openedOrNull(() => openStatement(newest, key));
  const seen = seenBy(portal, openRecord(portal, row, key), current.settings);
  return statement && statesSameAs(statement.content, seen) && isFresh(portal, statement, current)
    ? statement
    : "stale";
}

const statesSameAs = (content: StatementContent | null, seen: string | null) =>
  content !== null && seen !== null && content.seen === hash("sha256", seen);

/**
 * True if the statement has the current key, address and name of the operator, and enough days left for a visitor
 * who saves it.
 */
function isFresh({ now, publicOrigin }: Portal, { row, content }: Statement, { kid, settings }: CurrentFacts): boolean {
  const left = (row.ends_at - now()) / (row.ends_at - row.issued_at);
  return (
    row.kid === kid &&
    content.issuer === publicOrigin &&
    left > renewedAfter &&
    isSameOperator(content.operator, operatorOf(settings))
  );
}

/**
 * Compares a locked record with its statements, and mends them. Statements that say something else end. A statement
 * that is only old is followed by another one, and stands until its last day for visitors who saved it.
 */
export async function bringUpToDate(portal: Within<Portal>, writer: Writer, row: RecordRow): Promise<Statement | null> {
  const settings = await currentSettings(portal);
  const kid = await currentKeyId(portal, "statement", writer);
  const known = await knownStatement(portal, writer, row, { kid, settings });
  if (known !== "stale" && known !== null) return known;
  // Somebody put back an older state of the record: nothing is signed for it.
  if (known === "stale" && !(await isStateLogged(portal, row.id))) return null;
  const key = recordKey(portal, row);
  const open = await openedStatements(writer, row.id, key);
  const write = async (change: Pick<StatementChange, "ending" | "next">) => {
    const restated = await restate(portal, writer, [{ key, open, ...change }]);
    await writeTogether(portal.database, writer, restated?.writes ?? []);
    return restated?.statements[0] ?? null;
  };
  if (known === null) return write({ ending: open, next: null });
  const record = openRecord(portal, row, key);
  const seen = seenBy(portal, record, settings);
  const ending = open.filter(
    ({ row: { ends_at }, content }) => ends_at <= portal.now() || !statesSameAs(content, seen),
  );
  return write({ ending, next: nextOf(record, seen, settings) });
}

export async function signingKeyOf(portal: Portal, { content }: Statement): Promise<SigningKey> {
  const key = await currentSigningKey(portal, "statement");
  // The key was replaced a moment ago. The next request gets a new statement.
  if (key.kid !== content.kid) throw new PortalError("unavailable");
  return key;
}

/**
 * The statement as it is sent: an SD-JWT VC with everything that may be kept back (RFC 9901). With `more` it is bound to a
 * wallet, and not the one in the public log.
 */
export async function signedStatement(portal: Portal, statement: Statement, more: object = {}): Promise<string> {
  const { sign } = await signingKeyOf(portal, statement);
  const { signingInput, disclosures } = unsignedStatement(statement.content, more);
  return [signedToken(sign, signingInput), ...disclosures, ""].join("~");
}

/** The addresses under which this site was reached before, and which statements still name. */
export async function formerIssuers({ database, registry, publicOrigin, now }: Portal): Promise<string[]> {
  const issuers = await issuersSince(database.read, registry, now() - maxStatementDays * dayMs);
  return issuers.filter((issuer) => issuer !== publicOrigin);
}
