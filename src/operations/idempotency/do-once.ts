import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { requestIndexes } from "#sealing/keyed-hashes.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  answerRepeatable,
  deleteRepeatable,
  deleteUnfinished,
  insertRepeatable,
  repeatableForChange,
  type RepeatableRow,
} from "#storage/database/idempotency.ts";
import type { Portal } from "../portal.ts";

/** A key that the sender gave to a request, and what the request asks for. */
export type Repeatable = { key: string; body: unknown };

/** Writes the answer down, in the transaction of the work that it speaks of. */
export type Answer = (writer: Writer, answer: string) => Promise<void>;

export const repeatableForMs = 24 * 60 * 60 * 1000;

/** Longer than any work takes. Who died over it is waited for no longer. */
const patienceMs = 2 * 60 * 1000;

/**
 * Does the work of a request once, however often the request comes: at the same time, after the answer got lost, after
 * the process was killed. Before the work stands a claim; the answer comes into the same transaction as the work. So
 * either both are there, and the answer is given again, or neither is, and the next request does the work.
 */
export async function doOnce(
  portal: Portal,
  actor: Actor,
  request: Repeatable,
  work: (answer: Answer) => Promise<string>,
): Promise<string> {
  const claim = randomUUID();
  const earlier = await claimRequest(portal, actor, request, claim);
  if (earlier !== null) return earlier;
  try {
    return await work((writer, answer) => answerClaim(writer, claim, answer));
  } catch (error) {
    // As far as the database can be reached; otherwise the claim ends by itself. This error is the one to tell.
    await portal.database.write((writer) => deleteUnfinished(writer, claim)).catch(() => undefined);
    throw error;
  }
}

/** The answer of an earlier request with this key, or null when the work is now ours. */
async function claimRequest(
  portal: Portal,
  actor: Actor,
  { key, body }: Repeatable,
  claim: string,
): Promise<string | null> {
  const keyIndexes = requestIndexes(portal.keyring, "key", `${actorId(actor)}\0${key}`);
  const bodyIndexes = requestIndexes(portal.keyring, "body", JSON.stringify(body));
  const [key_index, body_index] = [keyIndexes[0], bodyIndexes[0]];
  if (!key_index || !body_index) throw new Error("there is no key to know requests by");
  return portal.database.write(async (writer) => {
    const now = portal.now();
    const known = await repeatableForChange(portal.database, writer, keyIndexes);
    if (known && !isOver(known, now)) return answerTo(known, bodyIndexes);
    if (known) await deleteRepeatable(writer, known);
    await insertRepeatable(writer, { key_index, body_index, claim, claimed_at: now, answer: null });
    return null;
  });
}

const isOver = ({ answer, claimed_at }: RepeatableRow, now: number) =>
  claimed_at + (answer === null ? patienceMs : repeatableForMs) <= now;

function answerTo({ body_index, answer }: RepeatableRow, bodyIndexes: readonly Buffer[]): string {
  if (!bodyIndexes.some((index) => index.equals(body_index))) throw new PortalError("key-reused");
  if (answer === null) throw new PortalError("still-working");
  return answer;
}

/** Whoever took too long finds that another one has the work, and leaves nothing. */
async function answerClaim(writer: Writer, claim: string, answer: string): Promise<void> {
  if (!(await answerRepeatable(writer, claim, answer))) throw new PortalError("still-working");
}
