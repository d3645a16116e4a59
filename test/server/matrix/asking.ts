import { type Actor, anonymous } from "#core/staff/actor.ts";
import { type AccessPolicy, accessPolicies } from "#core/staff/access-policies.ts";
import { type Route, routeAt, takesFiles } from "#server/routes.ts";
import { asJson, fromElsewhere } from "../../support/accounts/signed-in.ts";
import type { Persona } from "./personas.ts";

export const credentials = ["cookie", "token"] as const;
/** A key does what its account may, but for what needs a second factor. */
export const credentialsWithKey = [...credentials, "key"] as const;
export type Credential = (typeof credentialsWithKey)[number];

export function requestFor(
  route: Route,
  method: string,
  { person, key }: Persona,
  credential: Credential,
  body: Readonly<Record<string, unknown>> = {},
): RequestInit {
  const headers: Record<string, string> = { ...fromElsewhere() };
  if (person && credential === "cookie") headers["Cookie"] = person.cookie;
  if (person && credential === "token") headers["Authorization"] = `Bearer ${person.token}`;
  if (key !== undefined && credential === "key") headers["Authorization"] = `Bearer ${key}`;
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (method === "GET" || method === "HEAD") return init;
  if (route.kind !== "page") return { ...init, ...asJson(method, body, headers) };
  const form = takesFiles(route) ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  return { ...init, body: form };
}

/** Tokens are for programs: where a browser has to be, they are nothing. */
export const countsAs = ({ name, counts, key }: Persona, { kind }: Route, credential: Credential): Actor => {
  if (credential === "cookie") return counts;
  if (kind !== "call" || (credential === "key" && key === undefined)) return anonymous;
  // A session ends with a change of role; a key follows it.
  return credential === "key" && name === "demoted" ? { kind: "staff", id: "demoted", role: "student" } : counts;
};

/** What the policy of a route says to somebody. */
export function admission(policy: AccessPolicy, actor: Actor): string {
  if (accessPolicies[policy](actor)) return "in";
  return actor.kind === "anonymous" ? "sign in first" : "not allowed";
}

/** What a page says to somebody: it leads to sign-in, or tells them so with the next page. */
export function welcome({ headers }: Response, { path }: Route): string {
  const way = new URL(headers.get("location") ?? "", "http://site.example");
  const from = way.searchParams.get("from");
  if (way.pathname === "/login" && from && routeAt(from).path === path) return "sign in first";
  return headers.getSetCookie().some((line) => line.startsWith("notice=not-")) ? "not allowed" : "in";
}
