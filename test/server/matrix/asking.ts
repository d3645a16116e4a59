import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { type AccessPolicy, accessPolicies } from "#core/accounts/access-policies.ts";
import { type Route, routeAt, takesFiles } from "#server/routes.ts";
import { asJson, fromElsewhere } from "../../support/accounts/signed-in.ts";
import type { Persona } from "./personas.ts";

/** A key may do what its account may, except what requires a second factor. */
export type Credential = "cookie" | "token" | "key";

/** The credentials that a person has. Tokens and keys open no page, whoever has them: those of the admin are enough. */
export function credentialsOf({ name, person, key }: Persona, { kind }: Route): readonly Credential[] {
  if (!person || (kind === "page" && name !== "admin")) return ["cookie"];
  return key === undefined ? ["cookie", "token"] : ["cookie", "token", "key"];
}

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

/** The actor that a request counts as. Tokens and keys count only at calls, not at pages. */
export const countsAs = ({ counts, key }: Persona, { kind }: Route, credential: Credential): Actor => {
  if (credential === "cookie") return counts;
  if (kind !== "call" || (credential === "key" && key === undefined)) return anonymous;
  return credential === "key" && counts.kind === "account" && counts.role === "organisation"
    ? { ...counts, scope: "look-up" }
    : counts;
};

/** The outcome that the access policy of a route requires for an actor. */
export function admission(policy: AccessPolicy, actor: Actor): string {
  const isForLookups = actor.kind === "account" && actor.scope === "look-up";
  // Such a key opens what anybody may, and the desk.
  if (isForLookups && !["anyone", "organisations"].includes(policy)) return "not allowed";
  if (accessPolicies[policy](actor)) return "in";
  return actor.kind === "anonymous" ? "sign in first" : "not allowed";
}

/** The outcome at a page: it redirects to sign-in, or sets the flash message for the next page. */
export function welcome({ headers }: Response, { path }: Route): string {
  const way = new URL(headers.get("location") ?? "", "http://site.example");
  const from = way.searchParams.get("from");
  if (way.pathname === "/login" && from && routeAt(from).path === path) return "sign in first";
  return headers.getSetCookie().some((line) => /^flash=not-(admin|moderator|organisation|student|staff)\./.test(line))
    ? "not allowed"
    : "in";
}
