import { type AccessPolicy, accessPolicies } from "#core/staff/access-policies.ts";
import type { Role } from "#core/staff/roles.ts";
import { pages, pageTable } from "../../pages.ts";
import type { DrawerLink } from "./frame.tsx";

export const dashboardLinks: readonly (DrawerLink & { policy: AccessPolicy })[] = pageTable.flatMap(
  ({ path, policy, menu }) => (menu ? [{ path, policy, ...menu }] : []),
);

export const landings: Record<Role, string> = {
  admin: pages.dashboard.path,
  moderator: pages.dashboard.path,
  student: pages.badRequest.path,
};

/** Without the overview for those who begin elsewhere. */
export const linksFor = (role: Role): DrawerLink[] =>
  dashboardLinks
    .filter(({ policy }) => accessPolicies[policy]({ kind: "staff", id: "", role }))
    .filter(({ path }) => path !== pages.dashboard.path || landings[role] === path);

/** The list of records that somebody in this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? pages.records.path : pages.ownRecords.path);
