import { accessPolicies } from "#core/accounts/access-policies.ts";
import type { Role } from "#core/accounts/roles.ts";
import { isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { type MenuGroup, type Page, pages, pageTable } from "../../pages.ts";

export type DrawerLink = {
  path: string;
  group: MenuGroup;
  label: () => string;
  /** The key that opens this page when pressed after "g". */
  letter: string;
  /** The name of the line, if several pages share it. */
  line?: () => string;
};

export const dashboardLinks: readonly (DrawerLink & Pick<Page, "policy" | "feature">)[] = pageTable.flatMap(
  ({ menu, ...page }) => (menu ? [{ ...page, ...menu }] : []),
);

const landingPages: Record<Role, Page> = {
  admin: pages.dashboard,
  moderator: pages.dashboard,
  organisation: pages.desk,
  student: pages.badRequest,
};

export const landingPage = (role: Role, site: WithFeatures): string =>
  (isPartOf(site, landingPages[role]) ? landingPages[role] : pages.badRequest).path;

/** Leaves out the overview for roles with another landing page. */
export const linksFor = (role: Role, site: WithFeatures): DrawerLink[] =>
  dashboardLinks
    .filter(({ policy }) => accessPolicies[policy]({ kind: "account", id: "", role }))
    .filter((page) => isPartOf(site, page))
    .filter(({ path }) => path !== pages.dashboard.path || landingPages[role].path === path);

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
