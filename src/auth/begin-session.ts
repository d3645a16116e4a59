import { randomBytes, randomUUID } from "node:crypto";
import type { SignInWay } from "#core/audit/audit-details.ts";
import { type ErrorId, PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import {
  type AccountRow,
  accountById,
  issuersOf,
  type PersonRow,
  personWithSuspension,
} from "#storage/database/accounts/accounts.ts";
import { networkOf } from "#limits/network-of.ts";
import type { Writer } from "#storage/database/database.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { bindRow } from "#storage/database/bound-rows.ts";
import { insertRow } from "#storage/database/rows.ts";
import { deleteSession, type SessionRow } from "#storage/database/accounts/sessions.ts";
import { insertVerification } from "#storage/database/accounts/verifications.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { recordAction } from "./account-events.ts";
import { browserKind } from "./browser-kind.ts";
import { endedSessionLine, sessionCookieLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { rememberBrowser } from "./known-browsers.ts";
import { needsProvider } from "./providers/needs-provider.ts";
import { sessionLimits } from "./session-limits.ts";
import { endedStepLine, newStep } from "./unfinished-steps.ts";

/** The rows from which an endpoint answers. Pages get neither: the token of the session is half of its cookie. */
export type NewSession = { session: SessionRow; person: PersonRow };

export type SignInResult = ({ next: "signed-in" } & NewSession) | { next: "second-factor" };
export type SignInDone = StepDone<SignInResult>;

type SignIn = {
  personId: string;
  way: SignInWay;
  provider?: string;
  /** True if the credential that was shown still opens the account. Called while nobody can change the account. */
  stillOpens: (writer: Writer) => Promise<boolean>;
  /** The problem to answer if the account is missing or `stillOpens` returns false. */
  otherwise: ErrorId;
};

/** Begins a session and ends the earlier session of this browser, or requires the second factor first. */
export async function beginSession(request: AccountRequest, signIn: SignIn): Promise<SignInDone> {
  const before = await sessionOfBrowser(request);
  const asksForFactor = signIn.way === "password" || signIn.way === "provider";
  const step = newStep(request, "second-factor", signIn.personId);
  const isShutOut = await mustUseProvider(request, signIn);
  const begin = async (writer: Writer): Promise<NewSession | ErrorId | "second-factor"> => {
    const person = await whoMaySignIn(writer, signIn);
    if (typeof person === "string") return person;
    if (isShutOut) return "only-providers";
    if (asksForFactor && person.has_totp === 1) {
      await insertVerification(request, writer, step.row);
      return "second-factor";
    }
    if (before) await deleteSession(writer, { id: before.sessionId, personId: before.person.id });
    // A form that still arrives from another window of this browser names the session by its id.
    const id = before?.person.id === signIn.personId ? before.sessionId : randomUUID();
    const session = bindRow(request, "session", newSession(request, signIn, id));
    await insertRow(writer, "session", session);
    return { session, person };
  };
  const begun = await request.database.write((writer) =>
    changeAccount(request, writer, signIn.personId, () => begin(writer)),
  );
  if (begun === "second-factor") {
    return { next: "second-factor", cookies: [endedSessionLine(request.publicOrigin), step.cookie] };
  }
  if (typeof begun === "string") throw new PortalError(begun);
  const { personId, way, provider } = signIn;
  const through = provider === undefined ? {} : { provider: { from: null, to: provider } };
  await recordAction(request, personId, { action: "signed-in", details: { way: { from: null, to: way }, ...through } });
  const cookies = [
    sessionCookieLine(request, begun.session.token),
    ...(way === "second factor" ? [endedStepLine(request.publicOrigin, "second-factor")] : []),
    rememberBrowser(request, begun.person.email, showsFactor.has(way)),
  ];
  return { next: "signed-in", cookies, ...begun };
}

/** The problem is returned, not thrown: what was shown is used up in either case. */
async function whoMaySignIn(writer: Writer, signIn: SignIn) {
  const person = await personWithSuspension(writer, signIn.personId);
  if (!person || !(await signIn.stillOpens(writer))) return signIn.otherwise;
  if (person.email_confirmed === 0) return "unconfirmed";
  return person.suspended_at === null ? person : "suspended";
}

/**
 * True if this person must sign in with their provider. People without one get in, but only into their account page, on
 * which they connect it (`actingRole`).
 */
async function mustUseProvider(context: AccountContext, { personId, way }: SignIn): Promise<boolean> {
  if (way !== "password" && way !== "passkey") return false;
  return (await needsProvider(context, personId)) && (await issuersOf(context.database.read, personId)).length > 0;
}

const showsFactor: ReadonlySet<SignIn["way"]> = new Set(["second factor", "passkey"]);

function newSession(
  { now, caller }: AccountRequest,
  { personId, way }: SignIn,
  id: string,
): Omit<SessionRow, "row_hash"> {
  const at = now();
  return {
    id,
    person_id: personId,
    token: newSessionToken(),
    started_at: at,
    used_at: at,
    expires_at: at + sessionLimits.absoluteMs,
    changed_at: at,
    proved_at: showsFactor.has(way) ? at : null,
    browser: browserKind(caller.headers.get("user-agent") ?? ""),
    network: networkOf(caller.clientAddress),
  };
}

export const newSessionToken = (): string => randomBytes(24).toString("base64url");

/** True if the password is still the one that was read before the check. */
export const hasSamePassword =
  (seen: AccountRow) =>
  async (writer: Writer): Promise<boolean> =>
    (await accountById(writer, seen.id))?.password_hash === seen.password_hash;
