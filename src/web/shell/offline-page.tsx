import { renderToString } from "react-dom/server";
import type { Settings } from "#core/settings/settings.ts";
import { OfflinePage } from "#ui/offline-page.tsx";
import stylesheet from "#ui/site.css?url";
import { Document } from "../document.tsx";
import { inNamedLanguage } from "../language.ts";
import { pageHeaders } from "../page-headers.ts";
import type { PageRoute } from "../page-routes.ts";
import { siteFacts } from "../site-facts.ts";
import type { Visit } from "../visit.ts";
import type { WrittenPage } from "../written-page.ts";

export const offlineRoute = { path: "/offline", methods: ["GET"], hydrates: false } as const satisfies PageRoute;

/** The page that devices keep for when there is no line; the same for everybody who reads its language. */
export const answerOfflinePage = (request: Request, visit: Visit): Promise<WrittenPage> =>
  inNamedLanguage(request, async () => ({
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
  const { operator } = siteFacts(settings, publicOrigin);
  const page = (
    <Document stylesheet={stylesheet}>
      <OfflinePage operator={operator} />
    </Document>
  );
  return `<!DOCTYPE html>${renderToString(page)}`;
}
