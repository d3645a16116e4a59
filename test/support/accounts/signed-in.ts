import type { Portal } from "#operations/portal.ts";
import type { Role } from "#core/staff/roles.ts";
import { freshEmail, freshStaff, goodPassword, openSession } from "./staff.ts";

/** Somebody with a session: asks by cookie as a browser, by token as a program. */
export type SignedInPerson = { id: string; email: string; cookie: string; token: string };

let clients = 0;
/** Every client another address, so that the limits of one are not in the way of the next. */
export const fromElsewhere = (): Record<string, string> => {
  clients += 1;
  return { "X-Forwarded-For": `203.0.${(clients >> 8) & 255}.${clients & 255}` };
};

/** For servers that are asked through `fromElsewhere`. */
export const behindProxy = { TRUSTED_PROXIES: "127.0.0.1,::1" };

export const asJson = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** The cookie of a sign-in that goes through. */
export async function cookieFor(url: string, email: string, password = goodPassword): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, asJson("POST", { email, password }, fromElsewhere()));
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 200 || cookie === undefined) throw new Error(`sign-in answered ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

/** The token of the session behind a cookie. */
export async function tokenFor(url: string, email: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/jwt`, asJson("POST", { email }, { Cookie: cookie }));
  if (!answer.ok) throw new Error(`POST /jwt answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

/** A new person in a role, signed in at `url` without typing the password, which takes half a second and a hash. */
export async function signedIn(portal: Portal, url: string, role: Role): Promise<SignedInPerson> {
  const email = freshEmail();
  const { id } = await freshStaff(portal, role, email);
  const { cookie } = await openSession(portal, id);
  return { id, email, cookie, token: await tokenFor(url, email, cookie) };
}
