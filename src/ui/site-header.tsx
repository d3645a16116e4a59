import { AccountLink, SignedInAs } from "./account/account-link.tsx";
import type { Around } from "./around/around.ts";
import { Brand } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Kept } from "./around/kept.tsx";

type SiteHeaderProps = {
  operatorName: string;
  around: Pick<Around, "menu" | "navbar">;
  page: string;
  /** The page's form whose fields stay typed when the language changes. */
  typedForm: string | undefined;
  /** The name of who is signed in. */
  visitorName: string | null;
};

export function SiteHeader({ operatorName, around, page, typedForm, visitorName }: SiteHeaderProps) {
  return (
    <header className="screen-only">
      <div className="mx-auto flex max-w-5xl items-center px-4 py-3 sm:gap-2 sm:px-6">
        <Brand operatorName={operatorName} />
        <AccountLink visitorName={visitorName} />
        <LanguageChoice page={page} typedForm={typedForm} />
        <ThemeSwitch />
      </div>
      {visitorName !== null && <SignedInAs name={visitorName} />}
      <Kept html={around.menu} />
      <Kept html={around.navbar} />
    </header>
  );
}
