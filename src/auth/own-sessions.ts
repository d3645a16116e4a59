import type { Caller, Outcome, OwnSession } from "#core/staff/accounts.ts";
import { deleteSession, sessionsOf } from "#storage/database/sessions.ts";
import { deleteSessionsOf } from "#storage/database/staff.ts";
import type { AccountContext } from "./account-context.ts";
import { recordAction } from "./account-events.ts";
import { endedSessionLine } from "./cookies.ts";
import { isRowId } from "./forms.ts";
import { ownSession } from "./own-account.ts";
import { sessionLimits } from "./session-limits.ts";

export async function ownSessions(context: AccountContext, caller: Caller): Promise<OwnSession[]> {
  const { person, sessionId } = await ownSession(context, caller);
  const now = context.now();
  const rows = await sessionsOf(context.database.read, person.id, now);
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

export async function endSession(context: AccountContext, caller: Caller, id: string): Promise<Outcome> {
  const { person, sessionId } = await ownSession(context, caller);
  if (!isRowId(id)) return { ok: true, cookies: [] };
  const isEnded = await context.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
  if (isEnded) await recordEnd(context, caller, person.id, 1);
  return { ok: true, cookies: id === sessionId ? [endedSessionLine(context.publicOrigin)] : [] };
}

export async function endAllSessions(context: AccountContext, caller: Caller): Promise<{ cookies: string[] }> {
  const { person } = await ownSession(context, caller);
  const ended = await context.database.write((writer) => deleteSessionsOf(writer, person.id));
  await recordEnd(context, caller, person.id, ended);
  return { cookies: [endedSessionLine(context.publicOrigin)] };
}

const recordEnd = (context: AccountContext, caller: Caller, personId: string, ended: number) =>
  recordAction(context, caller, personId, { action: "sessions-ended", details: { sessions: { from: ended, to: 0 } } });
