import { type ReactNode, useContext } from "react";
import { Outlet, ScrollRestoration, Scripts, isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import dashboardStyles from "#ui/dashboard/dashboard.css?url";
import { NotFound } from "#ui/not-found.tsx";
import siteStyles from "#ui/site.css?url";
import type { Route } from "./+types/root.ts";
import { admit } from "./admit.ts";
import { Broken } from "./broken.tsx";
import { Document } from "./document.tsx";
import { wantsHydration } from "./hydration.ts";
import { ownPageOnly } from "./own-page-only.ts";
import { WhoseSiteContext } from "./whose-site.ts";

export const middleware: Route.MiddlewareFunction[] = [ownPageOnly, admit];

export function Layout({ children }: { children: ReactNode }) {
  // Where nothing went wrong it is null, and not undefined.
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
  const whose = useContext(WhoseSiteContext);
  return status === 404 ? <NotFound whose={whose} /> : <Broken status={status} whose={whose} />;
}
