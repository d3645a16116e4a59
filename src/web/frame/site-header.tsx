import { AccountLink, SignedInAs } from "../account/form/account-link.tsx";
import { type SiteFrame, PrerenderedHtml } from "./menus/site-frame.tsx";
import { LanguageChoice } from "./language/language-choice.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { m } from "#i18n/compiled/messages.js";

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

/** Asks on the page that knows both numbers. That page also asks for a name, where one is needed. */
export const IrccSearch = () => (
  <form role="search" method="post" action="/Check_Visa" className="ircc-search">
    <label htmlFor="ircc" className="sr-only">
      {m.ircc_box()}
    </label>
    <input
      id="ircc"
      name="number"
      type="text"
      placeholder={m.ircc_box_example()}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={100}
    />
    <button>
      <span className="sr-only">{m.ircc_box_go()}</span>
      <Glass />
    </button>
  </form>
);

const Glass = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5.5 5.5" strokeLinecap="round" />
  </svg>
);

/** The operator's name beside its first letter, until a logo is set. */
function Brand({ operatorName }: { operatorName: string }) {
  return (
    <a href="/" className="flex min-w-0 flex-1 items-center gap-3 font-semibold no-underline hover:underline">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-sm bg-action text-22 leading-none font-bold text-action-ink"
      >
        {firstLetter(operatorName)}
      </span>
      <span className="min-w-0 text-16 leading-snug text-balance">{operatorName}</span>
    </a>
  );
}

const letters = new Intl.Segmenter();

function firstLetter(name: string): string {
  const [first] = letters.segment(name);
  return first?.segment.toUpperCase() ?? "";
}
