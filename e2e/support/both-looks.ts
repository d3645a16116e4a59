import { test } from "./test.ts";

/** A journey on a light phone, in the longer words. Where it looks for barriers, it looks at a dark wide screen, too. */
export function inBothLooks(title: string, journey: Parameters<typeof test>[2]): void {
  test.describe("in both looks", () => {
    test.use({ locale: "bn", theme: "light", viewport: { width: 360, height: 740 } });
    test(title, journey);
  });
}
