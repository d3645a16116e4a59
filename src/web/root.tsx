import { enhanceScript } from "virtual:enhance";
import type { ReactNode } from "react";
import { Outlet, ScrollRestoration, Scripts, isRouteErrorResponse, useMatches } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { getLocale, getTextDirection } from "#i18n/compiled/runtime.js";
import { perLocale } from "#i18n/per-locale.ts";
import { BrokenPage } from "#ui/broken-page.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { fontsToPreload } from "#ui/fonts.ts";
import dashboardStyles from "#ui/dashboard/dashboard.css?url";
import siteStyles from "#ui/site.css?url";
import type { Route } from "./+types/root.ts";
import { admit } from "./admit.ts";
import { wantsHydration } from "./hydration.ts";
import { ownPageOnly } from "./own-page-only.ts";
import { themeScript } from "./theme-script.ts";

export const middleware: Route.MiddlewareFunction[] = [ownPageOnly, admit];

const direction = perLocale(getTextDirection);

export function Layout({ children }: { children: ReactNode }) {
  const hydrates = useMatches().some(({ handle }) => wantsHydration(handle));
  return (
    <html lang={getLocale()} dir={direction()} data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {fontsToPreload().map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
        ))}
        <link rel="stylesheet" href={hydrates ? dashboardStyles : siteStyles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script type="module" src={enhanceScript} />
        {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
      </head>
      <body>
        {children}
        {hydrates && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  return <BrokenPage reason={reasonFor(status)} />;
}

function reasonFor(status: number): string {
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.broken_request() : m.broken_internal();
}
