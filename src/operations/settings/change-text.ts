import { type PageText, parsePageText, type TextLanguage, type TextPage, type Texts } from "#core/texts/page-text.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayChangeSettings } from "#core/staff/permissions.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import { refuseStale } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { changeSettings, type SettingsChanged } from "./change-settings.ts";
import { versionedSettings } from "./current-settings.ts";

/** Which text, and the version of the settings that it was read from. */
export type TextTarget = { page: TextPage; language: TextLanguage; expectedVersion: number };

/** Replaces a page's text by the operator's own. A text that equals the delivered one is not stored. */
export async function changeText(
  portal: Portal,
  actor: Actor,
  target: TextTarget,
  input: unknown,
): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  const text = parsePageText(input);
  return storeText(portal, actor, target, isSame(text, deliveredText(target.page, target.language)) ? null : text);
}

/** Shows a page as delivered again, also as later versions deliver it. */
export async function resetText(portal: Portal, actor: Actor, target: TextTarget): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  return storeText(portal, actor, target, null);
}

async function storeText(
  portal: Portal,
  actor: Actor,
  { page, language, expectedVersion }: TextTarget,
  text: PageText | null,
): Promise<SettingsChanged> {
  const { settings, version } = await versionedSettings(portal);
  refuseStale({ version }, expectedVersion);
  const { [language]: _, ...others } = settings.texts[page] ?? {};
  const ofPage = text ? { ...others, [language]: text } : others;
  const { [page]: __, ...elsewhere } = settings.texts;
  const texts: Texts = Object.keys(ofPage).length > 0 ? { ...elsewhere, [page]: ofPage } : elsewhere;
  return changeSettings(portal, actor, { change: { texts }, expectedVersion });
}

const isSame = (one: PageText, other: PageText) => one.title === other.title && one.body === other.body;
