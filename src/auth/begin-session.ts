import { randomBytes, randomUUID } from "node:crypto";
import type { Caller, Refused, Outcome } from "#core/staff/accounts.ts";
import {
  type AccountRow,
  accountById,
  lockPerson,
  type PersonRow,
  personWithSuspension,
} from "#storage/database/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { insertRow } from "#storage/database/rows.ts";
import { deleteSession, type SessionRow } from "#storage/database/sessions.ts";
import { insertVerification } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "./account-context.ts";
import { recordAction } from "./account-events.ts";
import { browserKind } from "./browser-kind.ts";
import { endedSessionLine, sessionCookieLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { rememberBrowser } from "./known-browsers.ts";
import { sessionLimits } from "./session-limits.ts";
import { endedStepLine, newStep } from "./unfinished-steps.ts";

/** With what an answer may say of them. Pages get neither: the session's token is half of its cookie. */
export type NewSession = { session: SessionRow; person: PersonRow };

export type SignInResult = ({ next: "signed-in" } & NewSession) | { next: "second-factor" };
export type SignInOutcome = Outcome<SignInResult>;

type SignIn = {
  personId: string;
  way: "password" | "second factor" | "passkey" | "Google";
  /** Whether what was shown still opens the account. Asked while nobody can change it. */
  stillOpens: (writer: Writer) => Promise<boolean>;
  /** What to answer if it does not. */
  otherwise: Refused;
};

/**
 * Something was shown that opens the account. Begins a session, and ends the one that this browser had; or asks for the
 * second factor first.
 */
export async function beginSession(context: AccountContext, caller: Caller, signIn: SignIn): Promise<SignInOutcome> {
  const before = await sessionOfBrowser(context, caller);
  const asksForFactor = signIn.way === "password" || signIn.way === "Google";
  const step = newStep(context, "second-factor", signIn.personId);
  const begun = await context.database.write(async (writer): Promise<NewSession | Refused | "second-factor"> => {
    const person = await whoMaySignIn(context, writer, signIn);
    if ("ok" in person) return person;
    if (asksForFactor && person.has_totp === 1) {
      await insertVerification(writer, step.row);
      return "second-factor";
    }
    const session = newSession(context, caller, signIn);
    await insertRow(writer, "session", session);
    if (before) await deleteSession(writer, { id: before.sessionId, personId: before.person.id });
    return { session, person };
  });
  if (begun === "second-factor") {
    return { ok: true, next: "second-factor", cookies: [endedSessionLine(context.publicOrigin), step.cookie] };
  }
  return "ok" in begun ? begun : sessionBegun(context, caller, signIn, begun);
}

async function whoMaySignIn(
  { database }: AccountContext,
  writer: Writer,
  { personId, stillOpens, otherwise }: SignIn,
): Promise<PersonRow | Refused> {
  await lockPerson(database, writer, personId);
  const person = await personWithSuspension(writer, personId);
  if (!person || !(await stillOpens(writer))) return otherwise;
  if (person.email_confirmed === 0) return refused("unconfirmed");
  return person.suspended_at === null ? person : refused("suspended");
}

const showsFactor: ReadonlySet<SignIn["way"]> = new Set(["second factor", "passkey"]);

function newSession({ now }: AccountContext, { headers }: Caller, { personId, way }: SignIn): SessionRow {
  const at = now();
  return {
    id: randomUUID(),
    person_id: personId,
    token: newSessionToken(),
    started_at: at,
    used_at: at,
    expires_at: at + sessionLimits.absoluteMs,
    changed_at: at,
    proved_at: showsFactor.has(way) ? at : null,
    browser: browserKind(headers.get("user-agent") ?? ""),
  };
}

export const newSessionToken = (): string => randomBytes(24).toString("base64url");

async function sessionBegun(
  context: AccountContext,
  caller: Caller,
  { personId, way }: SignIn,
  { session, person }: NewSession,
): Promise<SignInOutcome> {
  await recordAction(context, caller, personId, { action: "signed-in", details: { way: { from: null, to: way } } });
  const cookies = [
    sessionCookieLine(context, session.token),
    ...(way === "second factor" ? [endedStepLine(context.publicOrigin, "second-factor")] : []),
    rememberBrowser(context, caller, person.email),
  ];
  return { ok: true, next: "signed-in", cookies, session, person };
}

/** Whether the password is the one that was read before it was checked. */
export const hasSamePassword =
  (seen: AccountRow) =>
  async (writer: Writer): Promise<boolean> =>
    (await accountById(writer, seen.id))?.password_hash === seen.password_hash;
