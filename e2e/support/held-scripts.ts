import type { Page } from "@playwright/test";
import { isAlive } from "./member.ts";

/** Pages of staff come slowly: what makes them alive is held back until it is let go. The script of all pages runs. */
export async function holdsScripts(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const scripts = "**/assets/entry.client-*.js";
  const held = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await held.promise;
    await route.continue();
  });
  return {
    letGo: async () => {
      held.resolve();
      await isAlive(page);
      await page.unroute(scripts);
    },
  };
}
