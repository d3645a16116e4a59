import { type AccessPolicy, accessPolicies } from "#core/accounts/access-policies.ts";
import type { Role } from "#core/accounts/roles.ts";
import { type MenuGroup, pages, pageTable } from "../../pages.ts";

export type DrawerLink = {
  path: string;
  group: MenuGroup;
  label: () => string;
  /** The key that opens this page when pressed after "g". */
  letter: string;
  /** The name of the line, if several pages share it. */
  line?: () => string;
};

export const dashboardLinks: readonly (DrawerLink & { policy: AccessPolicy })[] = pageTable.flatMap(
  ({ path, policy, menu }) => (menu ? [{ path, policy, ...menu }] : []),
);

export const landingPages: Record<Role, string> = {
  admin: pages.dashboard.path,
  moderator: pages.dashboard.path,
  organisation: pages.desk.path,
  student: pages.badRequest.path,
};

/** Leaves out the overview for roles with another landing page. */
export const linksFor = (role: Role): DrawerLink[] =>
  dashboardLinks
    .filter(({ policy }) => accessPolicies[policy]({ kind: "account", id: "", role }))
    .filter(({ path }) => path !== pages.dashboard.path || landingPages[role] === path);

/** The lines of the drawer. Each opens the first of its pages; all of them are its tabs. */
export const drawerLines = (links: readonly DrawerLink[]) =>
  [...Map.groupBy(links, ({ line, label }) => (line ?? label)())].flatMap(([label, tabs]) =>
    tabs.slice(0, 1).map(({ path, letter }) => ({ path, letter, label, tabs })),
  );

/** True on the page itself and on the pages below it. */
export const isCurrent = ({ path }: DrawerLink, pathname: string): boolean =>
  pathname === path || (pathname.startsWith(`${path}/`) && path !== pages.dashboard.path);

/** The path of the list of records that this role may change. */
export const listOf = (role: Role): string => (role === "admin" ? pages.records.path : pages.ownRecords.path);
