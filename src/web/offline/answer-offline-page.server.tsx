import { renderToString } from "react-dom/server";
import type { Settings } from "#core/settings/settings.ts";
import stylesheet from "#design/site.css?url";
import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import { Document } from "../frame/document.tsx";
import { inNamedLanguage } from "../frame/language/language.server.ts";
import { pageHeaders, type PrerenderedPage } from "../frame/page-headers.server.ts";
import type { PageRoute } from "../frame/page-routes.server.ts";
import { siteFacts } from "../frame/site/site-facts.server.ts";
import type { Visit } from "../frame/visit.server.ts";
import { PageWithoutSite } from "../frame/error-pages.tsx";
import { OperatorLogo, type SiteAppearance } from "../frame/site/appearance.tsx";
import type { Operator } from "../frame/site/site-facts.ts";
import { pages } from "../pages.ts";
import { canBeReached, WaysToReach } from "../frame/site/site-operator.tsx";

export const offlineRoute = { path: "/offline", methods: ["GET"], hydrates: false } as const satisfies PageRoute;

/** Answers with the page that devices cache for offline use. It is the same for all readers of its language. */
export const answerOfflinePage = (request: Request, visit: Visit): Promise<PrerenderedPage> =>
  inNamedLanguage(request, visit.settings, async () => ({
    html: offlineHtml(await visit.settings(), visit.portal.publicOrigin),
    status: 200,
    headers: {
      ...pageHeaders(request),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Robots-Tag": "noindex",
    },
  }));

export function offlineHtml(settings: Settings, publicOrigin: string): string {
  const { operator, appearance } = siteFacts(settings, publicOrigin);
  const page = (
    <Document stylesheet={stylesheet}>
      <OfflinePage operator={operator} appearance={appearance} />
    </Document>
  );
  return `<!DOCTYPE html>${renderToString(page)}`;
}

/** Shown under the address of a page that cannot be fetched. Contains no personal data, because devices cache it. */
function OfflinePage({ operator, appearance }: { operator: Operator; appearance: SiteAppearance }) {
  return (
    <PageWithoutSite operator={{ ...operator, appearance }}>
      <main className="mx-auto grid w-full max-w-2xl content-center gap-8">
        <title>{`${m.offline_title()} – ${operator.name}`}</title>
        <div className="grid justify-items-start gap-5">
          {appearance.logo && <OperatorLogo logo={appearance.logo} operatorName={operator.name} />}
          <BrokenLine />
          <h1 className="text-28 sm:text-36">{m.offline_title()}</h1>
          <p>{m.offline_text()}</p>
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- leads to its own address */}
          <a href="" className={buttonClass({ size: "large" })}>
            {m.try_again()}
          </a>
        </div>
        <section className="grid gap-3">
          <h2 className="text-22">{m.offline_what_to_do()}</h2>
          <ul className="grid list-disc gap-2 ps-6">
            <li>{m.offline_check_line()}</li>
            <li>{m.offline_move()}</li>
            {operator.phone && <li>{m.offline_call({ operator: operator.name })}</li>}
          </ul>
          {canBeReached(operator) && <WaysToReach operator={operator} />}
        </section>
        <div className="text-16 text-quiet">
          <p>{m.offline_nothing_kept()}</p>
          <p>
            {m.offline_slip()} <a href={pages.check.path}>{m.foot_slip()}</a>
          </p>
        </div>
      </main>
    </PageWithoutSite>
  );
}

/** A drawing: a sheet and a telephone with a broken line between them. */
const BrokenLine = () => (
  <svg
    viewBox="0 0 176 64"
    aria-hidden="true"
    className="w-44 max-w-full text-line-strong"
    fill="none"
    stroke="currentColor"
  >
    <path d="M2 2h26l12 12v48H2z" fill="#f9f4e8" strokeWidth="2" />
    <path d="M12 24h18M12 34h18M12 44h12" stroke="#1b1c1f" strokeWidth="3" />
    <g strokeWidth="3" strokeLinecap="round">
      <path d="M54 32h19M106 32h19" strokeDasharray="0.1 9" />
      <path d="M86 22l-6 20M98 22l-6 20" />
      <rect x="138" y="2" width="36" height="60" rx="6" />
      <path d="M152 54h8" />
    </g>
  </svg>
);
