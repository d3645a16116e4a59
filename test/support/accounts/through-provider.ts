import type { Visitor } from "./account-visitor.ts";
import { walkThroughProvider } from "./identity-provider.ts";

type Beginning = { id?: string; returnTo?: string; askedOn?: "/register"; connects?: boolean };

/** Goes to a provider and back as `person` ("" denies). Returns the last redirect, or the problem at the start. */
export async function throughProvider(
  visitor: Visitor,
  person: string,
  { id = "1", returnTo = "/dashboard", askedOn, connects = false }: Beginning = {},
): Promise<string | null> {
  const { start, connect } = visitor.portal.accounts.providers;
  const begun = await visitor.does(
    connects ? connect(visitor.caller, id) : start(visitor.caller, id, returnTo, askedOn),
  );
  return begun.ok ? comeBack(visitor, await walkThroughProvider(begun.url, person)) : begun.problem;
}

/** Follows the redirect of a provider. Returns where it leads to. */
export async function comeBack(visitor: Visitor, address: string): Promise<string | null> {
  const { pathname, search } = new URL(address);
  return (await visitor.call(pathname.replace("/api/auth", "") + search)).headers.get("location");
}
