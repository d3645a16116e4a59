import type { MenuLink as Link } from "#core/settings/menus.ts";
import { ExternalLink } from "#design/external-link.tsx";
import { inOurWords } from "./official-words.ts";

type MenuLinkProps = Link & { isCurrent?: boolean };

/** To a page of this site, or to another site, which it says. */
export const MenuLink = ({ label, to, isCurrent = false }: MenuLinkProps) =>
  to.startsWith("/") ? (
    <a href={to} aria-current={isCurrent ? "page" : undefined}>
      {inOurWords(label)}
    </a>
  ) : (
    <ExternalLink to={to}>{inOurWords(label)}</ExternalLink>
  );
