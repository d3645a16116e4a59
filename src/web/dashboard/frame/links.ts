import { type AccessPolicy, accessPolicies } from "#core/staff/access-policies.ts";
import type { Role } from "#core/staff/roles.ts";
import { pages, pageTable } from "../../pages.ts";
import type { DrawerLink } from "./frame.tsx";

export const dashboardLinks: readonly (DrawerLink & { policy: AccessPolicy })[] = pageTable.flatMap(
  ({ path, policy, menu }) => (menu ? [{ path, policy, ...menu }] : []),
);

export const linksFor = (role: Role): DrawerLink[] =>
  dashboardLinks.filter(({ policy }) => accessPolicies[policy]({ kind: "staff", id: "", role }));

export const landings: Record<Role, string> = {
  admin: pages.addRecord.path,
  moderator: pages.ownRecords.path,
  student: pages.badRequest.path,
};

/** The list of records that somebody in this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? pages.records.path : landings[role]);
