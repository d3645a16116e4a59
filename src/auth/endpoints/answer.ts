import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import type { AccountDesk } from "../account-desk.ts";
import { sessionOfBrowser } from "../current-session.ts";
import { answered, nothingHere, notJson, sentTo } from "./endpoint-answers.ts";
import type { EndpointName } from "./endpoints.ts";
import { readForm, signUpForm } from "../forms.ts";
import { comeBackFromGoogle, startGoogle } from "../google.ts";
import { addPasskey, optionsForNewPasskey, optionsForSignIn, signInByPasskey } from "../passkeys.ts";
import { signUp } from "../registration.ts";
import { proveSecondFactor } from "../second-step.ts";
import { signIn, signOut } from "../sign-in.ts";

type Asked = { desk: AccountDesk; caller: Caller; body: Readonly<Record<string, unknown>>; search: string };
type Route = (asked: Asked) => Promise<Response>;

const basePath = "/api/auth";

/** The endpoints of /api/auth. Whoever is not on the list is not there. */
export async function answer(desk: AccountDesk, request: Request, clientAddress: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const name = `${request.method} ${pathname.slice(basePath.length)}`;
  const route = pathname.startsWith(basePath) && isEndpoint(name) ? routes[name] : null;
  if (!route || (needsGoogle.has(name) && !desk.google)) return nothingHere();
  const body = request.method === "POST" ? await jsonOf(request) : {};
  if (!body) return notJson();
  return route({ desk, caller: { headers: request.headers, clientAddress }, body, search });
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(routes, name);

const needsGoogle: ReadonlySet<string> = new Set<EndpointName>(["POST /sign-in/social", "GET /callback/google"]);

const jsonObject = z.record(z.string(), z.unknown());

/** An empty body is an empty object: signing out sends none. */
async function jsonOf(request: Request): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const text = await request.text();
    if (text === "") return {};
    return jsonObject.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const verifyCode: Route = async ({ desk, caller, body }) => answered(await proveSecondFactor(desk, caller, body));

const routes: Record<EndpointName, Route> = {
  "POST /sign-up/email": async ({ desk, caller, body }) => answered(await register(desk, caller, body)),
  "POST /sign-in/email": async ({ desk, caller, body }) => answered(await signIn(desk, caller, body)),
  "POST /two-factor/verify-totp": verifyCode,
  "POST /two-factor/verify-backup-code": verifyCode,
  "POST /sign-in/social": async ({ desk, caller, body }) => answered(await goToGoogle(desk, caller, body)),
  "GET /callback/google": async ({ desk, caller, search }) => sentTo(await comeBackFromGoogle(desk, caller, search)),
  "GET /passkey/generate-authenticate-options": async ({ desk, caller }) =>
    answered(await optionsForSignIn(desk, caller)),
  "POST /passkey/verify-authentication": async ({ desk, caller, body }) =>
    answered(await signInByPasskey(desk, caller, body)),
  "POST /passkey/generate-register-options": async ({ desk, caller, body }) =>
    answered(await optionsForNewPasskey(desk, caller, body)),
  "POST /passkey/verify-registration": async ({ desk, caller, body }) => answered(await addPasskey(desk, caller, body)),
  "GET /get-session": async ({ desk, caller }) => answered(await sessionAnswer(desk, caller)),
  "POST /sign-out": async ({ desk, caller }) =>
    answered({ ok: true, ...(await signOut(desk, caller)), body: { success: true } }),
};

/** better-auth's form. Whoever has the address, the answer speaks of a new account. */
async function register(desk: AccountDesk, caller: Caller, body: Asked["body"]): Promise<Outcome<{ body: unknown }>> {
  const { name, email, password, image } = body;
  const form = { name, email, password, ...(image ? { photoURL: image } : {}) };
  const read = readForm(signUpForm, form);
  const outcome = await signUp(desk, caller, form);
  if (!outcome.ok || !read.ok) return outcome.ok ? { ...outcome, body: null } : outcome;
  const at = new Date(desk.now()).toISOString();
  const { value } = read;
  const shown = { name: value.name, email: value.email, image: value.photoURL };
  const user = { id: randomUUID(), ...shown, emailVerified: false, createdAt: at, updatedAt: at };
  return { ...outcome, body: { token: null, user } };
}

async function goToGoogle(desk: AccountDesk, caller: Caller, { provider, callbackURL }: Asked["body"]) {
  if (provider !== "google") return { ok: false, problem: "fields", fields: { provider: "unknown-choice" } } as const;
  const outcome = await startGoogle(desk, caller, typeof callbackURL === "string" ? callbackURL : "/");
  return outcome.ok ? { ...outcome, body: { url: outcome.url, redirect: true } } : outcome;
}

async function sessionAnswer(desk: AccountDesk, caller: Caller): Promise<Outcome<{ body: unknown }>> {
  const session = await sessionOfBrowser(desk, caller);
  if (!session) return { ok: true, cookies: [], body: null };
  const question = { method: "GET", path: "/get-session", sessionToken: session.token } as const;
  const { body, cookies } = await desk.ask(caller, question);
  return { ok: true, cookies, body };
}
