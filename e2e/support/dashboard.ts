import { expect, type Locator, type Page } from "@playwright/test";
import { delays } from "./delays.ts";
import { isAlive } from "./member.ts";

export const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });

export const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });

/** What the page says has just been done. */
export const flash = (page: Page): Locator => page.locator("[data-flash]");

export async function finds(page: Page, search: string): Promise<void> {
  await page.getByRole("searchbox").fill(search);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

/** Begins once scripts run: says later whether the page was never loaded anew. */
export async function watchesThePage(page: Page): Promise<{ stayed: () => Promise<boolean> }> {
  await isAlive(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  return { stayed: () => page.evaluate(() => "stayed" in window) };
}

/** Pages of the dashboard are not hydrated before `letGo`. The script of all pages runs. */
export async function delaysScripts(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const letGo = await delays(page, "**/assets/entry.client-*.js");
  return {
    // The route stays: Chromium never sends an upload that is on its way when the last one goes.
    letGo: async () => {
      letGo();
      await isAlive(page);
    },
  };
}

/** By the clock of its own animation, which is set: nobody waits. */
export async function goesAfter(toast: Locator, ms: number): Promise<void> {
  const looks = await toast.evaluate((element, end) => {
    const [leaving] = element.getAnimations({ subtree: true });
    if (!leaving) return [];
    leaving.pause();
    return [0, end - 1, end + 200].map((time) => {
      leaving.currentTime = time;
      const { visibility, opacity } = getComputedStyle(element);
      return `${visibility}, ${opacity}`;
    });
  }, ms);
  expect(looks).toEqual(["visible, 1", "visible, 1", "hidden, 0"]);
}
