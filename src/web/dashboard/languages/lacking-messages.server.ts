import type { AddedLanguage } from "#core/settings/languages.ts";
import { isForVisitors, visitorFiles } from "#i18n/visitor-messages.ts";

type Catalog = Readonly<Record<string, unknown>>;

const catalogs = import.meta.glob<Catalog>("../../../i18n/messages/*/{public,frame,pages,accounts,install}.json", {
  import: "default",
});

const catalog = async (language: string, file: string): Promise<Catalog> =>
  (await catalogs[`../../../i18n/messages/${language}/${file}.json`]?.()) ?? {};

/** What visitors read in English, because the language has no message of its own for it. */
export async function lackingMessages(language: AddedLanguage): Promise<{ key: string; english: string }[]> {
  const ofFiles = visitorFiles.map(async (file) => {
    const [english, translated] = await Promise.all([catalog("en", file), catalog(language, file)]);
    return Object.entries(english)
      .filter(([key]) => isForVisitors(key) && !Object.hasOwn(translated, key))
      .map(([key, message]) => ({ key, english: wordsOf(message) }));
  });
  return (await Promise.all(ofFiles)).flat();
}

/** Of a message with several forms the last: the one of many. */
const wordsOf = (message: unknown): string =>
  typeof message === "string" ? message : (JSON.stringify(message).match(/"form=other":"([^"]*)"/)?.[1] ?? "");
