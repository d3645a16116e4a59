import { createHash } from "node:crypto";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { SiteCard } from "#core/settings/site-card.ts";
import { isolated } from "#documents/text/isolated.ts";
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

/** In both languages, because nobody knows who will see the card. */
function cardOf({ operator, logo }: CardSettings, publicOrigin: string): SiteCard {
  const name = operatorName(operator, publicOrigin);
  return {
    name,
    logo: logo && logo.image,
    licence: operator.licence && m.licence({ licence: isolated(operator.licence) }, { locale: "en" }),
    claims: offeredLocales.map((locale) => m.card_claim({}, { locale })),
    statements: offeredLocales.map((locale) => m.not_government({ operator: isolated(name) }, { locale })),
  };
}
