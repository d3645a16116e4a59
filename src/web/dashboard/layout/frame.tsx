import { Icon } from "#design/icon.tsx";
import house from "lucide/dist/esm/icons/house.mjs";
import menu from "lucide/dist/esm/icons/menu.mjs";
import search from "lucide/dist/esm/icons/search.mjs";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import type { WithFeatures } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { Avatar } from "#design/avatar.tsx";
import { Button } from "#design/form/button.tsx";
import { keyed } from "#design/page/keys.ts";
import { roleName } from "#design/role-name.ts";
import { LanguageChoice } from "../../frame/language/language-choice.tsx";
import { ThemeSwitch } from "../../frame/theme.tsx";
import { AccentSheet } from "../../frame/site/appearance.tsx";
import { type SiteOperator, OperatorNotice } from "../../frame/site/site-operator.tsx";
import { pages } from "../../pages.ts";
import { PaletteLink, usePalette } from "../palette/palette-link.tsx";
import { drawerIcons } from "./drawer-icons.ts";
import { KeysHelp } from "./keys-help.tsx";
import { type DrawerLink, drawerLines, isCurrent } from "../frame/links.ts";

/** How much work waits on each linked page, by path: in digits, and in words for screen readers. */
export type MenuCounts = Readonly<Record<string, { count: string; words: string }>>;

type DrawerProps = {
  operatorName: string;
  person: { name: string; role: Role; photo: string | null };
  links: readonly DrawerLink[];
  counts: MenuCounts;
  page: string;
};

const drawerId = "drawer";

type FrameProps = Omit<DrawerProps, "operatorName"> &
  WithFeatures & {
    operator: SiteOperator;
    /** Of the program. Null for students. */
    version: string | null;
    isBusy: boolean;
    children: ReactNode;
  };

export function Frame({ operator, version, isBusy, features, children, ...drawer }: FrameProps) {
  const { role } = drawer.person;
  const palette = usePalette(role, features);
  return (
    <div className="dashboard">
      {operator.appearance && <AccentSheet accent={operator.appearance.accent} />}
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-20 focus:bg-surface focus:p-3"
      >
        {m.skip_to_content()}
      </a>
      {isBusy && <div role="progressbar" aria-label={m.loading()} className="busy-bar" />}
      <TopBar role={role} onPalette={palette.open} />
      <Drawer {...drawer} operatorName={operator.name} onPalette={palette.open} />
      <div className="grid min-w-0 grid-cols-1 grid-rows-[1fr_auto] px-4 sm:px-6 lg:px-8">
        <main id="main" aria-busy={isBusy} className="min-w-0 pt-6 pb-16">
          <PageTabs links={drawer.links} />
          {children}
        </main>
        <footer className="screen-only mb-6 flex flex-wrap gap-x-6 border-t border-line pt-3 text-14 text-quiet">
          <OperatorNotice operator={operator} />
          {version !== null && <p>{`Attestry ${version}`}</p>}
        </footer>
      </div>
      {palette.dialog}
    </div>
  );
}

type WithPalette = { onPalette: () => void };

const TopBar = ({ role, onPalette }: WithPalette & { role: Role }) => (
  <header className="top-bar">
    <button
      type="button"
      popoverTarget={drawerId}
      className="flex min-h-12 min-w-0 grow cursor-pointer items-center gap-3 px-4 text-18 font-semibold sm:px-6"
    >
      <Icon icon={menu} className="size-6" />
      {m.dashboard()}
    </button>
    {isStaffRole(role) && (
      <PaletteLink
        role={role}
        onOpen={onPalette}
        className="grid min-w-[44px] flex-none place-items-center px-2 sm:px-4"
      >
        <span className="sr-only">{m.palette_open()}</span>
        <Icon icon={search} className="size-6" />
      </PaletteLink>
    )}
  </header>
);

/**
 * Shows who is signed in, and the pages they may open. On small screens it is a popover, which the browser opens and
 * closes.
 */
function Drawer({ operatorName, person, links, counts, page, onPalette }: DrawerProps & WithPalette) {
  const drawer = useRef<HTMLElement>(null);
  const closeAfter = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a")) close(drawer.current);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- it hears of links that were followed, however
    <aside ref={drawer} id={drawerId} popover="auto" aria-label={m.dashboard()} className="drawer" onClick={closeAfter}>
      <div className="flex min-h-full flex-col gap-4 py-5">
        <a href={pages.account.path} className="flex items-center gap-3 px-5 no-underline">
          <Avatar name={person.name} photo={person.photo} />
          <span className="grid min-w-0">
            <span className="leading-snug font-semibold">{person.name}</span>
            <span className="text-14 text-quiet">{`${roleName(person.role)} · ${m.your_account()}`}</span>
          </span>
        </a>
        {isStaffRole(person.role) && (
          <PaletteLink role={person.role} onOpen={onPalette} className="palette-link">
            {m.palette_open()}
            <kbd aria-hidden="true" className="hidden text-14 text-quiet pointer-fine:scripted:block">
              Ctrl K
            </kbd>
          </PaletteLink>
        )}
        <nav aria-label={m.dashboard_pages()}>
          <a href="/" className="drawer-link" {...keyed("g h", m.home())}>
            <Icon icon={house} />
            {m.home()}
          </a>
          {(["work", "site"] as const).map((group) => (
            <div key={group} className="border-t border-line not-has-[a]:hidden">
              <DrawerLines links={links.filter((link) => link.group === group)} counts={counts} />
            </div>
          ))}
        </nav>
        <div className="mt-auto grid gap-3 border-t border-line px-5 pt-4">
          <p className="text-14 text-quiet">{operatorName}</p>
          {isStaffRole(person.role) && <Link to={pages.help.path}>{m.help_title()}</Link>}
          <div className="-ms-2 flex items-center gap-1">
            <LanguageChoice page={page} typedForm={undefined} />
            <ThemeSwitch />
            <KeysHelp />
          </div>
          <form method="post" action={pages.signOut.path}>
            <Button variant="secondary">{m.sign_out()}</Button>
          </form>
        </div>
      </div>
    </aside>
  );
}

function DrawerLines({ links, counts }: Pick<DrawerProps, "links" | "counts">) {
  const { pathname } = useLocation();
  return drawerLines(links).map(({ path, letter, label, tabs }) => (
    <Link
      key={path}
      to={path}
      className="drawer-link"
      aria-current={tabs.some((tab) => isCurrent(tab, pathname)) ? "page" : undefined}
      {...keyed(`g ${letter}`, label)}
    >
      {drawerIcons[path] && <Icon icon={drawerIcons[path]} />}
      {label}
      <Waiting waiting={counts[path]} />
    </Link>
  ));
}

const Waiting = ({ waiting }: { waiting: MenuCounts[string] | undefined }) =>
  waiting && (
    <>
      <span aria-hidden="true" className="drawer-count">
        {waiting.count}
      </span>
      <span className="sr-only">{`, ${waiting.words}`}</span>
    </>
  );

/** Links to the pages that share a line of the drawer with this one. */
function PageTabs({ links }: Pick<DrawerProps, "links">) {
  const { pathname } = useLocation();
  const line = drawerLines(links).find(({ tabs }) => tabs.some(({ path }) => path === pathname));
  if (!line || line.tabs.length === 1) return null;
  return (
    <nav aria-label={line.label} className="page-tabs">
      {line.tabs.map(({ path, label, letter }) => (
        <NavLink key={path} to={path} end {...keyed(`g ${letter}`, label())}>
          {label()}
        </NavLink>
      ))}
    </nav>
  );
}

function close(drawer: HTMLElement | null): void {
  if (drawer && "popover" in drawer && drawer.matches(":popover-open")) drawer.hidePopover();
}
