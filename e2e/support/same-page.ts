import type { Page } from "@playwright/test";
import { isAlive } from "./member.ts";

/** From when the page hears on: says later whether it was never loaded anew. */
export async function watchesThePage(page: Page): Promise<{ stayed: () => Promise<boolean> }> {
  await isAlive(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  return { stayed: () => page.evaluate(() => "stayed" in window) };
}
