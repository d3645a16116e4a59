import type { Caller, Outcome, OwnSession } from "#core/staff/accounts.ts";
import { deleteSession, sessionsOf } from "#storage/database/sessions.ts";
import { deleteSessionsOf } from "#storage/database/staff.ts";
import type { AccountDesk } from "../account-desk.ts";
import { recordDeed } from "../account-events.ts";
import { endedCookieLine } from "../cookies.ts";
import { isRowId } from "../forms.ts";
import { ownSession } from "./own-account.ts";
import { sessionLimits } from "../session-limits.ts";

export async function ownSessions(desk: AccountDesk, caller: Caller): Promise<OwnSession[]> {
  const { person, sessionId } = await ownSession(desk, caller);
  const now = desk.now();
  const rows = await sessionsOf(desk.database.read, person.id, now);
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

export async function endSession(desk: AccountDesk, caller: Caller, id: string): Promise<Outcome> {
  const { person, sessionId } = await ownSession(desk, caller);
  if (!isRowId(id)) return { ok: true, cookies: [] };
  const isEnded = await desk.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
  if (isEnded) await recordEnd(desk, caller, person.id, 1);
  return { ok: true, cookies: id === sessionId ? [endedCookieLine(desk.publicOrigin)] : [] };
}

export async function endAllSessions(desk: AccountDesk, caller: Caller): Promise<{ cookies: string[] }> {
  const { person } = await ownSession(desk, caller);
  const ended = await desk.database.write((writer) => deleteSessionsOf(writer, person.id));
  await recordEnd(desk, caller, person.id, ended);
  return { cookies: [endedCookieLine(desk.publicOrigin)] };
}

const recordEnd = (desk: AccountDesk, caller: Caller, personId: string, ended: number) =>
  recordDeed(desk, caller, personId, { action: "sessions-ended", details: { sessions: { from: ended, to: 0 } } });
