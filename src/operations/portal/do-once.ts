import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable, PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { requestIndexes } from "#sealing/keyed-hashes.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  answerRepeatable,
  deleteRepeatable,
  deleteUnfinished,
  repeatableForChange,
  type RepeatableRow,
  openClaim,
  deleteRepeatablesBefore,
} from "#storage/database/idempotency.ts";
import { insertRow } from "#storage/database/rows.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import type { Portal } from "./portal.ts";
import { isAtWork } from "./processes.ts";

/** The key that the sender gave to a request, if there is one, and the content of the request. */
type Repeatable = { key: string | undefined; body: unknown };

/** Runs the writes of a request in a transaction, which also stores their answer. */
type Once = (writes: (within: Within<Portal>, writer: Writer) => Promise<string>) => Promise<string>;

const repeatableForMs = 24 * 60 * 60 * 1000;

/** Longer than any work takes. Even the claim of a living process ends after this time. */
const claimTimeoutMs = 2 * 60 * 1000;

/**
 * Longer than it takes to know that a process died. So a client that repeats a request gets an answer, and need not
 * send it a third time.
 */
const patienceMs = 6000;
const minPauseMs = 250;
const maxPauseMs = 1000;
const forgetAgainMs = 500;

/**
 * Does the work of a request once, however often the request is sent: at the same time, after the answer got lost, or after
 * the process was killed. The request is claimed for this process before the work, and the answer is stored in the transaction
 * of the work. So either both are stored and the answer is repeated, or neither is stored and the next request does the work.
 * A request without a key is always done.
 */
export async function doOnce(
  portal: Portal,
  actor: Actor,
  { key, body }: Repeatable,
  work: (once: Once) => Promise<string>,
): Promise<string> {
  if (key === undefined) return work((writes) => inTransaction(portal, writes));
  const claim = `${portal.processId}:${randomUUID()}`;
  const earlier = await claimRequest(portal, actor, { key, body }, claim);
  if (earlier !== null) return earlier;
  try {
    return await work((writes) =>
      inTransaction(portal, async (within, writer) => {
        const answer = await writes(within, writer);
        // If the work took too long, another request has the claim.
        if (!(await answerRepeatable(writer, claim, answer))) throw new PortalError("still-working");
        return answer;
      }),
    );
  } catch (error) {
    const forgotten = forgetClaim(portal, claim);
    // If the database cannot be reached, nobody waits for a second failure.
    if (!isUnavailable(error)) await forgotten;
    throw error;
  }
}

/** Deletes the claim. Nobody waits for a database that cannot be reached: its claim is deleted once it can be. */
async function forgetClaim({ database }: Portal, claim: string): Promise<void> {
  const isDone = () =>
    database
      .write((writer) => deleteUnfinished(writer, claim))
      .then(
        () => true,
        (error: unknown) => !isUnavailable(error),
      );
  if (!(await isDone())) void untilDone(isDone);
}

/** This process lives, so no other process would treat the claim as over. */
async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + claimTimeoutMs;
  while (performance.now() < until) {
    await delay(forgetAgainMs, undefined, { ref: false });
    if (await isDone()) return;
  }
}

/** Returns the answer of an earlier request with this key, or null if this request may do the work. */
async function claimRequest(portal: Portal, actor: Actor, { key, body }: Repeatable & { key: string }, claim: string) {
  const keyIndexes = requestIndexes(portal.keyring, "key", `${actorId(actor)}\0${key}`);
  const bodyIndexes = requestIndexes(portal.keyring, "body", JSON.stringify(body));
  const [key_index, body_index] = [keyIndexes[0], bodyIndexes[0]];
  if (!key_index || !body_index) throw new Error("there is no key to know requests by");
  const dead = await claimOfDeadProcess(portal, keyIndexes);
  return portal.database.write(async (writer) => {
    const now = portal.now();
    const known = await repeatableForChange(portal.database, writer, keyIndexes);
    if (known && !isOver(known, now, dead)) return answerTo(known, bodyIndexes);
    if (known) await deleteRepeatable(writer, known);
    await insertRow(writer, "idempotency", { key_index, body_index, claim, claimed_at: now, answer: null });
    return null;
  });
}

/**
 * Returns the claim on this request if its process died during the work, else null. While a living process works on it,
 * this waits for some time. One request of each process waits; further repeats are answered at once.
 */
async function claimOfDeadProcess(portal: Portal, keyIndexes: readonly Buffer[]): Promise<string | null> {
  const key = String(keyIndexes[0]?.toString("hex"));
  const isFirst = !waitedFor.has(key);
  if (isFirst) waitedFor.add(key);
  try {
    return await deadClaimWithin(isFirst ? patienceMs : 0, portal, keyIndexes);
  } finally {
    if (isFirst) waitedFor.delete(key);
  }
}

const waitedFor = new Set<string>();

async function deadClaimWithin(ms: number, portal: Portal, keyIndexes: readonly Buffer[]): Promise<string | null> {
  const start = performance.now();
  for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const known = await openClaim(portal.database.read, keyIndexes);
    const [process] = known?.claim.split(":") ?? [];
    if (!known || process === undefined) return null;
    if (!(await isAtWork(portal, process, Math.abs(portal.now() - known.claimed_at)))) return known.claim;
    if (performance.now() - start >= ms) return null;
    await delay(pauseMs);
  }
}

/** If the process of a claim was only slow, it finds its claim gone and rolls back. */
function isOver({ answer, claim, claimed_at }: RepeatableRow, now: number, dead: string | null): boolean {
  if (answer !== null) return claimed_at + repeatableForMs <= now;
  return claim === dead || Math.abs(now - claimed_at) >= claimTimeoutMs;
}

function answerTo({ body_index, answer }: RepeatableRow, bodyIndexes: readonly Buffer[]): string {
  if (!bodyIndexes.some((index) => index.equals(body_index))) throw new PortalError("key-reused");
  if (answer === null) throw new PortalError("still-working");
  return answer;
}

export async function sweepRequests(portal: Portal): Promise<void> {
  await portal.database.write((writer) => deleteRepeatablesBefore(writer, portal.now() - repeatableForMs));
}
