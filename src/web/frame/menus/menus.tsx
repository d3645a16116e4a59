import { Icon } from "#design/icon.tsx";
import menu from "lucide/dist/esm/icons/menu.mjs";
import search from "lucide/dist/esm/icons/search.mjs";
import { isOn, type WithFeatures } from "#core/settings/features.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { MenuLink as Link, MenuGroup, Menus } from "#core/settings/menus.ts";
import { Button } from "#design/form/button.tsx";
import { ExternalLink } from "#design/external-link.tsx";
import { maxNumberLength } from "../../lookup-form/lookup-form.tsx";
import { pages } from "../../pages.ts";
import { ThemeSwitch } from "../theme.tsx";
import { translatedLabel } from "./official-words.ts";
import { m } from "#i18n/compiled/messages.js";
import { boxWords } from "#i18n/either-number.ts";

const MenuLink = ({ label, labels, to, isCurrent = false }: Link & { isCurrent?: boolean }) =>
  to.startsWith("/") ? (
    <a href={to} aria-current={isCurrent ? "page" : undefined}>
      {translatedLabel(label, labels)}
    </a>
  ) : (
    <ExternalLink to={to}>{translatedLabel(label, labels)}</ExternalLink>
  );

type MenuLinksProps = { links: readonly Link[]; page?: string; className?: string };

export const MenuLinks = ({ links, page, className }: MenuLinksProps) => (
  <ul className={className}>
    {links.map((link) => (
      <li key={link.to}>
        <MenuLink {...link} isCurrent={link.to === page} />
      </li>
    ))}
  </ul>
);

type SiteOfMenu = WithFeatures & { lookupPolicy: LookupPolicy };

const menuId = "mega-menu";

/**
 * The box in the header, the MENU button, and the menu. The browser itself opens the menu, and closes it on Escape or a
 * click elsewhere.
 */
export const Menu = ({ categories, navbar, ...site }: Pick<Menus, "categories" | "navbar"> & SiteOfMenu) => (
  <>
    {site.lookupPolicy === "code" ? <CodeLink /> : <NumberSearch />}
    <button type="button" popoverTarget={menuId} className="menu-button">
      <Icon icon={menu} />
      {m.menu()}
    </button>
    <nav id={menuId} popover="auto" aria-label={m.menu()} className="mega-menu">
      <div className="mega-menu-inner">
        <OwnPages {...{ navbar, site }} />
        {categories.length > 0 && <Governments categories={categories} />}
      </div>
    </nav>
  </>
);

const CodeLink = () => (
  <a href={pages.code.path} className="link-button max-lg:hidden">
    {m.code_title()}
  </a>
);

/** Sends the number to the page that takes both kinds of number. That page asks for a name if one is needed. */
const NumberSearch = () => (
  <form role="search" method="post" action="/Check_Visa" dir="ltr" className="ircc-search">
    <label htmlFor="ircc" className="sr-only">
      {boxWords().label}
    </label>
    <input
      id="ircc"
      name="number"
      type="text"
      placeholder={boxWords().example}
      // For browsers that cannot size a box by its content.
      size={Math.min([...boxWords().example].length, 28)}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={maxNumberLength}
    />
    <button>
      <span className="sr-only">{m.ircc_box_go()}</span>
      <Icon icon={search} />
    </button>
  </form>
);

/**
 * Links to this site's own pages. On narrow screens also the links that the header has no room for. The operator's bar
 * may lead to the same pages.
 */
const OwnPages = ({ navbar, site }: Pick<Menus, "navbar"> & { site: SiteOfMenu }) => (
  <div className="own-pages">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h2 className="text-18">{m.site_navigation()}</h2>
      <Button variant="secondary" size="small" type="button" popoverTarget={menuId} popoverTargetAction="hide">
        {m.menu_close()}
      </Button>
    </div>
    <ul>
      <li>
        <a href="/">{m.home_title()}</a>
      </li>
      <li className="lg:hidden">
        {site.lookupPolicy === "code" ? (
          <a href={pages.code.path}>{m.code_title()}</a>
        ) : (
          <a href="/Check_Visa">{boxWords().example}</a>
        )}
      </li>
      {furtherPages(site)
        .filter(([page]) => !navbar.some(({ to }) => to === page.path))
        .map(([page, title]) => (
          <li key={page.path}>
            <a href={page.path}>{title()}</a>
          </li>
        ))}
      {navbar.map((link) => (
        <li key={link.to}>
          <MenuLink {...link} />
        </li>
      ))}
      <li className="sign-in-line sm:hidden">
        <a href={pages.login.path}>{m.sign_in()}</a>
      </li>
    </ul>
    <ThemeSwitch />
  </div>
);

/** For what else people have in their hands: a share code, a slip, a card. */
const furtherPages = ({ lookupPolicy, ...site }: SiteOfMenu) => [
  ...(isOn(site, "holders") && lookupPolicy !== "code" ? [[pages.code, m.code_title] as const] : []),
  [pages.check, m.check_title] as const,
  ...(isOn(site, "holders") ? [[pages.myRecord, m.holder_title] as const] : []),
];

const Governments = ({ categories }: Pick<Menus, "categories">) => (
  <div>
    <h2 className="text-18">{m.ask_a_government()}</h2>
    <p className="text-quiet">{m.official_elsewhere_text()}</p>
    <div className="subjects">
      <p className="choose-subject">{m.menu_choose()}</p>
      <ul>
        {categories.map((category) => (
          <Category key={category.title} {...category} />
        ))}
      </ul>
    </div>
  </div>
);

const Category = ({ title, titles, links }: MenuGroup) => (
  <li>
    <details name="subject">
      <summary>{translatedLabel(title, titles)}</summary>
      <MenuLinks links={links} className="subject" />
    </details>
  </li>
);

/** The bar with the operator's own pages. On narrow screens they are in MENU. */
export const Navbar = ({ navbar, page }: Pick<Menus, "navbar"> & { page: string }) => (
  <nav aria-label={m.site_navigation()} className="navbar">
    <MenuLinks links={navbar} page={page} />
  </nav>
);
