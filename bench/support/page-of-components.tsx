import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { lookupForm } from "#ui/ask-again.tsx";
import type { Lookup } from "#ui/lookup-answer.tsx";
import { LookupPage } from "#ui/lookup-page.tsx";
import { SiteFooter } from "#ui/site-footer.tsx";
import { SiteHeader } from "#ui/site-header.tsx";
import type { OfficialElsewhere, SiteFacts } from "#ui/site-facts.ts";

overwriteGetLocale(() => "en");

type Known = { site: SiteFacts; elsewhere: OfficialElsewhere; lookup: Lookup };

/** The floor of a page: the same components, nothing between them and bare node:http. */
export const servePage = (known: Known) =>
  createServer((incoming, outgoing) => {
    incoming.resume();
    const html = `<!DOCTYPE html>${renderToString(<Page {...known} />)}`;
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader("Content-Length", Buffer.byteLength(html)).end(html);
  });

const Page = ({ site, elsewhere, lookup }: Known) => (
  <html lang="en" dir="ltr" data-theme="dark">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href="/assets/site.css" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <script type="module" src="/assets/enhance.js" />
    </head>
    <body>
      <div className="grid min-h-svh grid-rows-[auto_1fr_auto]">
        <SiteHeader operatorName={site.operator.name} page="/" typedForm={lookupForm} visitorName={null} />
        <main id="main" className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6 sm:py-16">
          <LookupPage page="/" site={site} elsewhere={elsewhere} lookup={lookup} />
        </main>
        <SiteFooter operator={site.operator} />
      </div>
    </body>
  </html>
);
