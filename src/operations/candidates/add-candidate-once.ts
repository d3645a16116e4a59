import type { Actor } from "#core/staff/actor.ts";
import { mayAddCandidates, require } from "#core/staff/permissions.ts";
import { doOnce } from "../idempotency/do-once.ts";
import type { Portal } from "../portal.ts";
import { addCandidate, type Alongside, type NewCandidate } from "./add-candidate.ts";

/** Adds a record, once for each key. Without a key every request adds one. */
export async function addCandidateOnce(
  portal: Portal,
  actor: Actor,
  input: NewCandidate,
  key: string | undefined,
  alongside: Alongside = async () => {},
): Promise<{ id: string }> {
  require(mayAddCandidates(actor), actor);
  if (key === undefined) return addCandidate(portal, actor, input, alongside);
  const id = await doOnce(portal, actor, { key, body: input }, async (answer) => {
    const added = await addCandidate(portal, actor, input, async (writer, candidate) => {
      await alongside(writer, candidate);
      await answer(writer, candidate.id);
    });
    return added.id;
  });
  return { id };
}
