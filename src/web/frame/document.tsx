import type { ReactNode } from "react";
import { getLocale } from "#i18n/compiled/runtime.js";
import { spokenLocale, textDirection } from "#i18n/offered-locales.ts";
import { getZone } from "#i18n/reader-zone.ts";
import { writtenSecondNumber } from "#i18n/reader-second-number.ts";
import { fontsToPreload } from "#design/fonts.ts";
import icon180 from "../icons/icon-180.png?url";
import icon32 from "../icons/icon-32.png?url";
import { earlyScript, lateScript } from "./inline-scripts.ts";
import { ThemeColours } from "./theme.tsx";

export const Document = ({ stylesheet, children }: { stylesheet: string; children: ReactNode }) => (
  <html
    lang={getLocale()}
    dir={textDirection()}
    data-zone={getZone()}
    data-number={writtenSecondNumber()}
    data-theme="dark"
    suppressHydrationWarning
  >
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <ThemeColours />
      {fontsToPreload().map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" media="not all" />
      ))}
      <script dangerouslySetInnerHTML={{ __html: earlyScript }} />
      <link rel="stylesheet" href={stylesheet} />
      <link rel="icon" href={icon32} type="image/png" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any" />
      <link rel="apple-touch-icon" href={icon180} />
      <link rel="manifest" href={`/manifest.webmanifest?language=${spokenLocale()}`} />
      {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
    </head>
    <body>
      {children}
      <script type="module" dangerouslySetInnerHTML={{ __html: lateScript }} />
    </body>
  </html>
);
