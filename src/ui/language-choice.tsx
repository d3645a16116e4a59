import { type Locale, getLocale, locales } from "#i18n/compiled/runtime.js";

const ownNames: Record<Locale, string> = { en: "English", bn: "বাংলা" };

/** Fields elsewhere on the page that should come back in the other language belong to this form. */
export const languageForm = "language-choice";

export function LanguageChoice({ page }: { page: string }) {
  const current = getLocale();
  return (
    <form id={languageForm} method="post" action="/language" className="flex gap-1">
      <input type="hidden" name="page" value={page} />
      {locales
        .filter((locale) => locale !== current)
        .map((locale) => (
          <button
            key={locale}
            name="language"
            value={locale}
            lang={locale}
            className="min-h-11 cursor-pointer rounded-sm px-2 text-16 underline underline-offset-4 hover:decoration-2"
          >
            {ownNames[locale]}
          </button>
        ))}
    </form>
  );
}
