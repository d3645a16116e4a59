import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { lookupForm } from "#ui/ask-again.tsx";
import type { Lookup } from "#ui/lookup-answer.tsx";
import { LookupPage } from "#ui/lookup-page.tsx";
import { PublicFrame } from "#ui/public-frame.tsx";
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
      <PublicFrame site={site} page="/" typedForm={lookupForm} visitorName={null} notice={null}>
        <LookupPage page="/" site={site} elsewhere={elsewhere} lookup={lookup} />
      </PublicFrame>
    </body>
  </html>
);
