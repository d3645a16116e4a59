import { offeredLocales, spokenLocale } from "#i18n/offered-locales.ts";
import { pages } from "../../pages.ts";

const ownNames = { en: "English", bn: "বাংলা" };

/** Fields elsewhere on the page that should come back in the other language belong to this form. */
export const languageForm = "language-choice";

type LanguageChoiceProps = {
  page: string;
  /** The page's own form, if what is typed into it shall come back as well. */
  typedForm: string | undefined;
};

export function LanguageChoice({ page, typedForm }: LanguageChoiceProps) {
  const current = spokenLocale();
  const form = typedForm ?? languageForm;
  return (
    <div className="relative flex gap-1">
      {typedForm ? <PressedByEnter form={typedForm} /> : <form id={languageForm} method="post" className="hidden" />}
      <input type="hidden" form={form} name="page" value={page} />
      {offeredLocales
        .filter((locale) => locale !== current)
        .map((locale) => (
          <button
            key={locale}
            form={form}
            formAction={pages.language.path}
            name="language"
            value={locale}
            lang={locale}
            className="link-button min-w-18 justify-center px-2"
          >
            {ownNames[locale]}
          </button>
        ))}
    </div>
  );
}

/** Enter presses the first button of a form: this one, not a language. `hidden` would make browsers skip it. */
const PressedByEnter = ({ form }: { form: string }) => (
  <button form={form} tabIndex={-1} aria-hidden="true" className="sr-only" />
);
