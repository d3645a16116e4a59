import { Icon } from "#design/icon.tsx";
import user from "lucide/dist/esm/icons/user.mjs";
import type { ReactNode } from "react";
import { firstLetter } from "#design/avatar.tsx";
import type { ShownLogo } from "#core/settings/logo.ts";
import { m } from "#i18n/compiled/messages.js";
import { AccentSheet, OperatorLogo } from "./site/appearance.tsx";
import type { SiteFacts } from "./site/site-facts.ts";
import { LanguageButton, LanguageChoice, languageForm } from "./language/language-choice.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { pages } from "../pages.ts";

/** The frame of public pages as markup. It is rendered once per language, for all visitors. */
export type SiteFrame = {
  /** The MENU button, the menu, and the box for a number. */
  menu: string;
  /** Empty if the operator has no bar. */
  navbar: string;
  tiles: string;
  /** Shown above a printed answer. */
  printHead: string;
  footer: string;
};

type PublicFrameProps = {
  site: SiteFacts;
  around: SiteFrame;
  page: string;
  /** The id of the page's form whose typed values stay when the language changes. */
  typedForm: string | undefined;
  visitorName: string | null;
  /** What the page before did, if it did something. */
  flash?: ReactNode;
  /** True while the server's disk is full, or can only be read. */
  savesNothing: boolean;
  children: ReactNode;
};

export const PublicFrame = ({ site, around, page, typedForm, visitorName, children, ...notes }: PublicFrameProps) => (
  <div className="grid min-h-svh grid-cols-1 grid-rows-[auto_auto_1fr_auto]">
    <AccentSheet accent={site.appearance.accent} />
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10 focus:bg-surface focus:p-3"
    >
      {m.skip_to_content()}
    </a>
    <SiteHeader {...{ site, around, page, typedForm, visitorName }} />
    <div>
      {notes.savesNothing && <p className={note}>{m.nothing_saved()}</p>}
      {notes.flash}
      {site.isDraft && <DraftNote form={typedForm ?? languageForm} />}
    </div>
    <main id="main" className="mx-auto w-full max-w-5xl px-4 pt-4 pb-8 sm:px-6 sm:py-16">
      {children}
    </main>
    <PrerenderedHtml html={around.footer} />
  </div>
);

type HeaderProps = Omit<PublicFrameProps, "flash" | "savesNothing" | "children">;

function SiteHeader({ site, around, page, typedForm, visitorName }: HeaderProps) {
  return (
    <header className="screen-only">
      <div className="head">
        <Brand operatorName={site.operator.name} logo={site.appearance.logo} />
        {/* One element, so that all of these wrap together and a long name gets the whole line. */}
        <div>
          <AccountLink visitorName={visitorName} />
          <LanguageChoice page={page} typedForm={typedForm} languages={site.languages} />
          <ThemeSwitch />
          <PrerenderedHtml html={around.menu} />
        </div>
      </div>
      {visitorName !== null && <SignedInAs name={visitorName} />}
      <PrerenderedHtml html={around.navbar} />
    </header>
  );
}

const note = "screen-only mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-2 px-4 text-16 text-quiet sm:px-6";

/** Note on every page in a language whose translation no person has confirmed. */
const DraftNote = ({ form }: { form: string }) => (
  <aside aria-label={m.language_choice()} className={note}>
    <p>{m.language_draft()}</p>
    <LanguageButton locale="en" form={form} className="" />
  </aside>
);

/** Shows the logo, or the name's first letter, and the operator's name. Screen readers read the name once. */
const Brand = ({ operatorName, logo }: { operatorName: string; logo: ShownLogo | null }) => (
  <a
    href="/"
    className="flex max-w-full flex-[1_1_7rem] flex-wrap items-center gap-x-3 gap-y-1 py-1 font-semibold no-underline hover:underline"
  >
    {logo ? (
      <OperatorLogo logo={logo} operatorName={operatorName} />
    ) : (
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-sm bg-action text-22 leading-none font-bold text-action-ink"
      >
        {firstLetter(operatorName)}
      </span>
    )}
    {/* The name wraps below a logo that leaves too little room. */}
    <span
      aria-hidden={logo ? true : undefined}
      className={`max-w-full text-16 leading-snug text-balance ${logo ? "flex-[1_1_6rem]" : "flex-1"}`}
    >
      {operatorName}
    </span>
  </a>
);

/** A part that menus/site-frame.server.tsx rendered earlier for everybody. React escaped its texts then. */
export const PrerenderedHtml = ({ html }: { html: string }) =>
  html === "" ? null : <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;

/** Link to the sign-in page or to the account. On a narrow screen, MENU and `SignedInAs` have this link instead. */
const AccountLink = ({ visitorName }: { visitorName: string | null }) =>
  visitorName === null ? (
    <a href={pages.login.path} className="inline-flex min-h-11 shrink-0 items-center px-2 text-16 max-sm:hidden">
      {m.sign_in()}
    </a>
  ) : (
    <a
      href={pages.account.path}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 px-2 text-16 max-sm:hidden"
    >
      <Icon icon={user} className="size-5" />
      <span className="sr-only">{m.signed_in_as()} </span>
      <span className="max-w-40 truncate">{visitorName}</span>
    </a>
  );

/** Link to the account on a narrow screen, where the header has no room for the account's name. */
const SignedInAs = ({ name }: { name: string }) => (
  <a
    href={pages.account.path}
    className="mx-auto flex min-h-11 max-w-5xl items-center gap-2 border-t border-line px-4 text-16 signed-in hover:bg-sunk sm:hidden"
  >
    <Icon icon={user} className="size-5 shrink-0" />
    <span className="shrink-0">{m.signed_in_as()}</span>
    <strong className="truncate">{name}</strong>
  </a>
);
