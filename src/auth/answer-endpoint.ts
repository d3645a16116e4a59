import { randomUUID } from "node:crypto";
import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import { outsideJsonOrNull } from "#core/outside-json.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { personWithSuspension } from "#storage/database/accounts/accounts.ts";
import { rowById } from "#storage/database/rows.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import type { NewSession, SignInResult } from "./begin-session.ts";
import { sessionOfBrowser } from "./current-session.ts";
import {
  answered,
  nothingHere,
  notJson,
  sentTo,
  shownPasskey,
  shownPerson,
  shownSession,
  written,
} from "./endpoint-answers.ts";
import type { EndpointName } from "./endpoints.ts";
import { addPasskey, optionsForNewPasskey } from "./factors/add-passkey.ts";
import { optionsForSignIn, signInByPasskey } from "./factors/passkey-sign-in.ts";
import { proveSecondFactor } from "./factors/second-step.ts";
import { signUpForm } from "./forms.ts";
import { comeBackFromProvider, startVisit } from "./providers/visit-provider.ts";
import { signUp } from "./registration.ts";
import { signIn, signOut } from "./sign-in.ts";

type Body = Readonly<Record<string, unknown>>;
type Endpoint = (request: AccountRequest, body: Body, search: string) => Promise<Response>;

const basePath = "/api/auth";

/** Answers the endpoints of /api/auth. Anything that is not in the list is 404. */
export async function answerEndpoint(context: AccountContext, sent: Request, clientAddress: string): Promise<Response> {
  const { pathname, search } = new URL(sent.url);
  const [, path = "", provider = ""] = /^(\/callback\/)(\d{1,2})$/.exec(pathname.slice(basePath.length)) ?? [];
  const name = `${sent.method} ${path ? `${path}:provider` : pathname.slice(basePath.length)}`;
  const endpoint = pathname.startsWith(basePath) && isEndpoint(name) ? endpoints[name] : null;
  if (!endpoint) return nothingHere();
  const body = sent.method === "POST" ? await jsonOf(sent) : { provider };
  if (!body) return notJson();
  const caller = { headers: sent.headers, clientAddress };
  return endpoint({ ...context, caller }, body, search);
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

const jsonObject = z.record(z.string(), z.unknown());

/** Reads a JSON object; null for anything else. An empty body is an empty object: signing out sends none. */
async function jsonOf(sent: Request): Promise<Body | null> {
  const text = await sent.text().catch(() => null);
  if (text === "") return {};
  return jsonObject.safeParse(text === null ? null : outsideJsonOrNull(text)).data ?? null;
}

const answering =
  <More>(
    work: (request: AccountRequest, body: Body) => Promise<StepDone<More>>,
    bodyOf: (done: More) => unknown,
  ): Endpoint =>
  async (request, body) =>
    answered(work(request, body), bodyOf);

const tokenAndPerson = ({ session, person }: NewSession) => ({ token: session.token, user: shownPerson(person) });

const sessionAndPerson = ({ session, person }: NewSession) => ({
  session: shownSession(session),
  user: shownPerson(person),
});

const unlessCodeIsNext = (signedIn: (begun: NewSession) => unknown) => (result: SignInResult) =>
  result.next === "signed-in" ? signedIn(result) : { twoFactorRedirect: true, twoFactorMethods: ["totp"] };

const verifyCode = answering(proveSecondFactor, unlessCodeIsNext(tokenAndPerson));

const endpoints: Record<EndpointName, Endpoint> = {
  "POST /sign-up/email": answering(register, ({ user }) => ({ token: null, user })),
  "POST /sign-in/email": answering(
    signIn,
    unlessCodeIsNext((begun) => ({ redirect: false, ...tokenAndPerson(begun) })),
  ),
  "POST /two-factor/verify-totp": verifyCode,
  "POST /two-factor/verify-backup-code": verifyCode,
  "POST /sign-in/social": answering(goToProvider, ({ url }) => ({ url, redirect: true })),
  "GET /callback/:provider": async (request, { provider }, search) =>
    sentTo(await comeBackFromProvider(request, String(provider), search)),
  "GET /passkey/generate-authenticate-options": answering(optionsForSignIn, ({ options }) => options),
  "POST /passkey/verify-authentication": answering(signInByPasskey, unlessCodeIsNext(sessionAndPerson)),
  "POST /passkey/generate-register-options": answering(optionsForNewPasskey, ({ options }) => options),
  "POST /passkey/verify-registration": answering(addPasskey, ({ passkey }) => shownPasskey(passkey)),
  "GET /get-session": answering(currentSession, ({ found }) => found && sessionAndPerson(found)),
  "POST /sign-out": answering(signOut, () => ({ success: true })),
};

/** The answer is the same whether the address has an account or not. */
async function register(request: AccountRequest, body: Body): Promise<StepDone<{ user: unknown }>> {
  const { name, email, password, image } = body;
  const form = { name, email, password, ...(image ? { photoURL: image } : {}) };
  const done = await signUp(request, form);
  const read = checkInput(signUpForm, form);
  const at = written(request.now());
  const shown = { name: read.name, email: read.email, image: read.photoURL };
  const user = { id: randomUUID(), ...shown, emailVerified: false, createdAt: at, updatedAt: at };
  return { ...done, user };
}

async function goToProvider(
  request: AccountRequest,
  { provider, callbackURL }: Body,
): Promise<StepDone<{ url: string }>> {
  if (!(await request.signIn()).providers.some(({ id }) => id === provider))
    throw new PortalError("invalid", { fields: { provider: "unknown-choice" } });
  return startVisit(request, String(provider), typeof callbackURL === "string" ? callbackURL : "/");
}

async function currentSession(request: AccountRequest): Promise<StepDone<{ found: NewSession | null }>> {
  const current = await sessionOfBrowser(request);
  if (!current) return { cookies: [], found: null };
  const { read } = request.database;
  const session = await rowById(read, "session", current.sessionId);
  const person = await personWithSuspension(read, current.person.id);
  return { cookies: [], found: session && person ? { session, person } : null };
}
