import type { Page, Request, Route } from "@playwright/test";

type Which = { only?: (request: Request) => boolean; times?: number };

/** What is asked of that address waits until the test lets it go. */
export async function delays(page: Page, address: string, { only, ...often }: Which = {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    if (only?.(route.request()) ?? true) await promise;
    await route.continue();
  };
  await page.route(address, wait, often);
  return resolve;
}
