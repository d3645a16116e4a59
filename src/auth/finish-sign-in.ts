import type { Caller } from "#core/staff/accounts.ts";
import { deleteSession, sessionByToken } from "#storage/database/sessions.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordDeed } from "./account-events.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";
import { sessionBegunBy } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";

type Way = "password" | "second factor" | "passkey" | "Google";

/** After a session has begun: it is recorded, and the one that this browser had before ends. Whose it is, or null. */
export async function finishSignIn(
  desk: AccountDesk,
  caller: Caller,
  { cookies }: LibraryAnswer,
  way: Way,
): Promise<string | null> {
  const token = sessionBegunBy(desk, cookies);
  const begun = token === null ? undefined : await desk.database.find(sessionByToken, [token]);
  if (!begun) return null;
  const before = await sessionOfBrowser(desk, caller);
  if (before) {
    await desk.database.write((writer) => deleteSession(writer, { id: before.sessionId, personId: before.person.id }));
  }
  await recordDeed(desk, caller, begun.person_id, {
    action: "signed-in",
    details: { way: { from: null, to: way } },
  });
  return begun.person_id;
}
