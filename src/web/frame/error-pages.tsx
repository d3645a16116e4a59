import { m } from "#i18n/compiled/messages.js";
import { AccentSheet } from "./site/appearance.tsx";
import { type SiteOperator, OperatorNotice } from "./site/site-operator.tsx";
import { LookupForm } from "../lookup/lookup-form.tsx";
import { NeedsCode } from "../lookup/needs-code.tsx";
import { SiteSearchBox } from "../search/site-search-box.tsx";
import type { ReactNode } from "react";

/** Shown if not even the frame of the page can be rendered. */
export const Broken = ({ status, operator }: { status: number; operator: SiteOperator | null }) => (
  <PageWithoutSite operator={operator}>
    <main className="mx-auto grid w-full max-w-2xl content-center gap-5">
      <title>{m.broken_title()}</title>
      <h1 className="text-28 sm:text-36">{m.broken_title()}</h1>
      <p>{reasonFor(status)}</p>
      <p>
        <a href="/" className="inline-flex min-h-11 items-center">
          {m.back_to_home()}
        </a>
      </p>
    </main>
  </PageWithoutSite>
);

function reasonFor(status: number): string {
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.broken_request() : m.broken_internal();
}

export const NotFound = ({ operator }: { operator: SiteOperator | null }) => (
  <PageWithoutSite operator={operator} className="night bg-surface text-center text-ink">
    <main className="grid bg-surface place-content-center justify-items-center gap-6">
      <title>{m.page_not_found()}</title>
      <EmptyFolder />
      <h1 className="text-28 sm:text-36">{m.page_not_found()}</h1>
      <p className="max-w-md text-balance">{m.page_not_found_text()}</p>
      <a href="/" className="inline-flex min-h-11 items-center">
        {m.back_to_home()}
      </a>
      <div className="grid w-full max-w-md gap-8 text-start">
        {operator?.lookupPolicy === "code" ? (
          <NeedsCode operator={operator.name} />
        ) : (
          <LookupForm page="/Check_Visa" isGuarded={false} typed={undefined} isCrossSite={false} wrong={undefined} />
        )}
        <SiteSearchBox />
      </div>
    </main>
  </PageWithoutSite>
);

const EmptyFolder = () => (
  <svg viewBox="0 0 240 180" aria-hidden="true" className="w-56 max-w-full text-quiet sm:w-64">
    <path d="M20 150V42a6 6 0 0 1 6-6h58l16 18h114a6 6 0 0 1 6 6v90a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6z" fill="#1b2636" />
    <g transform="rotate(-5 120 90)">
      <rect x="62" y="14" width="112" height="120" rx="3" fill="#f9f4e8" />
      <g stroke="#b7ad94" strokeWidth="3" strokeDasharray="5 6" fill="none">
        <rect x="76" y="30" width="32" height="38" />
        <path d="M120 36h40M120 52h30M76 86h84M76 102h70" />
      </g>
    </g>
    <path
      d="M8 84a5 5 0 0 1 5-6h214a5 5 0 0 1 5 6l-14 78a7 7 0 0 1-7 6H29a7 7 0 0 1-7-6z"
      fill="#2a3850"
      stroke="#0a101a"
      strokeWidth="2"
    />
  </svg>
);

type PageWithoutSiteProps = {
  /** Null if the browser renders the page, because the browser does not know it. */
  operator: SiteOperator | null;
  className?: string;
  children: ReactNode;
};

/** A page without the site's frame. It says only whose site it is. */
export const PageWithoutSite = ({ operator, className = "", children }: PageWithoutSiteProps) => (
  <div className={`grid min-h-svh grid-cols-1 grid-rows-[1fr_auto] gap-8 px-4 py-8 sm:px-6 ${className}`}>
    {operator?.appearance && <AccentSheet accent={operator.appearance.accent} />}
    {children}
    {operator && (
      <footer className="mx-auto grid w-full max-w-2xl gap-1 border-t border-line pt-4 text-16 text-quiet">
        <OperatorNotice operator={operator} />
      </footer>
    )}
  </div>
);
