import { PortalError } from "#core/errors.ts";
import { type PageText, parsePageText, type TextLanguage, type TextPage, type Texts } from "#core/texts/page-text.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayChangeSettings, authorize } from "#core/staff/permissions.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import type { Portal } from "../portal.ts";
import { changeSettings, type SettingsChanged } from "../settings/change-settings.ts";
import { versionedSettings } from "../settings/current-settings.ts";

/** Which text, and the version of the settings that it was read from. */
export type TextTarget = { page: TextPage; language: TextLanguage; expectedVersion: number };

/** Says a page in the operator's own words. Words that are the delivered ones anyway are not kept as own. */
export async function changeText(
  portal: Portal,
  actor: Actor,
  target: TextTarget,
  input: unknown,
): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  const text = parsePageText(input);
  return keepText(portal, actor, target, isSame(text, deliveredText(target.page, target.language)) ? null : text);
}

/** Says a page as it was delivered, from now on and with what later versions make of it. */
export async function resetText(portal: Portal, actor: Actor, target: TextTarget): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  return keepText(portal, actor, target, null);
}

async function keepText(
  portal: Portal,
  actor: Actor,
  { page, language, expectedVersion }: TextTarget,
  text: PageText | null,
): Promise<SettingsChanged> {
  const { settings, version } = await versionedSettings(portal);
  if (version !== expectedVersion) throw new PortalError("stale");
  const { [language]: _, ...others } = settings.texts[page] ?? {};
  const ofPage = text ? { ...others, [language]: text } : others;
  const { [page]: __, ...elsewhere } = settings.texts;
  const texts: Texts = Object.keys(ofPage).length > 0 ? { ...elsewhere, [page]: ofPage } : elsewhere;
  return changeSettings(portal, actor, { change: { texts }, expectedVersion });
}

const isSame = (one: PageText, other: PageText) => one.title === other.title && one.body === other.body;
