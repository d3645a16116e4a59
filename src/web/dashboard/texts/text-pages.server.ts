import {
  isTextLanguage,
  isTextPage,
  type TextLanguage,
  textLanguages,
  type TextPage,
  textPages,
} from "#core/texts/page-text.ts";
import type { VersionedSettings } from "#core/settings/settings.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import type { ListedText } from "./text-list.tsx";
import type { ShownText } from "./shown-text.ts";

export const textList = "/dashboard/Texts";

type Chosen = { page: TextPage; language: TextLanguage };

export const formAddress = ({ page, language }: Chosen): string =>
  `${textList}?${new URLSearchParams({ page, language }).toString()}`;

/** The text that an address asks for; null where it asks for all of them. */
export function chosenText(address: URLSearchParams): Chosen | null {
  const page = address.get("page") ?? "";
  const language = address.get("language") ?? "";
  return isTextPage(page) && isTextLanguage(language) ? { page, language } : null;
}

export const listedTexts = ({ settings: { texts } }: VersionedSettings): ListedText[] =>
  textPages.map((page) => ({
    id: page,
    title: pageText(texts, page, spokenLocale()).title,
    texts: textLanguages.map((language) => ({
      language,
      isOwn: isOwnText(texts, { page, language }),
      address: formAddress({ page, language }),
    })),
  }));

export const isOwnText = (texts: VersionedSettings["settings"]["texts"], { page, language }: Chosen): boolean =>
  texts[page]?.[language] !== undefined;

export const shownText = ({ settings, version }: VersionedSettings, { page, language }: Chosen): ShownText => ({
  page,
  language,
  ...pageText(settings.texts, page, language),
  version: String(version),
});
