import type { Page, Request, Route } from "@playwright/test";

type Which = { only?: (request: Request) => boolean; times?: number };

/** Delays requests to this address until the returned function is called. */
export async function delays(page: Page, address: string, { only, ...often }: Which = {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    if (only?.(route.request()) ?? true) await promise;
    await route.continue();
  };
  await page.route(address, wait, often);
  return resolve;
}
