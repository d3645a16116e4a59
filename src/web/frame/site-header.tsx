import { AccountLink, SignedInAs } from "../account/form/account-link.tsx";
import type { SiteFrame } from "./site-frame.ts";
import { Brand } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { PrerenderedHtml } from "./prerendered-html.tsx";

type SiteHeaderProps = {
  operatorName: string;
  around: Pick<SiteFrame, "menu" | "navbar">;
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
      <PrerenderedHtml html={around.menu} />
      <PrerenderedHtml html={around.navbar} />
    </header>
  );
}
