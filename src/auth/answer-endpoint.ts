import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { personWithSuspension } from "#storage/database/accounts.ts";
import { rowById } from "#storage/database/rows.ts";
import type { AccountContext } from "./account-context.ts";
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
import { readForm, signUpForm } from "./forms.ts";
import { comeBackFromGoogle, startGoogle } from "./google/visit-google.ts";
import { signUp } from "./registration.ts";
import { signIn, signOut } from "./sign-in.ts";

type Body = Readonly<Record<string, unknown>>;
type Asked = { context: AccountContext; caller: Caller; body: Body; search: string };

const basePath = "/api/auth";

/** Answers the endpoints of /api/auth. What is not on the list is 404. */
export async function answerEndpoint(
  context: AccountContext,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const name = `${request.method} ${pathname.slice(basePath.length)}`;
  const endpoint = pathname.startsWith(basePath) && isEndpoint(name) ? endpoints[name] : null;
  if (!endpoint || (needsGoogle.has(name) && !context.google)) return nothingHere();
  const body = request.method === "POST" ? await jsonOf(request) : {};
  if (!body) return notJson();
  return endpoint({ context, caller: { headers: request.headers, clientAddress }, body, search });
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

const needsGoogle: ReadonlySet<string> = new Set<EndpointName>(["POST /sign-in/social", "GET /callback/google"]);

const jsonObject = z.record(z.string(), z.unknown());

/** An empty body is an empty object: signing out sends none. */
async function jsonOf(request: Request): Promise<Body | null> {
  try {
    const text = await request.text();
    if (text === "") return {};
    return jsonObject.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type Endpoint = (asked: Asked) => Promise<Response>;

const verifyCode: Endpoint = async ({ context, caller, body }) =>
  answered(await proveSecondFactor(context, caller, body), unlessCodeIsNext(tokenAndPerson));

const endpoints: Record<EndpointName, Endpoint> = {
  "POST /sign-up/email": async ({ context, caller, body }) =>
    answered(await register(context, caller, body), ({ user }) => ({ token: null, user })),
  "POST /sign-in/email": async ({ context, caller, body }) =>
    answered(
      await signIn(context, caller, body),
      unlessCodeIsNext((begun) => ({ redirect: false, ...tokenAndPerson(begun) })),
    ),
  "POST /two-factor/verify-totp": verifyCode,
  "POST /two-factor/verify-backup-code": verifyCode,
  "POST /sign-in/social": async ({ context, caller, body }) =>
    answered(await goToGoogle(context, caller, body), ({ url }) => ({ url, redirect: true })),
  "GET /callback/google": async ({ context, caller, search }) =>
    sentTo(await comeBackFromGoogle(context, caller, search)),
  "GET /passkey/generate-authenticate-options": async ({ context, caller }) =>
    answered(await optionsForSignIn(context, caller), ({ options }) => options),
  "POST /passkey/verify-authentication": async ({ context, caller, body }) =>
    answered(await signInByPasskey(context, caller, body), unlessCodeIsNext(sessionAndPerson)),
  "POST /passkey/generate-register-options": async ({ context, caller, body }) =>
    answered(await optionsForNewPasskey(context, caller, body), ({ options }) => options),
  "POST /passkey/verify-registration": async ({ context, caller, body }) =>
    answered(await addPasskey(context, caller, body), ({ passkey }) => shownPasskey(passkey)),
  "GET /get-session": async ({ context, caller }) =>
    answered(await currentSession(context, caller), ({ found }) => found && sessionAndPerson(found)),
  "POST /sign-out": async ({ context, caller }) =>
    answered({ ok: true, ...(await signOut(context, caller)) }, () => ({ success: true })),
};

const tokenAndPerson = ({ session, person }: NewSession) => ({ token: session.token, user: shownPerson(person) });

const sessionAndPerson = ({ session, person }: NewSession) => ({
  session: shownSession(session),
  user: shownPerson(person),
});

const unlessCodeIsNext = (signedIn: (begun: NewSession) => unknown) => (result: SignInResult) =>
  result.next === "signed-in" ? signedIn(result) : { twoFactorRedirect: true, twoFactorMethods: ["totp"] };

/** Whoever has the address, the answer speaks of a new account. */
async function register(context: AccountContext, caller: Caller, body: Body): Promise<Outcome<{ user: unknown }>> {
  const { name, email, password, image } = body;
  const form = { name, email, password, ...(image ? { photoURL: image } : {}) };
  const read = readForm(signUpForm, form);
  const outcome = await signUp(context, caller, form);
  if (!outcome.ok || !read.ok) return outcome.ok ? { ...outcome, user: null } : outcome;
  const at = written(context.now());
  const { value } = read;
  const shown = { name: value.name, email: value.email, image: value.photoURL };
  const user = { id: randomUUID(), ...shown, emailVerified: false, createdAt: at, updatedAt: at };
  return { ...outcome, user };
}

async function goToGoogle(context: AccountContext, caller: Caller, { provider, callbackURL }: Body) {
  if (provider !== "google") return { ok: false, problem: "fields", fields: { provider: "unknown-choice" } } as const;
  return startGoogle(context, caller, typeof callbackURL === "string" ? callbackURL : "/");
}

async function currentSession(context: AccountContext, caller: Caller): Promise<Outcome<{ found: NewSession | null }>> {
  const current = await sessionOfBrowser(context, caller);
  if (!current) return { ok: true, cookies: [], found: null };
  const { read } = context.database;
  const session = await rowById(read, "session", current.sessionId);
  const person = await personWithSuspension(read, current.person.id);
  return { ok: true, cookies: [], found: session && person ? { session, person } : null };
}
