import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

/** Link to the sign-in page or to the account. On a narrow screen, MENU and `SignedInAs` have this link instead. */
export const AccountLink = ({ visitorName }: { visitorName: string | null }) =>
  visitorName === null ? (
    <a href={pages.login.path} className="inline-flex min-h-11 shrink-0 items-center px-2 text-16 max-sm:hidden">
      {m.sign_in()}
    </a>
  ) : (
    <a
      href={pages.account.path}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 px-2 text-16 max-sm:hidden"
    >
      <Person className="size-5" />
      <span className="sr-only">{m.signed_in_as()} </span>
      <span className="max-w-40 truncate">{visitorName}</span>
    </a>
  );

/** Link to the account on a narrow screen, where the header has no room for the account's name. */
export const SignedInAs = ({ name }: { name: string }) => (
  <a
    href={pages.account.path}
    className="mx-auto flex min-h-11 max-w-5xl items-center gap-2 border-t border-line px-4 text-16 signed-in hover:bg-sunk sm:hidden"
  >
    <Person className="size-5 shrink-0" />
    <span className="shrink-0">{m.signed_in_as()}</span>
    <strong className="truncate">{name}</strong>
  </a>
);

const Person = ({ className }: { className: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className} fill="none" stroke="currentColor">
    <circle cx="12" cy="8" r="4" strokeWidth="2" />
    <path d="M4.5 20.5c1-4.5 4-6.5 7.5-6.5s6.5 2 7.5 6.5" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
