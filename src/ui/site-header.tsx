import { Brand } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function SiteHeader({ operatorName, page }: { operatorName: string; page: string }) {
  return (
    <header className="screen-only border-b border-line">
      <div className="mx-auto flex max-w-5xl items-center gap-2 px-4 py-3 sm:px-6">
        <Brand operatorName={operatorName} />
        <LanguageChoice page={page} />
        <ThemeSwitch />
      </div>
    </header>
  );
}
