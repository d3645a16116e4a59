import { linkLifetimeMs } from "#core/holders/binding.ts";
import { printedCode } from "#core/holders/codes.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { writtenTime } from "#i18n/written.ts";
import { holderAddress } from "#operations/holders/holder-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { pages } from "../../pages.ts";

/** What a card shows of a code that was made just now. */
export const shownCode = (portal: Pick<Portal, "publicOrigin" | "now">, made: string) => {
  const code = printedCode(made);
  return { code, address: holderAddress(portal, code), ends: writtenTime(portal.now() + linkLifetimeMs) };
};

/** What each card shows of the site. */
export const siteOf = ({ publicOrigin }: Pick<Portal, "publicOrigin">, operator: Settings["operator"]) => ({
  operator: operatorName(operator, publicOrigin),
  page: `${new URL(publicOrigin).host}${pages.myRecord.path}`,
});
