import { isRouteErrorResponse, useRouteError } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { AccentSheet } from "./site/appearance.tsx";
import { type SiteOperator, OperatorNotice } from "./site/site-operator.tsx";
import { useSite } from "./site/site-facts.ts";
import { LookupForm } from "../lookup-form/lookup-form.tsx";
import { NeedsCode } from "../lookup-form/needs-code.tsx";
import { SiteSearchBox } from "./site-search-box.tsx";
import type { ReactNode } from "react";

/** Shown if not even the frame of the page can be rendered. */
export const Broken = ({ status, operator }: { status: number; operator: SiteOperator | null }) => (
  <PageWithoutSite operator={operator}>
    <main className="mx-auto grid w-full max-w-2xl content-center">
      <Failed status={status} />
    </main>
  </PageWithoutSite>
);

/** The error page of a public route whose frame could be rendered. */
export function ErrorInFrame() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 404 ? <NotFound /> : <Failed status={status} />;
}

const Failed = ({ status }: { status: number }) => (
  <div className="grid gap-5">
    <title>{titleOf(status)}</title>
    <h1 className="text-28 sm:text-36">{titleOf(status)}</h1>
    <p>{reasonFor(status)}</p>
    <HomeLink />
  </div>
);

const titleOf = (status: number): string => (status === 404 ? m.page_not_found() : m.broken_title());

function reasonFor(status: number): string {
  if (status === 404) return m.page_not_found_text();
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.broken_request() : m.broken_internal();
}

const HomeLink = () => (
  <a href="/" className="inline-flex min-h-11 items-center justify-self-start">
    {m.back_to_home()}
  </a>
);

export function NotFound() {
  const { operator, lookupPolicy, passportExample } = useSite();
  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid max-w-2xl content-start gap-8">
        <Failed status={404} />
        {lookupPolicy === "code" ? (
          <NeedsCode operator={operator.name} />
        ) : (
          <LookupForm
            page="/Check_Visa"
            example={passportExample}
            isGuarded={false}
            typed={undefined}
            isCrossSite={false}
            wrong={undefined}
          />
        )}
        <SiteSearchBox />
      </div>
      <NoSheet />
    </div>
  );
}

/** The outline of a sheet that is not there. */
const NoSheet = () => (
  <svg
    viewBox="0 0 160 200"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeDasharray="6 5"
    className="w-24 text-line-strong max-lg:order-first lg:w-full"
  >
    <path d="M6 2h124l28 28v164a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4zM130 2v24a4 4 0 0 0 4 4h24" />
    <path d="M22 26h38v46H22zM76 34h38M76 50h56M76 66h44M22 100h116M22 118h92M22 136h104" stroke="var(--line)" />
  </svg>
);

type PageWithoutSiteProps = {
  /** Null if the browser renders the page, because the browser does not know it. */
  operator: SiteOperator | null;
  children: ReactNode;
};

/** A page without the site's frame. It says only whose site it is. */
export const PageWithoutSite = ({ operator, children }: PageWithoutSiteProps) => (
  <div className="grid min-h-svh grid-cols-1 grid-rows-[1fr_auto] gap-8 px-4 py-8 sm:px-6">
    {operator?.appearance && <AccentSheet accent={operator.appearance.accent} />}
    {children}
    {operator && (
      <footer className="mx-auto grid w-full max-w-2xl gap-1 border-t border-line pt-4 text-16 text-quiet">
        <OperatorNotice operator={operator} />
      </footer>
    )}
  </div>
);
