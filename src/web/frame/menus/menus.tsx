import type { MenuLink as Link, MenuGroup, Menus } from "#core/settings/menus.ts";
import { Button } from "#design/form/button.tsx";
import { ExternalLink } from "#design/external-link.tsx";
import { inOurWords } from "./official-words.ts";
import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

export const MenuLink = ({ label, to, isCurrent = false }: Link & { isCurrent?: boolean }) =>
  to.startsWith("/") ? (
    <a href={to} aria-current={isCurrent ? "page" : undefined}>
      {inOurWords(label)}
    </a>
  ) : (
    <ExternalLink to={to}>{inOurWords(label)}</ExternalLink>
  );

/** Closed behind its title on narrow screens, open without it on wide ones (menus.css). */
export const Collapsible = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="collapsible">
    <summary>{title}</summary>
    {children}
  </details>
);

const menuId = "mega-menu";

/** MENU and the box of the header. The browser itself opens the menu, and closes it on Escape or a click elsewhere. */
export const MenuRow = ({ categories }: Pick<Menus, "categories">) => (
  <div className="menu-row">
    <div className="menu-row-inner">
      {categories.length > 0 && (
        <button type="button" popoverTarget={menuId} className="menu-button">
          <Lines />
          {m.menu()}
        </button>
      )}
      <IrccSearch />
    </div>
    {categories.length > 0 && <MegaMenu categories={categories} />}
  </div>
);

/** Asks on the page that knows both numbers. That page also asks for a name, where one is needed. */
const IrccSearch = () => (
  <form role="search" method="post" action="/Check_Visa" className="ircc-search">
    <label htmlFor="ircc" className="sr-only">
      {m.ircc_box()}
    </label>
    <input
      id="ircc"
      name="number"
      type="text"
      placeholder={m.ircc_box_example()}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={100}
    />
    <button>
      <span className="sr-only">{m.ircc_box_go()}</span>
      <Glass />
    </button>
  </form>
);

const Glass = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5.5 5.5" strokeLinecap="round" />
  </svg>
);

const MegaMenu = ({ categories }: Pick<Menus, "categories">) => (
  <nav id={menuId} popover="auto" aria-label={m.official_elsewhere()} className="mega-menu">
    <div className="mega-menu-inner">
      <div className="mega-menu-head">
        <div>
          <p>
            <strong>{m.official_elsewhere()}</strong>
          </p>
          <p>{m.official_elsewhere_text()}</p>
        </div>
        <Button look="secondary" size="small" type="button" popoverTarget={menuId} popoverTargetAction="hide">
          {m.menu_close()}
        </Button>
      </div>
      <div className="subjects">
        <p className="choose-subject">{m.menu_choose()}</p>
        <ul>
          {categories.map((category) => (
            <Category key={category.title} {...category} />
          ))}
        </ul>
      </div>
    </div>
  </nav>
);

const Category = ({ title, links }: MenuGroup) => (
  <li>
    <details name="subject">
      <summary>{inOurWords(title)}</summary>
      <ul className="subject">
        {links.map((link) => (
          <li key={link.to}>
            <MenuLink {...link} />
          </li>
        ))}
      </ul>
    </details>
  </li>
);

const Lines = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
    <path d="M4 7h16M4 12h16M4 17h16" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

/** What this operator has to say. On a narrow screen it waits behind one line. */
export const Navbar = ({ navbar, page }: Pick<Menus, "navbar"> & { page: string }) => (
  <nav aria-label={m.site_navigation()} className="navbar">
    <Collapsible title={m.site_navigation()}>
      <ul>
        {navbar.map((link) => (
          <li key={link.to}>
            <MenuLink {...link} isCurrent={link.to === page} />
          </li>
        ))}
      </ul>
    </Collapsible>
  </nav>
);
