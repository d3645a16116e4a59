import { m } from "#i18n/compiled/messages.js";
import { Brand } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

type SiteHeaderProps = {
  operatorName: string;
  page: string;
  /** The name of who is signed in. */
  visitorName: string | null;
};

export function SiteHeader({ operatorName, page, visitorName }: SiteHeaderProps) {
  return (
    <header className="screen-only border-b border-line">
      <div className="mx-auto flex max-w-5xl items-center gap-2 px-4 py-3 sm:px-6">
        <Brand operatorName={operatorName} />
        <a
          href={visitorName === null ? "/login" : "/account"}
          className="inline-flex min-h-11 max-w-32 items-center px-2 text-16"
        >
          <span className="truncate">{visitorName ?? m.sign_in()}</span>
        </a>
        <LanguageChoice page={page} />
        <ThemeSwitch />
      </div>
    </header>
  );
}
