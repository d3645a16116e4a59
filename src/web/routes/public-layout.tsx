import { Outlet, useLocation, useMatches } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Notice } from "#ui/account/notice.tsx";
import { SiteFooter } from "#ui/site-footer.tsx";
import { SiteHeader } from "#ui/site-header.tsx";
import { visitorNameOf } from "../accounts/known-visitor.ts";
import { noticeFor } from "../accounts/notices.ts";
import { siteOf } from "../site.ts";
import { typedFormIn } from "../typed-form.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/public-layout.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [site, visitorName] = await Promise.all([siteOf(visit), visitorNameOf(visit)]);
  return { site, visitorName, notice: noticeFor(request) };
}

export default function PublicLayout({ loaderData: { site, visitorName, notice } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const typedForm = typedFormIn(useMatches());
  return (
    <div className="grid min-h-svh grid-rows-[auto_auto_1fr_auto]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10 focus:bg-surface focus:p-3"
      >
        {m.skip_to_content()}
      </a>
      <SiteHeader operatorName={site.operator.name} page={pathname} typedForm={typedForm} visitorName={visitorName} />
      <div>{notice && <Notice id={notice} />}</div>
      <main id="main" className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6 sm:py-16">
        <Outlet context={site} />
      </main>
      <SiteFooter operator={site.operator} />
    </div>
  );
}
