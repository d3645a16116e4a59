import type { Caller } from "#core/staff/accounts.ts";
import { type AccountRow, accountById, lockPerson } from "#storage/database/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { deletePendingSignIns } from "#storage/database/factors.ts";
import { deleteSession, sessionByToken } from "#storage/database/sessions.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordDeed } from "./account-events.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";
import { sessionBegunBy } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { rememberBrowser } from "./known-browsers.ts";

type Begun = {
  way: "password" | "second factor" | "passkey" | "Google";
  /** Whether what was shown still opens the account. Asked while nobody can change it. */
  stillOpens: (writer: Writer, personId: string) => Promise<boolean>;
};

/**
 * After better-auth has begun a session, and before the browser hears of it: it is recorded, and the one that this browser
 * had before ends. The answer's cookies, or null where the password or passkey was taken away while it was being checked.
 */
export async function finishSignIn(
  desk: AccountDesk,
  caller: Caller,
  { cookies }: LibraryAnswer,
  { way, stillOpens }: Begun,
): Promise<string[] | null> {
  const token = sessionBegunBy(desk, cookies);
  const begun = token === null ? undefined : await desk.database.find(sessionByToken, [token]);
  if (!begun) return null;
  const { id, person_id: personId, email } = begun;
  const before = await sessionOfBrowser(desk, caller);
  const isIn = await desk.database.write(async (writer) => {
    await lockPerson(desk.database, writer, personId);
    const stands = await stillOpens(writer, personId);
    if (!stands) await deleteSession(writer, { id, personId });
    else if (before) await deleteSession(writer, { id: before.sessionId, personId: before.person.id });
    return stands;
  });
  if (!isIn) return null;
  await recordDeed(desk, caller, personId, { action: "signed-in", details: { way: { from: null, to: way } } });
  return [...cookies, rememberBrowser(desk, caller, email)];
}

/** Whether the password is the one that was looked at before it was checked. */
export const hasSamePassword =
  (seen: AccountRow) =>
  async (writer: Writer): Promise<boolean> =>
    (await accountById(writer, seen.id))?.password_hash === seen.password_hash;

/** Where a code is asked for next. Whether the password that was checked still is the one. */
export async function mayGoOnToCode({ database }: AccountDesk, seen: AccountRow): Promise<boolean> {
  return database.write(async (writer) => {
    await lockPerson(database, writer, seen.id);
    const isSame = await hasSamePassword(seen)(writer);
    if (!isSame) await deletePendingSignIns(writer, seen.id);
    return isSame;
  });
}
