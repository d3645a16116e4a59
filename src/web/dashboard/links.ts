import type { Role } from "#core/staff/roles.ts";
import { type DoorPolicy, doorPolicies } from "#core/staff/door-policies.ts";
import { m } from "#i18n/compiled/messages.js";
import type { DrawerLink } from "#ui/dashboard/drawer.tsx";

type DashboardLink = DrawerLink & {
  /** As in src/doors.ts. */
  policy: DoorPolicy;
};

/** The drawer's links in their order. A page that is there has its line here. */
export const dashboardLinks: readonly DashboardLink[] = [
  { path: "/dashboard/Entry", label: m.entry, letter: "e", policy: "admins" },
  { path: "/dashboard/ManagePost", label: m.manage_post, letter: "m", policy: "moderators" },
  { path: "/dashboard/update", label: m.manage_records, letter: "u", policy: "admins" },
];

export const linksFor = (role: Role): DashboardLink[] =>
  dashboardLinks.filter(({ policy }) => doorPolicies[policy]({ kind: "staff", id: "", role }));

/** Where each role begins. */
export const landings: Record<Role, string> = {
  admin: "/dashboard/Entry",
  moderator: "/dashboard/ManagePost",
  student: "/dashboard/BAD_Request",
};

/** Where the records stand that somebody in this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? "/dashboard/update" : landings[role]);
