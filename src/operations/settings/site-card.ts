import { createHash } from "node:crypto";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { canBeWritten, type SiteCard } from "#core/settings/site-card.ts";
import { m } from "#i18n/compiled/messages.js";
import { offeredLocales } from "#i18n/offered-locales.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";

type CardSettings = Pick<Settings, "operator" | "logo">;

export async function drawSiteCard(portal: Portal): Promise<Uint8Array> {
  return portal.drawings.card(cardOf(await currentSettings(portal), portal.publicOrigin));
}

/** Different for every other card, so that caches load the picture again. */
export function versionOfCard(settings: CardSettings, publicOrigin: string): string {
  const known = versions.get(settings);
  if (known !== undefined) return known;
  const text = JSON.stringify(cardOf(settings, publicOrigin));
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 10);
  versions.set(settings, version);
  return version;
}

/** The settings stay the same object until they change, and every page contains the version. */
const versions = new WeakMap<CardSettings, string>();

/** In both languages, because nobody knows who will see the card. The host replaces a name in letters that our font lacks. */
function cardOf({ operator, logo }: CardSettings, publicOrigin: string): SiteCard {
  const calledName = operatorName(operator, publicOrigin);
  const name = canBeWritten(calledName) ? calledName : new URL(publicOrigin).host;
  const licence = operator.licence && m.licence({ licence: operator.licence }, { locale: "en" });
  return {
    name,
    logo: logo && logo.image,
    licence: canBeWritten(licence) ? licence : "",
    claims: offeredLocales.map((locale) => m.card_claim({}, { locale })),
    statements: offeredLocales.map((locale) => m.not_government({ operator: name }, { locale })),
  };
}
