import type { Role } from "#core/staff/roles.ts";
import { type AccessPolicy, accessPolicies } from "#core/staff/access-policies.ts";
import { m } from "#i18n/compiled/messages.js";
import type { DrawerLink } from "./drawer.tsx";

type DashboardLink = DrawerLink & {
  /** As in src/server/routes.ts. */
  policy: AccessPolicy;
};

/** The drawer's links in their order. A page that is there has its line here. */
export const dashboardLinks: readonly DashboardLink[] = [
  { path: "/dashboard/Entry", label: m.entry, letter: "e", policy: "admins" },
  { path: "/dashboard/ManagePost", label: m.manage_post, letter: "o", policy: "moderators" },
  { path: "/dashboard/update", label: m.manage_records, letter: "u", policy: "admins" },
  { path: "/dashboard/Control_Post", label: m.queue_title, letter: "q", policy: "admins" },
  { path: "/dashboard/Find", label: m.find_title, letter: "f", policy: "admins" },
  { path: "/MaltipleInput", label: m.many_title, letter: "k", policy: "clerks" },
  { path: "/dashboard/change-date", label: m.change_date_title, letter: "d", policy: "admins" },
  { path: "/dashboard/classes", label: m.class_all, letter: "c", policy: "admins" },
  { path: "/dashboard/my-enrolled-classes", label: m.class_my_enrolled, letter: "l", policy: "students" },
  { path: "/dashboard/my-selected-classes", label: m.class_my_selected, letter: "s", policy: "students" },
  { path: "/dashboard/payment-history", label: m.class_payment_history, letter: "y", policy: "students" },
  { path: "/dashboard/Admin_Control", label: m.staff_title, letter: "a", policy: "admins" },
  { path: "/dashboard/Reports", label: m.reports_title, letter: "r", policy: "admins" },
  { path: "/dashboard/Posts", label: m.posts_title, letter: "p", policy: "admins" },
  { path: "/dashboard/Menus", label: m.menus_title, letter: "m", policy: "admins" },
  { path: "/dashboard/Texts", label: m.texts_title, letter: "t", policy: "admins" },
  { path: "/dashboard/Settings", label: m.settings_title, letter: "i", policy: "admins" },
];

export const linksFor = (role: Role): DashboardLink[] =>
  dashboardLinks.filter(({ policy }) => accessPolicies[policy]({ kind: "staff", id: "", role }));

/** Where each role begins. */
export const landings: Record<Role, string> = {
  admin: "/dashboard/Entry",
  moderator: "/dashboard/ManagePost",
  student: "/dashboard/BAD_Request",
};

/** Where the records stand that somebody in this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? "/dashboard/update" : landings[role]);
