import { test } from "./test.ts";

/**
 * Runs a journey on a phone in the light theme and in Bangla, whose words are longer. Its checks for barriers also look
 * at the contrast on a wide screen in the dark theme.
 */
export function inBothThemes(title: string, journey: Parameters<typeof test>[2]): void {
  test.describe("in both themes", () => {
    test.use({ locale: "bn", theme: "light", viewport: { width: 360, height: 740 } });
    test(title, journey);
  });
}
