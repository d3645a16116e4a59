import { m } from "#i18n/compiled/messages.js";
import { Brand } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

type SiteHeaderProps = {
  operatorName: string;
  page: string;
  /** The page's form whose fields stay typed when the language changes. */
  typedForm: string | undefined;
  /** The name of who is signed in. */
  visitorName: string | null;
};

export function SiteHeader({ operatorName, page, typedForm, visitorName }: SiteHeaderProps) {
  return (
    <header className="screen-only border-b border-line">
      <div className="mx-auto flex max-w-5xl items-center px-4 py-3 sm:gap-2 sm:px-6">
        <Brand operatorName={operatorName} />
        <AccountLink visitorName={visitorName} />
        <LanguageChoice page={page} typedForm={typedForm} />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** In, or to one's account; on a narrow screen a picture says it. */
const AccountLink = ({ visitorName }: Pick<SiteHeaderProps, "visitorName">) => (
  <a
    href={visitorName === null ? "/login" : "/account"}
    className="inline-flex min-h-11 min-w-10 shrink-0 items-center justify-center rounded-sm text-16 hover:bg-sunk sm:px-2 sm:hover:bg-transparent"
  >
    <Person />
    <span className="max-w-40 truncate max-sm:sr-only">{visitorName ?? m.sign_in()}</span>
  </a>
);

const Person = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 sm:hidden" fill="none" stroke="currentColor">
    <circle cx="12" cy="8" r="4" strokeWidth="2" />
    <path d="M4.5 20.5c1-4.5 4-6.5 7.5-6.5s6.5 2 7.5 6.5" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
