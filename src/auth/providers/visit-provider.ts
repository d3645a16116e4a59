import { z } from "zod";
import { countTries } from "#limits/limits.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { requireRecentSignIn } from "#core/accounts/permissions.ts";
import { roleOfClaim } from "#core/settings/provider-form.ts";
import type { Provider } from "#core/settings/sign-in.ts";
import { issuersOf, openByIdentity, personIdOfIdentity } from "#storage/database/accounts/accounts.ts";
import { insertVerification, takeVerification } from "#storage/database/accounts/verifications.ts";
import { type AccountContext, type AccountRequest, refusalIn } from "../account-context.ts";
import { failedSignIn, recordAttempt } from "../account-events.ts";
import { beginSession, type SignInDone } from "../begin-session.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { ownSession } from "../own-account.ts";
import { whyVisitFailed } from "./open-provider.ts";
import { accountOfIdentity, type Claims, identityOf, linkAccount, providerOf } from "./provider-account.ts";
import { beginningTries } from "../tries.ts";
import { endedStepLine, newStep, unfinishedStep } from "../unfinished-steps.ts";

const loginPage = "/login";
const askingPages = [loginPage, "/register"] as const;
type AskingPage = (typeof askingPages)[number];

/** Each provider has its own address here, so that no provider can pass off its answer as another one's. */
const callbackOf = ({ publicOrigin }: AccountContext, { id }: Pick<Provider, "id">) =>
  `${publicOrigin}/api/auth/callback/${id}`;

/** The address to which the browser goes to sign in with a provider. It comes back to `returnTo`. */
export const startVisit = (
  request: AccountRequest,
  id: string,
  returnTo: string,
  askedOn?: AskingPage,
): Promise<StepDone<{ url: string }>> => beginVisit(request, id, returnTo, askedOn && { askedOn });

const accountPage = "/account";

/** Like `startVisit`, to link the account of this session. Its owner has just proved who they are. */
export async function connectProvider(request: AccountRequest, id: string): Promise<StepDone<{ url: string }>> {
  const session = await ownSession(request);
  const { issuer } = await providerOf(request, id);
  if ((await issuersOf(request.database.read, session.person.id)).includes(issuer)) throw new PortalError("stale");
  requireRecentSignIn(session.actor);
  return beginVisit(request, id, accountPage, { links: session.person.id });
}

async function beginVisit(
  request: AccountRequest,
  id: string,
  returnTo: string,
  more: Pick<Visit, "links" | "askedOn"> = {},
): Promise<StepDone<{ url: string }>> {
  await countTries(request.limits, beginningTries(request));
  const path = pathOfOurs(request, returnTo);
  const provider = await providerOf(request, id);
  const configuration = path === null ? null : await request.openProvider(provider).catch(request.report);
  if (path === null || !configuration) throw new PortalError("provider-failed");
  const client = await import("openid-client");
  const secrets = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
  const visit: Visit = { ...secrets, provider: id, issuer: provider.issuer, returnTo: path, ...more };
  const { token: state, row, cookie } = newStep(request, "provider", JSON.stringify(visit));
  await request.database.write((writer) => insertVerification(request, writer, row));
  const url = client.buildAuthorizationUrl(configuration, {
    state,
    nonce: visit.nonce,
    scope: `openid email profile ${provider.scopes}`.trim(),
    redirect_uri: callbackOf(request, provider),
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
 * Handles the return from the provider with this id. Redirects to the page that was asked for, to the page for the second factor if it is
 * needed, or to a page that says why the sign-in failed.
 */
export async function comeBackFromProvider(request: AccountRequest, id: string, search: string): Promise<Redirect> {
  const verdict = await request.limits.attempt(beginningTries(request));
  if (!verdict.allowed) return { location: pageSaying(new PortalError("too-many-requests", verdict), id), cookies: [] };
  const visit = await takeVisit(request, search);
  if (visit?.provider !== id) {
    return { location: await failedVisit(request, new PortalError("provider-failed"), id), cookies: [] };
  }
  const ended = endedStepLine(request.publicOrigin, "provider");
  try {
    const { next, cookies } = await finishVisit(request, search, visit);
    const codePage = `/second-factor?${new URLSearchParams({ from: visit.returnTo })}`;
    return { location: next === "signed-in" ? visit.returnTo : codePage, cookies: [ended, ...cookies] };
  } catch (error) {
    const page = visit.links === undefined ? visit.askedOn : accountPage;
    return { location: await failedVisit(request, refusalIn(error), id, page), cookies: [ended] };
  }
}

const visits = z.object({
  /** The id of the provider, and the issuer that it had when the visit began. */
  provider: z.string(),
  issuer: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** The person whose account is to be linked; absent if the visit is a sign-in. */
  links: z.string().exactOptional(),
  /** The page on which the visit began, and which shows its problems. */
  askedOn: z.enum(askingPages).exactOptional(),
});
type Visit = z.output<typeof visits>;

type Begun = Visit & { state: string };

/** The visit that this browser began with this state. Another browser cannot use it up. */
async function takeVisit(request: AccountRequest, search: string): Promise<Begun | null> {
  const step = unfinishedStep(request, "provider");
  if (!step || new URLSearchParams(search).get("state") !== step.token) return null;
  const value = await request.database.write((writer) =>
    takeVerification(request, writer, step.identifier, request.now()),
  );
  return value === undefined ? null : { ...visits.parse(JSON.parse(value)), state: step.token };
}

async function finishVisit(
  request: AccountRequest,
  search: string,
  visit: Begun,
): Promise<SignInDone | StepDone<{ next: "signed-in" }>> {
  const provider = await providerOf(request, visit.provider);
  const claims = provider.issuer === visit.issuer ? await claimsOf(request, search, provider, visit) : undefined;
  if (!claims) throw new PortalError("provider-failed");
  const identity = identityOf(provider, claims);
  if (visit.links !== undefined) {
    const session = await sessionOfBrowser(request);
    if (session?.person.id !== visit.links) throw new PortalError("sign-in-ended");
    await linkAccount(request, session, provider, identity);
    return { next: "signed-in", cookies: [] };
  }
  const role = roleOfClaim(provider, claims);
  if (provider.claim !== "" && role === null) {
    const known = await personIdOfIdentity(request.database.read, identity);
    if (known !== undefined) await request.giveRole(known, null, provider);
    throw new PortalError("provider-no-role");
  }
  const personId = await accountOfIdentity(request, provider, claims);
  if (role !== null) await request.giveRole(personId, role, provider);
  return beginSession(request, {
    personId,
    way: "provider",
    provider: provider.name,
    stillOpens: async (writer) => (await openByIdentity(writer, identity, request.now())) === personId,
    otherwise: "provider-failed",
  });
}

/** The claims of the provider about the person. State, nonce, signature, issuer and audience are checked. */
async function claimsOf(
  request: AccountRequest,
  search: string,
  provider: Provider,
  { nonce, codeVerifier, state: expectedState }: Begun,
): Promise<Claims | undefined> {
  const client = await import("openid-client");
  const address = new URL(callbackOf(request, provider) + search);
  try {
    const configuration = await request.openProvider(provider);
    const checks = { expectedState, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(configuration, address, checks);
    const claims = tokens.claims();
    const needed = ["email", "email_verified", provider.claim];
    const isWhole = needed.every((name) => name === "" || claims?.[name] !== undefined);
    if (!claims || isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims;
    return { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
  } catch (error) {
    const { problem, isOurs } = await whyVisitFailed(error);
    if (isOurs) request.report(error);
    throw new PortalError(problem);
  }
}

async function failedVisit(request: AccountRequest, refusal: PortalError, provider: string, page?: string) {
  await recordAttempt(request, null, failedSignIn(refusal));
  return pageSaying(refusal, provider, page);
}

function pageSaying({ id, waitSeconds }: PortalError, provider: string, page: string = loginPage): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `${page}?${new URLSearchParams({ problem: id, provider, ...seconds })}`;
}
