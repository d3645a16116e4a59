import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { delays } from "./delays.ts";
import { waitForHydration } from "./member.ts";

export const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });

/** Opens the menu of a row. */
export const opensMenuOf = (page: Page, name: string): Promise<void> => rowOf(page, name).locator("summary").click();

export const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });

/** The message about what has just been done. */
export const flash = (page: Page): Locator => page.locator("[data-flash]");

export async function finds(page: Page, search: string): Promise<void> {
  await page.getByRole("searchbox").fill(search);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

/**
 * Waits until the site has answered a save of a form with these words. Called before they are typed: a busy machine may
 * have saved them when the typing is over. Other saves of the page may still be on their way.
 */
export const savedWith = (page: Page, words: string): Promise<Response> =>
  page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/dashboard/page-draft") && (answer.request().postData()?.includes(words) ?? false),
  );

/** Begins once scripts run. `stayed` returns true if the page has not been loaded again since. */
export async function watchForReload(page: Page): Promise<{ stayed: () => Promise<boolean> }> {
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  return { stayed: () => page.evaluate(() => "stayed" in window) };
}

/** Delays the hydration of dashboard pages until `letGo`. The script of all pages still runs. */
export async function delaysScripts(page: Page): Promise<{ letGo: () => Promise<void> }> {
  const letGo = await delays(page, "**/assets/entry.client-*.js");
  return {
    // The route is kept: if the last route were removed, Chromium would never send an upload that is under way.
    letGo: async () => {
      await letGo();
      await waitForHydration(page);
    },
  };
}

/** Checks that the message disappears after this time. Sets the clock of its animation, so the test need not wait. */
export async function expectToHideAfter(toast: Locator, ms: number): Promise<void> {
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
