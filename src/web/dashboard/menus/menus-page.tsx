import { Link } from "react-router";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#design/page/page-frame.tsx";
import type { EditedMenus, ShownMenus } from "./edited-menus.ts";
import { MenusForm } from "./menus-form.tsx";

type MenusPageProps = { operatorName: string; page: string; shown: ShownMenus; sent: EditedMenus | undefined };

/** What stands around the pages for visitors, one part at a time. */
export function MenusPage({ operatorName, page, shown, sent }: MenusPageProps) {
  const { part } = shown;
  return (
    <PageFrame title={m.menus_title()} operatorName={operatorName}>
      <nav aria-label={m.menus_parts()}>
        <ul className="flex flex-wrap gap-x-6 border-b border-line">
          {menuParts.map((one) => (
            <li key={one}>
              <Link
                to={`${page}?part=${one}`}
                aria-current={one === part ? "page" : undefined}
                className="inline-flex min-h-11 items-center no-underline hover:underline aria-[current]:border-b-4 aria-[current]:border-action aria-[current]:font-semibold"
              >
                {words[one].name()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-3xl gap-1">
        <p>{words[part].text()}</p>
        <p className="text-quiet">{m.menus_languages()}</p>
      </div>
      <MenusForm key={`${part} ${shown.version}`} action={`${page}?part=${part}`} shown={shown} sent={sent} />
    </PageFrame>
  );
}

const words: Record<MenuPart, { name: () => string; text: () => string }> = {
  categories: { name: m.menus_categories, text: m.menus_categories_text },
  navbar: { name: m.menus_navbar, text: m.menus_navbar_text },
  tiles: { name: m.menus_tiles, text: m.menus_tiles_text },
  footer: { name: m.menus_footer, text: m.menus_footer_text },
};
