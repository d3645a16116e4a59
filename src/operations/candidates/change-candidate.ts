import { type AuditAction, detailsOfChange } from "#core/audit/audit-event.ts";
import type { Candidate } from "#core/candidates/candidate.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadCandidate, require } from "#core/staff/permissions.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { candidateForChange, updateCandidate } from "#storage/database/candidates.ts";
import type { Writer } from "#storage/database/database.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Portal } from "../portal.ts";
import { candidateKey, openCandidate, sealCandidate } from "./sealed-candidate.ts";

/** Which record, and the version that the change was made from, where the door knows it; of several any will do. */
export type CandidateTarget = { id: string; expectedVersion?: number | readonly number[] | undefined };

export type CandidateChanged = { modified: 0 | 1; candidate: Candidate };

/** For changes that reach further than the record's own row. */
type OpenRecord = { writer: Writer; key: Buffer };

type Change = {
  /** Whether this actor ever may, whatever the record. */
  allowed: (actor: Actor) => boolean;
  /** Whether this actor may with this record; always, when left out. */
  allowedFor?: (actor: Actor, candidate: Candidate) => boolean;
  /** The candidate as it shall be; the same fields again mean that nothing changes. */
  apply: (candidate: Candidate, open: OpenRecord) => Partial<Candidate> | Promise<Partial<Candidate>>;
  action: AuditAction | ((candidate: Candidate) => AuditAction);
  /** Last checks against other rows, inside the transaction. */
  check?: (writer: Writer, candidate: Candidate) => Promise<void>;
};

/** Somebody was quicker. */
export function refuseStale({ version }: { version: number }, expected: CandidateTarget["expectedVersion"]): void {
  if (expected !== undefined && ![expected].flat().includes(version)) throw new PortalError("stale");
}

/** The frame of every change to one record: locked, allowed, not stale, written, recorded; all or nothing. */
export async function changeCandidate(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: CandidateTarget,
  { allowed, allowedFor = () => true, apply, action, check }: Change,
): Promise<CandidateChanged> {
  require(allowed(actor), actor);
  return portal.database.write(async (writer) => {
    const row = await candidateForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    const before = openCandidate(portal, row);
    if (!mayReadCandidate(actor, before)) throw new PortalError("not-found");
    require(allowedFor(actor, before), actor);
    refuseStale(before, expectedVersion);
    const key = candidateKey(portal, row);
    const wanted = { ...before, ...(await apply(before, { writer, key })) };
    const details = detailsOfChange<Candidate>(before, wanted);
    if (Object.keys(details).length === 0) return { modified: 0, candidate: before };
    const after = { ...wanted, version: before.version + 1, changedAt: portal.now() };
    await check?.(writer, after);
    await updateCandidate(writer, id, sealCandidate(portal, after, { key, wrapped: wrapKey(portal.keyring, id, key) }));
    const what = typeof action === "function" ? action(after) : action;
    const event = { actor, action: what, subject: "candidate", subjectId: id, details } as const;
    await recordEvent(portal, writer, event, key);
    return { modified: 1, candidate: after };
  });
}
