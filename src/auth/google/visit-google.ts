import { z } from "zod";
import { countTries } from "#limits/limits.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { requireRecentSignIn } from "#core/accounts/permissions.ts";
import { personIdOfGoogle } from "#storage/database/accounts/accounts.ts";
import { insertVerification, takeVerification } from "#storage/database/accounts/verifications.ts";
import { type AccountContext, type AccountRequest, refusalIn } from "../account-context.ts";
import { failedSignIn, recordAttempt } from "../account-events.ts";
import { beginSession, type SignInDone } from "../begin-session.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { ownSession } from "../own-account.ts";
import { accountOfGoogle, type GoogleClaims, googlePerson, linkAccount } from "./google-account.ts";
import { whyGoogleFailed } from "./google-provider.ts";
import { beginningTries } from "../tries.ts";
import { endedStepLine, newStep, unfinishedStep } from "../unfinished-steps.ts";

const loginPage = "/login";
const askingPages = [loginPage, "/register"] as const;
type AskingPage = (typeof askingPages)[number];

const callbackPath = "/api/auth/callback/google";

/** The address to which the browser goes to sign in with Google. It comes back to `returnTo`. */
export const startGoogle = (
  request: AccountRequest,
  returnTo: string,
  askedOn?: AskingPage,
): Promise<StepDone<{ url: string }>> => beginVisit(request, returnTo, askedOn && { askedOn });

const accountPage = "/account";

/** Like `startGoogle`, to link the account of this session. Its owner has just proved who they are. */
export async function connectGoogle(request: AccountRequest): Promise<StepDone<{ url: string }>> {
  const session = await ownSession(request);
  if (session.person.hasGoogle) throw new PortalError("stale");
  requireRecentSignIn(session.actor);
  return beginVisit(request, accountPage, { links: session.person.id });
}

async function beginVisit(
  request: AccountRequest,
  returnTo: string,
  more: Pick<Visit, "links" | "askedOn"> = {},
): Promise<StepDone<{ url: string }>> {
  await countTries(request.limits, beginningTries(request));
  const path = pathOfOurs(request, returnTo);
  const provider = path === null ? null : await request.google?.().catch(request.report);
  if (path === null || !provider) throw new PortalError("google-failed");
  const client = await import("openid-client");
  const secrets = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
  const visit: Visit = { ...secrets, returnTo: path, ...more };
  const { token: state, row, cookie } = newStep(request, "google", JSON.stringify(visit));
  await request.database.write((writer) => insertVerification(writer, row));
  const url = client.buildAuthorizationUrl(provider, {
    state,
    nonce: visit.nonce,
    scope: "openid email profile",
    redirect_uri: `${request.publicOrigin}${callbackPath}`,
    code_challenge: await client.calculatePKCECodeChallenge(visit.codeVerifier),
    code_challenge_method: "S256",
  });
  return { cookies: [cookie], url: url.href };
}

/**
 * A path of this site; "/" for an address of another site. Null for a path that browsers and servers may read
 * differently.
 */
function pathOfOurs({ publicOrigin }: AccountContext, address: string): string | null {
  const url = URL.parse(address, publicOrigin);
  if (url?.origin !== publicOrigin || url.pathname.startsWith("//")) return "/";
  return /%2f|%5c/i.test(url.pathname) ? null : `${url.pathname}${url.search}`;
}

type Redirect = { location: string; cookies: string[] };

/**
 * Handles the return from Google. Redirects to the page that was asked for, to the page for the second factor if it is
 * needed, or to a page that says why the sign-in failed.
 */
export async function comeBackFromGoogle(request: AccountRequest, search: string): Promise<Redirect> {
  const verdict = await request.limits.attempt(beginningTries(request));
  if (!verdict.allowed) return { location: pageSaying(new PortalError("too-many-requests", verdict)), cookies: [] };
  const visit = await takeVisit(request, search);
  if (!visit) return { location: await failedVisit(request, new PortalError("google-failed")), cookies: [] };
  const ended = endedStepLine(request.publicOrigin, "google");
  try {
    const { next, cookies } = await finishVisit(request, search, visit);
    const codePage = `/second-factor?${new URLSearchParams({ from: visit.returnTo })}`;
    return { location: next === "signed-in" ? visit.returnTo : codePage, cookies: [ended, ...cookies] };
  } catch (error) {
    const page = visit.links === undefined ? visit.askedOn : accountPage;
    return { location: await failedVisit(request, refusalIn(error), page), cookies: [ended] };
  }
}

const visits = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** The person whose account is to be linked; absent if the visit is a sign-in. */
  links: z.string().exactOptional(),
  /** The page on which the visit began, and which shows its problems. */
  askedOn: z.enum(askingPages).exactOptional(),
});
type Visit = z.output<typeof visits>;

/** The visit that this browser began with this state. Another browser cannot use it up. */
async function takeVisit(request: AccountRequest, search: string): Promise<Visit | null> {
  const step = unfinishedStep(request, "google");
  if (!step || new URLSearchParams(search).get("state") !== step.token) return null;
  const value = await request.database.write((writer) => takeVerification(writer, step.identifier, request.now()));
  return value === undefined ? null : visits.parse(JSON.parse(value));
}

async function finishVisit(
  request: AccountRequest,
  search: string,
  visit: Visit,
): Promise<SignInDone | StepDone<{ next: "signed-in" }>> {
  const claims = await claimsOf(request, search, visit);
  if (!claims) throw new PortalError("google-failed");
  const person = googlePerson(claims);
  if (!person) throw new PortalError("google-unverified");
  if (visit.links !== undefined) {
    const session = await sessionOfBrowser(request);
    if (session?.person.id !== visit.links) throw new PortalError("sign-in-ended");
    await linkAccount(request, session, person);
    return { next: "signed-in", cookies: [] };
  }
  const personId = await accountOfGoogle(request, person);
  return beginSession(request, {
    personId,
    way: "Google",
    stillOpens: async (writer) => (await personIdOfGoogle(writer, person.subject)) === personId,
    otherwise: "google-failed",
  });
}

/** The claims of Google about the person. State, nonce, signature, issuer and audience are checked. */
async function claimsOf(
  { google, publicOrigin, report }: AccountContext,
  search: string,
  { nonce, codeVerifier }: Visit,
): Promise<GoogleClaims | undefined> {
  if (!google) return undefined;
  const client = await import("openid-client");
  const address = new URL(`${publicOrigin}${callbackPath}${search}`);
  const expectedState = address.searchParams.get("state") ?? "";
  try {
    const configuration = await google();
    const checks = { expectedState, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(configuration, address, checks);
    const claims = tokens.claims();
    if (!claims || claims["email"] !== undefined) return claims;
    return await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  } catch (error) {
    const { problem, isOurs } = await whyGoogleFailed(error);
    if (isOurs) report(error);
    throw new PortalError(problem);
  }
}

/** Records the failure, and returns the page that says why. */
async function failedVisit(request: AccountRequest, refusal: PortalError, page?: string): Promise<string> {
  await recordAttempt(request, null, failedSignIn(refusal));
  return pageSaying(refusal, page);
}

function pageSaying({ id, waitSeconds }: PortalError, page: string = loginPage): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `${page}?${new URLSearchParams({ problem: id, ...seconds })}`;
}
