import { type AccessPolicy, accessPolicies } from "#core/accounts/access-policies.ts";
import type { Role } from "#core/accounts/roles.ts";
import { pages, pageTable } from "../../pages.ts";
import type { DrawerLink } from "./frame.tsx";

export const dashboardLinks: readonly (DrawerLink & { policy: AccessPolicy })[] = pageTable.flatMap(
  ({ path, policy, menu }) => (menu ? [{ path, policy, ...menu }] : []),
);

export const landingPages: Record<Role, string> = {
  admin: pages.dashboard.path,
  moderator: pages.dashboard.path,
  student: pages.badRequest.path,
};

/** Leaves out the overview for roles with another landing page. */
export const linksFor = (role: Role): DrawerLink[] =>
  dashboardLinks
    .filter(({ policy }) => accessPolicies[policy]({ kind: "account", id: "", role }))
    .filter(({ path }) => path !== pages.dashboard.path || landingPages[role] === path);

/** The path of the list of records that this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? pages.records.path : pages.ownRecords.path);
