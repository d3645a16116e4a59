import { renderToString } from "react-dom/server";
import type { Settings } from "#core/settings/settings.ts";
import { OfflinePage } from "./offline-page.tsx";
import stylesheet from "#design/site.css?url";
import { Document } from "../frame/document.tsx";
import { inNamedLanguage } from "../frame/language/language.server.ts";
import { pageHeaders, type PrerenderedPage } from "../frame/page-headers.server.ts";
import type { PageRoute } from "../frame/page-routes.server.ts";
import { siteFacts } from "../frame/site/site-facts.server.ts";
import type { Visit } from "../frame/visit.server.ts";

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
