import type { BrowserContext, Page } from "@playwright/test";
import type { StartedPortal } from "./portal.ts";
import { test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

type Look = { portal: StartedPortal; page: Page; context: BrowserContext; visitor: Visitor; locale: "en" | "bn" };

/** The same journey in each language and theme. Only where scripts run: axe is one. Its title says of which page, for reports name this file. */
export function inEveryLook(title: string, journey: (look: Look) => Promise<void>): void {
  for (const locale of ["en", "bn"] as const) {
    for (const theme of ["dark", "light"]) {
      test.describe(`in ${locale}, ${theme}`, { tag: "@with-javascript" }, () => {
        test.use({ locale });

        test(title, async ({ portal, page, context, visitor }) => {
          await page.addInitScript((choice) => sessionStorage.setItem("theme", choice), theme);
          await journey({ portal, page, context, visitor, locale });
        });
      });
    }
  }
}
