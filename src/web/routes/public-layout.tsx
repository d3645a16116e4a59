import { Outlet, useLocation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { SiteFooter } from "#ui/site-footer.tsx";
import { SiteHeader } from "#ui/site-header.tsx";
import { siteOf } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/public-layout.ts";

export const loader = ({ context }: Route.LoaderArgs) => siteOf(context.get(visitContext));

export default function PublicLayout({ loaderData: site }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <div className="grid min-h-svh grid-rows-[auto_1fr_auto]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10 focus:bg-surface focus:p-3"
      >
        {m.skip_to_content()}
      </a>
      <SiteHeader operatorName={site.operator.name} page={pathname} />
      <main id="main" className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6 sm:py-16">
        <Outlet context={site} />
      </main>
      <SiteFooter operator={site.operator} />
    </div>
  );
}
