import type { BrowserContext, Page } from "@playwright/test";
import type { StartedPortal } from "./portal.ts";
import { test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

type Look = { portal: StartedPortal; page: Page; context: BrowserContext; visitor: Visitor; locale: "en" | "bn" };

/** Between them each language, each theme and each width is seen once. */
const looks = [
  { locale: "en", theme: "light", viewport: { width: 360, height: 740 } },
  { locale: "bn", theme: "dark", viewport: { width: 1280, height: 800 } },
] as const;

/** The same journey in two looks. Its title names the page, because reports name this file. */
export function inBothLooks(title: string, journey: (look: Look) => Promise<void>): void {
  for (const { locale, theme, viewport } of looks) {
    test.describe(`in ${locale}, ${theme}, ${viewport.width} px`, () => {
      test.use({ locale, viewport });

      test(title, async ({ portal, page, context, visitor }) => {
        await page.addInitScript((choice) => sessionStorage.setItem("theme", choice), theme);
        await journey({ portal, page, context, visitor, locale });
      });
    });
  }
}
