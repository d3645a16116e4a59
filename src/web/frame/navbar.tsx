import type { Menus } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { Collapsible } from "./collapsible.tsx";
import { MenuLink } from "./menu-link.tsx";

type NavbarProps = Pick<Menus, "navbar"> & { page: string };

/** What this operator has to say. On a narrow screen it waits behind one line. */
export const Navbar = ({ navbar, page }: NavbarProps) => (
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
