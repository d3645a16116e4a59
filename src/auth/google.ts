import { z } from "zod";
import { isPortalError } from "#core/errors.ts";
import type { AccountProblem, Caller, Outcome, Refused } from "#core/staff/accounts.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordClaim } from "./account-events.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { refused } from "./refusals.ts";
import { byClient, refusedFor, tryLimits } from "./tries.ts";

const begun = z.object({ url: z.url() });

/** Where the browser goes to sign in with Google; it comes back to `returnTo`. */
export async function startGoogle(
  desk: AccountDesk,
  caller: Caller,
  returnTo: string,
): Promise<Outcome<{ url: string }>> {
  const wait = await refusedFor(desk, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return wait;
  const body = {
    provider: "google",
    callbackURL: pathOfOurs(desk, returnTo),
    errorCallbackURL: "/login",
    disableRedirect: true,
  };
  const answer = await askGoogle(desk, caller, { method: "POST", path: "/sign-in/social", body });
  const { data } = begun.safeParse(answer?.body);
  return answer && data ? { ok: true, cookies: answer.cookies, url: data.url } : refused("google-failed");
}

/** Google sent the browser back. In, or to the page that says why not. */
export async function comeBackFromGoogle(
  desk: AccountDesk,
  caller: Caller,
  search: string,
): Promise<{ location: string; cookies: string[] }> {
  const wait = await refusedFor(desk, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return { location: loginPage(wait), cookies: [] };
  const answer = await askGoogle(desk, caller, { method: "GET", path: `/callback/google${search}` });
  if (!answer?.location) return { location: loginPage(refused("google-failed")), cookies: answer?.cookies ?? [] };
  const { cookies } = answer;
  const problem = problemIn(answer);
  if (problem === "google-wrong-key" || problem === "google-wrong-site" || isOurFault(answer)) {
    desk.report(answer.troubles.find(isError) ?? new Error("Google does not know this site as it is set up"));
  }
  if (problem) {
    await recordClaim(desk, caller, null, {
      action: "sign-in-failed",
      details: { problem: { from: null, to: problem } },
    });
    return { location: loginPage(refused(problem)), cookies };
  }
  const returnTo = pathOfOurs(desk, answer.location);
  if (asksForCode(answer)) return { location: `/second-factor?${new URLSearchParams({ from: returnTo })}`, cookies };
  const finished = await finishSignIn(desk, caller, answer, { way: "Google", stillOpens: async () => true });
  return finished
    ? { location: returnTo, cookies: finished }
    : { location: loginPage(refused("google-failed")), cookies: [] };
}

/** Null when Google cannot be reached. */
async function askGoogle(
  { askWithGoogle, report }: AccountDesk,
  caller: Caller,
  question: Parameters<NonNullable<AccountDesk["askWithGoogle"]>>[1],
): Promise<LibraryAnswer | null> {
  if (!askWithGoogle) return null;
  try {
    return await askWithGoogle(caller, question);
  } catch (error) {
    if (isPortalError(error) && error.id === "unavailable" && error.cause !== undefined) throw error;
    report(error);
    return null;
  }
}

function loginPage(why: Refused): string {
  const seconds = "waitSeconds" in why ? { seconds: String(why.waitSeconds) } : {};
  return `/login?${new URLSearchParams({ problem: why.problem, ...seconds })}`;
}

const problems: Readonly<Record<string, AccountProblem>> = {
  access_denied: "google-denied",
  unauthorized_client: "google-wrong-site",
  redirect_uri_mismatch: "google-wrong-site",
  invalid_redirect_uri: "google-wrong-site",
  origin_mismatch: "google-wrong-site",
  org_internal: "google-organisation",
  admin_policy_enforced: "google-organisation",
  email_not_verified: "google-unverified",
  EMAIL_NOT_VERIFIED: "google-unverified",
  email_not_found: "google-unverified",
  account_not_linked: "google-not-linked",
  invitation_needed: "invitation-needed",
  SUSPENDED: "suspended",
};

const saidIn = ({ location }: LibraryAnswer, name: "error" | "error_description") =>
  URL.parse(location ?? "", "http://site.invalid")?.searchParams.get(name) ?? null;

const errorIn = (answer: LibraryAnswer) => saidIn(answer, "error");

const isError = (trouble: unknown) => trouble instanceof Error;

const isOurFault = (answer: LibraryAnswer) => errorIn(answer) === "internal_server_error";

/** Why better-auth led back to the login page, if it did. */
function problemIn(answer: LibraryAnswer): AccountProblem | null {
  const error = errorIn(answer);
  if (error === null) return null;
  if (error === "invalid_code" && answer.troubles.some(isWrongKey)) return "google-wrong-key";
  if (error === "access_denied" && isOfOrganisation(answer)) return "google-organisation";
  return problems[error] ?? "google-failed";
}

/** A provider has one code for what a person refused and for what their organisation refuses; the sentence tells. */
const isOfOrganisation = (answer: LibraryAnswer) =>
  /hosted.?domain|organi[sz]ation|administrator|\bpolicy\b/i.test(saidIn(answer, "error_description") ?? "");

/** Google did not know our own id or secret. */
const isWrongKey = (trouble: unknown) =>
  typeof trouble === "object" && trouble !== null && "status" in trouble && trouble.status === 401;

const asksForCode = ({ body }: LibraryAnswer) =>
  z.object({ twoFactorRedirect: z.literal(true) }).safeParse(body).success;

/** Never another site's page. */
function pathOfOurs({ publicOrigin }: AccountDesk, address: string): string {
  const url = URL.parse(address, publicOrigin);
  const isOurs = url?.origin === publicOrigin && !url.pathname.startsWith("//");
  return url && isOurs ? `${url.pathname}${url.search}` : "/";
}
