import type { AddedLanguage, Language } from "#core/settings/languages.ts";
import { type TextPage, textPages } from "#core/texts/page-text.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import { isForVisitors, visitorFiles } from "#i18n/visitor-messages.ts";

type Catalog = Readonly<Record<string, unknown>>;

const catalogs = import.meta.glob<Catalog>(
  "../../../i18n/messages/*/{public,frame,pages,accounts,install,mails,check,holder,share,proof}.json",
  {
    import: "default",
  },
);

const catalog = async (language: string, file: string): Promise<Catalog> =>
  (await catalogs[`../../../i18n/messages/${language}/${file}.json`]?.()) ?? {};

/** `translated` is null if the language has no translation, so that visitors read the English words. */
export type VisitorWords = { key: string; english: string; translated: string | null };

/** Returns all words that visitors and students read in this language, beside the English ones. */
export async function visitorWords(language: AddedLanguage): Promise<VisitorWords[]> {
  const ofFiles = visitorFiles.map(async (file) => {
    const [english, translated] = await Promise.all([catalog("en", file), catalog(language, file)]);
    return Object.entries(english)
      .filter(([key]) => isForVisitors(key))
      .map(([key, message]) => ({
        key,
        english: wordsOf(message),
        translated: Object.hasOwn(translated, key) ? wordsOf(translated[key]) : null,
      }));
  });
  return [...(await Promise.all(ofFiles)).flat(), ...textPages.map((page) => wordsOfPage(page, language))];
}

const wordsOfPage = (page: TextPage, language: Language): VisitorWords => ({
  key: `/${page}`,
  english: wholeText(page, "en"),
  translated: wholeText(page, language),
});

function wholeText(page: TextPage, language: Language): string {
  const { title, body } = deliveredText(page, language);
  return `${title}\n\n${body}`;
}

/** Returns the text of a message. Each form of a message with several forms is on its own line. */
const wordsOf = (message: unknown): string =>
  typeof message === "string"
    ? message
    : [...JSON.stringify(message).matchAll(/"form=\w+":"([^"]*)"/g)].map(([, form]) => form).join("\n");
