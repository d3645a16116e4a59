import type { RequestListener } from "node:http";
import { renderToString } from "react-dom/server";
import type { Settings } from "#core/settings/settings.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { lookupForm } from "#web/lookup-form/lookup-form.tsx";
import type { Lookup } from "#web/lookup/lookup-answer.tsx";
import { LookupPage } from "#web/lookup/lookup-page.tsx";
import { PublicFrame } from "#web/frame/public-frame.tsx";
import { siteFrame } from "#web/frame/menus/site-frame.server.tsx";
import { siteFacts } from "#web/frame/site/site-facts.server.ts";

overwriteGetLocale(() => "en");

type Known = { settings: Settings; lookup: Lookup };

/** As long as the address of the served site, so that the QR code has the same size. */
const address = "http://localhost:30000";

/** The floor of a page: the same components, with nothing between them and bare node:http. */
export const pageServer =
  (known: Known): RequestListener =>
  (incoming, outgoing) => {
    incoming.resume();
    const html = `<!DOCTYPE html>${renderToString(<Page {...known} />)}`;
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader("Content-Length", Buffer.byteLength(html)).end(html);
  };

function Page({ settings, lookup }: Known) {
  const site = siteFacts(settings, address);
  const around = siteFrame(settings, address, "/");
  return (
    <html lang="en" dir="ltr" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script type="module" src="/assets/enhance.js" />
      </head>
      <body>
        <PublicFrame
          {...{ site, around }}
          page="/"
          typedForm={lookupForm}
          visitorName={null}
          flash={null}
          savesNothing={false}
        >
          <LookupPage page="/" {...{ site, around, lookup }} places={settings.officialPlaces} />
        </PublicFrame>
      </body>
    </html>
  );
}
