import globe from "lucide/dist/esm/icons/globe.mjs";
import { type Language, languageNames, ownLanguages } from "#core/settings/languages.ts";
import { Icon } from "#design/icon.tsx";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pages } from "../../pages.ts";

/** The id of the form that changes the language. Fields elsewhere on the page join it to keep their values. */
export const languageForm = "language-choice";

type LanguageChoiceProps = {
  page: string;
  /** The id of the page's own form, if its typed values shall stay when the language changes. */
  typedForm: string | undefined;
  languages?: readonly Language[];
};

export function LanguageChoice({ page, typedForm, languages = ownLanguages }: LanguageChoiceProps) {
  const current = spokenLocale();
  const form = typedForm ?? languageForm;
  const buttons = languages
    .filter((locale) => locale !== current)
    .map((locale) => <LanguageButton key={locale} locale={locale} form={form} />);
  return (
    <div className="relative flex gap-1">
      {typedForm ? <PressedByEnter form={typedForm} /> : <form id={languageForm} method="post" className="hidden" />}
      <input type="hidden" form={form} name="page" value={page} />
      {buttons.length < 2 ? (
        buttons
      ) : (
        <details className="languages">
          <summary className="gap-2 px-2">
            <Icon icon={globe} className="size-5 flex-none" />
            <span className="sr-only">{m.language_choice()}: </span>
            {languageNames[current]}
          </summary>
          <div>{buttons}</div>
        </details>
      )}
    </div>
  );
}

type LanguageButtonProps = { locale: Language; form: string; className?: string };

export const LanguageButton = ({ locale, form, className = "min-w-18 justify-center px-2" }: LanguageButtonProps) => (
  <button
    form={form}
    formAction={pages.language.path}
    name="language"
    value={locale}
    lang={locale}
    className={`link-button ${className}`}
  >
    {languageNames[locale]}
  </button>
);

/** Enter presses the first button of a form. This button makes it submit the form instead of changing the language. */
const PressedByEnter = ({ form }: { form: string }) => (
  <button form={form} tabIndex={-1} aria-hidden="true" className="sr-only" />
);
