import { Icon } from "#design/icon.tsx";
import chevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Unclaimed } from "#design/form/alarm.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { useSite } from "../../frame/site/site-facts.ts";
import { pages } from "../../pages.ts";
import { accountProblems } from "./account-form.tsx";

type AccountPageProps = {
  title: string;
  text?: string;
  isBelowAccount?: boolean;
  /** A refused form that no form on the page claims. */
  unclaimed?: FormResult | undefined;
  children: ReactNode;
};

export const AccountPage = ({ title, text, isBelowAccount = false, unclaimed, children }: AccountPageProps) => (
  <div className="mx-auto grid max-w-md grid-cols-1 gap-6">
    <title>{`${title} – ${useSite().operator.name}`}</title>
    <div className="grid gap-2 print:hidden">
      {isBelowAccount && (
        <a href={pages.account.path} className="inline-flex min-h-11 items-center gap-2 justify-self-start text-16">
          <Icon icon={chevronLeft} className="size-4 rtl:rotate-180" />
          {m.your_account()}
        </a>
      )}
      <h1 className="text-28 sm:text-36">{title}</h1>
      {text && <p className="text-quiet">{text}</p>}
    </div>
    <Unclaimed result={unclaimed} own={accountProblems} />
    {children}
  </div>
);

type LinkEndedProps = {
  /** The browser has forgotten the token, so the link in the mail may still work. */
  isForgotten?: boolean;
  children: ReactNode;
};

/** Shown when a mailed link was used before, has expired or never existed. The children say what to do now. */
export const LinkEnded = ({ isForgotten = false, children }: LinkEndedProps) => (
  <AccountPage
    title={m.link_ended_title()}
    text={`${isForgotten ? `${m.link_ended_reopen()} ` : ""}${m.link_ended_text()}`}
  >
    {children}
  </AccountPage>
);

/** Link between sign-in and registration. With scripts, the browser follows it half a second after the click. */
export const OtherPage = ({ question, label, href }: { question: string; label: string; href: string }) => (
  <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
    {question}
    <a href={href} data-other-page="" className="inline-flex min-h-11 items-center font-semibold">
      {label}
    </a>
  </p>
);
