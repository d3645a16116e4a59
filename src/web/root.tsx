import { type ReactNode, useContext } from "react";
import { Outlet, ScrollRestoration, Scripts, isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import dashboardStyles from "./dashboard/frame/dashboard.css?url";
import { Broken } from "./frame/error-pages.tsx";
import siteStyles from "#design/site.css?url";
import type { Route } from "./+types/root.ts";
import { Document } from "./frame/document.tsx";
import { wantsHydration } from "./frame/route-handle.ts";
import { admit, ownPageOnly } from "./frame/admit.server.ts";
import { SiteOperatorContext } from "./frame/site/site-operator.tsx";

export const middleware: Route.MiddlewareFunction[] = [ownPageOnly, admit];

export function Layout({ children }: { children: ReactNode }) {
  // Without an error, useRouteError() returns null, not undefined.
  const isBroken = Boolean(useRouteError());
  const hydrates = useMatches().some(({ handle }) => wantsHydration(handle)) && !isBroken;
  return (
    <Document stylesheet={hydrates ? dashboardStyles : siteStyles}>
      {children}
      {hydrates && (
        <>
          <ScrollRestoration />
          <Scripts />
        </>
      )}
    </Document>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const operator = useContext(SiteOperatorContext);
  return <Broken status={status} operator={operator} />;
}
