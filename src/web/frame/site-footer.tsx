import type { ReactNode } from "react";
import type { MenuGroup, Menus } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { Collapsible, MenuLink } from "./menus.tsx";
import { ExternalMark } from "#design/external-link.tsx";
import { inOurWords } from "./official-words.ts";
import type { Operator } from "./site-facts.ts";
import { canBeReached, WaysToReach, WhoseSite } from "./whose-site.tsx";

type SiteFooterProps = { operator: Operator; groups: Menus["footer"] };

/** Who runs the site, how to reach them, and every way on. */
export function SiteFooter({ operator, groups }: SiteFooterProps) {
  const { name, address, page } = operator;
  return (
    <footer className="site-footer screen-only">
      <div className="foot-operator">
        <Part title={name}>
          <WhoseSite operator={operator} />
          {page && <OwnPage to={page} operatorName={name} />}
        </Part>
        {(address || canBeReached(operator)) && (
          <Part title={m.contact()}>
            {address && <address>{address}</address>}
            <WaysToReach operator={operator} />
          </Part>
        )}
      </div>
      <div className="foot-groups">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </footer>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);

const Group = ({ title, links }: MenuGroup) => (
  <section>
    <h2 className="wide-only">{inOurWords(title)}</h2>
    <Collapsible title={inOurWords(title)}>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <MenuLink {...link} />
          </li>
        ))}
      </ul>
    </Collapsible>
  </section>
);

/** On a network or a site of the operator's choice. */
const OwnPage = ({ to, operatorName }: { to: string; operatorName: string }) => (
  <a href={to} rel="external noopener" className="own-page">
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-7l-5 4v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z" />
    </svg>
    <span>
      {m.operator_page({ operator: operatorName })}
      <ExternalMark />
    </span>
  </a>
);
