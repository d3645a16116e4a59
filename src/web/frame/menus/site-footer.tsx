import { Icon } from "#design/icon.tsx";
import messageSquare from "lucide/dist/esm/icons/message-square.mjs";
import { isOn, type WithFeatures } from "#core/settings/features.ts";
import type { MenuGroup, Menus } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { Collapsible } from "#design/collapsible.tsx";
import { MenuLinks } from "./menus.tsx";
import { ExternalMark } from "#design/external-link.tsx";
import { translatedLabel } from "./official-words.ts";
import type { Operator } from "../site/site-facts.ts";
import { pages } from "../../pages.ts";
import { canBeReached, WaysToReach, OperatorNotice } from "../site/site-operator.tsx";

type SiteFooterProps = WithFeatures & { operator: Operator; groups: Menus["footer"] };

export function SiteFooter({ operator, groups, ...site }: SiteFooterProps) {
  const { name, address, page } = operator;
  return (
    <footer className="screen-only border-t border-line py-4 text-16 sm:py-8">
      <div className={`grid gap-x-8 gap-y-2 sm:grid-cols-2 ${column}`}>
        <div className="grid content-start gap-1">
          <OperatorNotice operator={operator} />
          {page && <OwnPage to={page} operatorName={name} />}
        </div>
        {(address || canBeReached(operator)) && (
          <div className="grid content-start gap-1">
            {address && <address className="whitespace-pre-line not-italic">{address}</address>}
            <WaysToReach operator={operator} />
          </div>
        )}
        <p className="flex flex-wrap gap-x-6 sm:col-span-2">
          {/* For the people whom the records are about. */}
          {isOn(site, "holders") && (
            <a href={pages.myRecord.path} className={link}>
              {m.holder_title()}
            </a>
          )}
          {isOn(site, "statements") && (
            <a href={pages.proof.path} className={link}>
              {m.proof_title()}
            </a>
          )}
        </p>
      </div>
      <div
        className={`mt-2 grid md:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] md:gap-x-8 [&_a]:inline-block [&_a]:py-[0.6rem] [&_a]:leading-[1.4] ${column}`}
      >
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </footer>
  );
}

const column = "mx-auto max-w-5xl px-4 sm:px-6";
const link = "inline-flex min-h-11 items-center md:min-h-0";

const Group = ({ title, titles, links }: MenuGroup) => (
  <div className="border-t border-line">
    <Collapsible title={translatedLabel(title, titles)}>
      <MenuLinks links={links} />
    </Collapsible>
  </div>
);

const OwnPage = ({ to, operatorName }: { to: string; operatorName: string }) => (
  <a href={to} target="_blank" rel="external noopener" className={`${link} gap-2`}>
    <Icon icon={messageSquare} className="w-6 flex-none" />
    <span>
      {m.operator_page({ operator: operatorName })}
      <ExternalMark />
    </span>
  </a>
);
