import { keyScopes, type KeyScope } from "#core/accounts/api-keys.ts";
import type { Role } from "#core/accounts/roles.ts";
import { type Route, routeAt, takesFiles } from "#server/routes.ts";
import { asJson, fromElsewhere } from "../../support/accounts/signed-in.ts";
import { approvedTable } from "../../support/approved-table.ts";
import type { Persona } from "./personas.ts";

export const approved = approvedTable("Routes");

/** `upload-key` and `metrics-token` are those of the site, which programs without an account send. */
export const programKeys = {
  "upload-key": "an upload key that only programs here have",
  "metrics-token": "a token that only programs here have",
};
export type Credential = "cookie" | "token" | KeyScope | keyof typeof programKeys;

/** The credentials that a person has. Tokens and keys open no page, whoever has them: those of the admin are enough. */
export function credentialsOf({ name, person, keys }: Persona, { kind }: Route): readonly Credential[] {
  if (!person) return name === "nobody" ? ["cookie", "upload-key", "metrics-token"] : ["cookie"];
  return kind === "page" && name !== "admin" ? ["cookie"] : ["cookie", "token", ...keys.keys()];
}

export function requestFor(
  route: Route,
  method: string,
  { person, keys }: Persona,
  credential: Credential,
  body: Readonly<Record<string, unknown>> = {},
): RequestInit {
  const headers: Record<string, string> = { ...fromElsewhere() };
  if (person && credential === "cookie") headers["Cookie"] = person.cookie;
  if (person && credential === "token") headers["Authorization"] = `Bearer ${person.token}`;
  if (isScope(credential)) headers["Authorization"] = `Bearer ${keys.get(credential)}`;
  if (credential === "metrics-token") headers["Authorization"] = `Bearer ${programKeys[credential]}`;
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (method === "GET" || method === "HEAD") return init;
  if (route.kind !== "page") return { ...init, ...asJson(method, body, headers) };
  const form = takesFiles(route) ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  return { ...init, body: form };
}

const isScope = (credential: Credential): credential is KeyScope => keyScopes.some((scope) => scope === credential);

/** The query with which a program sends the UPLOAD_KEY. */
export const queryOf = (credential: Credential): string =>
  credential === "upload-key" ? `?${new URLSearchParams({ key: programKeys[credential] })}` : "";

/** The role that the request acts with, or null if it counts as nobody's. Tokens and keys count only at calls, not at pages. */
export const roleIn = ({ counts }: Persona, { kind }: Route, credential: Credential): Role | null =>
  counts.kind === "account" && (credential === "cookie" || kind === "call") ? counts.role : null;

/** The column of the approved table in which it says what this request may. */
export function columnOf(persona: Persona, route: Route, credential: Credential): string {
  if (credential in programKeys) return credential;
  const { name, counts } = persona;
  const isKeyOfRole = isScope(credential) && counts.kind === "account" && counts.role === name;
  if (!isKeyOfRole) return roleIn(persona, route, credential) ?? "nobody";
  return name === "organisation" ? "desk-key" : `${credential}-key`;
}

/** The outcome that the approved table requires: of the route, before it is known what the request names. */
export function admission(name: string, persona: Persona, route: Route, credential: Credential): string {
  if (approved.marks.get(name)?.[columnOf(persona, route, credential)] === "+") return "in";
  return roleIn(persona, route, credential) === null ? "sign in first" : "not allowed";
}

/** The outcome at a page: it redirects to sign-in, or sets the flash message for the next page. */
export function welcome({ headers }: Response, { path }: Route): string {
  const way = new URL(headers.get("location") ?? "", "http://site.example");
  const from = way.searchParams.get("from");
  if (way.pathname === "/login" && from && routeAt(from.split("?")[0] ?? "").path === path) return "sign in first";
  return headers.getSetCookie().some((line) => /^flash=not-(admin|moderator|organisation|student|staff)\./.test(line))
    ? "not allowed"
    : "in";
}
