import type { Page, Request, Route } from "@playwright/test";

type Which = { only?: (request: Request) => boolean; times?: number };

/**
 * Delays requests to this address until the returned function is called, and the first of them is there. The route stays
 * even if it delays only so many: if the last one were removed, Chromium would never send a request that is on its way.
 */
export async function delays(
  page: Page,
  address: string,
  { only = () => true, times = Infinity }: Which = {},
): Promise<() => Promise<void>> {
  let left = times;
  const letGo = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    if (left > 0 && only(route.request())) {
      left -= 1;
      isHeld.resolve();
      await letGo.promise;
    }
    await route.continue();
  };
  await page.route(address, wait);
  // A test that delays nothing would be green on a slow site only.
  return async () => {
    await isHeld.promise;
    letGo.resolve();
  };
}

/** A line to an address, which a test cuts and mends. Its route stays, as above. */
export async function lineTo(page: Page, address: string): Promise<{ isCut: boolean }> {
  const line = { isCut: false };
  await page.route(address, (route) => (line.isCut ? route.abort() : route.continue()));
  return line;
}
