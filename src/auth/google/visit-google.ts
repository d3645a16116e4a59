import { z } from "zod";
import type { Caller, Refused, Outcome } from "#core/staff/accounts.ts";
import { personIdOfGoogle } from "#storage/database/accounts.ts";
import { insertVerification, takeVerification } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { beginSession, type SignInOutcome } from "../begin-session.ts";
import { accountOfGoogle, type GoogleClaims, googlePerson } from "./google-account.ts";
import { type GoogleProvider, whyGoogleFailed } from "./google-provider.ts";
import { byClient, checkLimits, tryLimits } from "../tries.ts";
import { endedStepLine, newStep, unfinishedStep } from "../unfinished-steps.ts";

const callbackPath = "/api/auth/callback/google";

/** Where the browser goes to sign in with Google; it comes back to `returnTo`. */
export async function startGoogle(
  context: AccountContext,
  caller: Caller,
  returnTo: string,
): Promise<Outcome<{ url: string }>> {
  const wait = await checkLimits(context, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return wait;
  const path = pathOfOurs(context, returnTo);
  const provider = path === null ? null : await context.google?.().catch(context.report);
  if (path === null || !provider) return refused("google-failed");
  const client = await import("openid-client");
  const visit: Visit = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier(), returnTo: path };
  const { token: state, row, cookie } = newStep(context, "google", JSON.stringify(visit));
  await context.database.write((writer) => insertVerification(writer, row));
  const url = client.buildAuthorizationUrl(provider, {
    state,
    nonce: visit.nonce,
    scope: "openid email profile",
    redirect_uri: `${context.publicOrigin}${callbackPath}`,
    code_challenge: await client.calculatePKCECodeChallenge(visit.codeVerifier),
    code_challenge_method: "S256",
  });
  return { ok: true, cookies: [cookie], url: url.href };
}

/** Never another site's page. Null for a path that browsers and servers may read in two ways. */
function pathOfOurs({ publicOrigin }: AccountContext, address: string): string | null {
  const url = URL.parse(address, publicOrigin);
  if (url?.origin !== publicOrigin || url.pathname.startsWith("//")) return "/";
  return /%2f|%5c/i.test(url.pathname) ? null : `${url.pathname}${url.search}`;
}

/** Google sent the browser back. In, or to the page that says why not. */
export async function comeBackFromGoogle(
  context: AccountContext,
  caller: Caller,
  search: string,
): Promise<{ location: string; cookies: string[] }> {
  const wait = await checkLimits(context, [byClient(tryLimits.beginningsByClient, caller)]);
  if (wait) return { location: loginPage(wait), cookies: [] };
  const visit = await takeVisit(context, caller, search);
  if (!visit) return { location: await failedVisit(context, caller, refused("google-failed")), cookies: [] };
  const outcome = await signInByGoogle(context, caller, search, visit);
  const ended = endedStepLine(context.publicOrigin, "google");
  if (!outcome.ok) return { location: await failedVisit(context, caller, outcome), cookies: [ended] };
  const codePage = `/second-factor?${new URLSearchParams({ from: visit.returnTo })}`;
  const location = outcome.next === "signed-in" ? visit.returnTo : codePage;
  return { location, cookies: [ended, ...outcome.cookies] };
}

const visits = z.object({ nonce: z.string(), codeVerifier: z.string(), returnTo: z.string() });
type Visit = z.output<typeof visits>;

/** What this browser began with this state. Another browser does not use it up. */
async function takeVisit(context: AccountContext, caller: Caller, search: string): Promise<Visit | null> {
  const step = unfinishedStep(context, caller, "google");
  if (!step || new URLSearchParams(search).get("state") !== step.token) return null;
  const value = await context.database.write((writer) => takeVerification(writer, step.identifier, context.now()));
  return value === undefined ? null : visits.parse(JSON.parse(value));
}

async function signInByGoogle(
  context: AccountContext,
  caller: Caller,
  search: string,
  visit: Visit,
): Promise<SignInOutcome> {
  const answer = context.google ? await answerOf(context, context.google, search, visit) : refused("google-failed");
  if (!answer.ok) return answer;
  const person = googlePerson(answer.claims);
  if (!person) return refused("google-unverified");
  const account = await accountOfGoogle(context, caller, person);
  if (!account.ok) return account;
  const { personId } = account;
  return beginSession(context, caller, {
    personId,
    way: "Google",
    stillOpens: async (writer) => (await personIdOfGoogle(writer, person.subject)) === personId,
    otherwise: refused("google-failed"),
  });
}

/** What Google says of the person: state, nonce, signature, issuer and audience are checked. */
async function answerOf(
  { publicOrigin, report }: AccountContext,
  provider: GoogleProvider,
  search: string,
  { nonce, codeVerifier }: Visit,
): Promise<{ ok: true; claims: GoogleClaims } | Refused> {
  const client = await import("openid-client");
  const address = new URL(`${publicOrigin}${callbackPath}${search}`);
  const expectedState = address.searchParams.get("state") ?? "";
  try {
    const configuration = await provider();
    const checks = { expectedState, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
    const tokens = await client.authorizationCodeGrant(configuration, address, checks);
    const claims = tokens.claims();
    if (!claims) return refused("google-failed");
    if (claims["email"] !== undefined) return { ok: true, claims };
    const about = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ok: true, claims: about };
  } catch (error) {
    const { problem, isOurs } = await whyGoogleFailed(error);
    if (isOurs) report(error);
    return refused(problem);
  }
}

/** Records it; the page that says why. */
async function failedVisit(context: AccountContext, caller: Caller, failed: Refused): Promise<string> {
  const details = { problem: { from: null, to: failed.problem } };
  await recordAttempt(context, caller, null, { action: "sign-in-failed", details });
  return loginPage(failed);
}

function loginPage(why: Refused): string {
  const seconds = "waitSeconds" in why ? { seconds: String(why.waitSeconds) } : {};
  return `/login?${new URLSearchParams({ problem: why.problem, ...seconds })}`;
}
