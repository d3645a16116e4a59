import { nameMatches } from "./names.ts";

/** `open`: the number is enough. `guarded`: the visitor must also know the name. */
export const lookupPolicies = ["open", "guarded"] as const;
export type LookupPolicy = (typeof lookupPolicies)[number];

export function mayLearnOf(record: { name: string }, policy: LookupPolicy, givenName: string): boolean {
  return policy === "open" || nameMatches(givenName, record.name);
}
