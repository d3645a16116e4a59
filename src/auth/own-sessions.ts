import type { StepDone, OwnSession } from "#core/accounts/accounts.ts";
import { isRowId } from "#storage/database/database.ts";
import { deleteSession, sessionsOf } from "#storage/database/accounts/sessions.ts";
import { deleteSessionsOf } from "#storage/database/accounts/roles.ts";
import type { AccountRequest } from "./account-context.ts";
import { recordAction } from "./account-events.ts";
import { endedSessionLine } from "./cookies.ts";
import { ownSession } from "./own-account.ts";
import { sessionLimits } from "./session-limits.ts";

export async function ownSessions(request: AccountRequest): Promise<OwnSession[]> {
  const { person, sessionId } = await ownSession(request);
  const now = request.now();
  const rows = await sessionsOf(request.database.read, person.id, now);
  return rows
    .filter(({ used_at }) => used_at + sessionLimits.idleMs > now)
    .map(({ id, started_at, used_at, browser }) => ({
      id,
      startedAt: started_at,
      usedAt: used_at,
      browser,
      isThis: id === sessionId,
    }));
}

export async function endSession(request: AccountRequest, id: string): Promise<StepDone> {
  const { person, sessionId } = await ownSession(request);
  if (!isRowId(id)) return { cookies: [] };
  const isEnded = await request.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
  if (isEnded) await recordEnd(request, person.id, 1);
  return { cookies: id === sessionId ? [endedSessionLine(request.publicOrigin)] : [] };
}

export async function endAllSessions(request: AccountRequest): Promise<{ cookies: string[] }> {
  const { person } = await ownSession(request);
  const ended = await request.database.write((writer) => deleteSessionsOf(writer, person.id));
  await recordEnd(request, person.id, ended);
  return { cookies: [endedSessionLine(request.publicOrigin)] };
}

const recordEnd = (request: AccountRequest, personId: string, ended: number) =>
  recordAction(request, personId, { action: "sessions-ended", details: { sessions: { from: ended, to: 0 } } });
