import { offeredLocales, spokenLocale } from "#i18n/offered-locales.ts";

const ownNames = { en: "English", bn: "বাংলা" };

/** Fields elsewhere on the page that should come back in the other language belong to this form. */
export const languageForm = "language-choice";

export function LanguageChoice({ page }: { page: string }) {
  const current = spokenLocale();
  return (
    <form id={languageForm} method="post" action="/language" className="flex gap-1">
      <input type="hidden" name="page" value={page} />
      {offeredLocales
        .filter((locale) => locale !== current)
        .map((locale) => (
          <button
            key={locale}
            name="language"
            value={locale}
            lang={locale}
            className="link-button min-w-18 justify-center px-2"
          >
            {ownNames[locale]}
          </button>
        ))}
    </form>
  );
}
