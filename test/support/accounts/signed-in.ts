import type { Portal } from "#operations/portal/portal.ts";
import type { Role } from "#core/accounts/roles.ts";
import { freshEmail, freshAccount, goodPassword, openSession } from "./fresh-accounts.ts";

/** A person with a session. A browser sends its cookie, a program its token. */
export type SignedInPerson = { id: string; email: string; cookie: string; token: string };

let clients = 0;
/** Each call returns another client address, so that the limits of one client do not affect the next. */
export const fromElsewhere = (): Record<string, string> => {
  clients += 1;
  return { "X-Forwarded-For": `203.0.${(clients >> 8) & 255}.${clients & 255}` };
};

/** Settings of servers that receive requests with the headers of `fromElsewhere`. */
export const behindProxy = { TRUSTED_PROXIES: "127.0.0.1,::1" };

export const asJson = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** Signs in, which must succeed, and returns the session cookie. */
export async function cookieFor(url: string, email: string, password = goodPassword): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, asJson("POST", { email, password }, fromElsewhere()));
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 200 || cookie === undefined) throw new Error(`sign-in answered ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

/** The token of the session that this cookie belongs to. */
export async function tokenFor(url: string, email: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/jwt`, asJson("POST", { email }, { Cookie: cookie }));
  if (!answer.ok) throw new Error(`POST /jwt answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

/** Creates a person with this role, signed in at `url`. Skips the password, whose hash takes half a second. */
export async function signedIn(portal: Portal, url: string, role: Role): Promise<SignedInPerson> {
  const email = freshEmail();
  const { id } = await freshAccount(portal, role, email);
  const { cookie } = await openSession(portal, id);
  return { id, email, cookie, token: await tokenFor(url, email, cookie) };
}
