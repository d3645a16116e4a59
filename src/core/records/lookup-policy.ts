import { nameMatches } from "../names/compare-names.ts";

/**
 * `open`: the number is enough. `guarded`: the visitor must also know the name. `code`: a number shows
 * nothing, only a share code of the holder does.
 */
export const lookupPolicies = ["open", "guarded", "code"] as const;
export type LookupPolicy = (typeof lookupPolicies)[number];

/** The policies under which a number can be looked up. */
export type NumberPolicy = Exclude<LookupPolicy, "code">;

export function mayLearnOf(record: { name: string }, policy: LookupPolicy, givenName: string): boolean {
  if (policy === "code") return false;
  return policy === "open" || nameMatches(givenName, record.name);
}
