import { test } from "./test.ts";

/** Runs a journey on a phone, in the light theme and in Bangla, whose words are longer. */
export function onAPhone(title: string, journey: Parameters<typeof test>[2]): void {
  test.describe("on a phone", () => {
    test.use({ locale: "bn", theme: "light", viewport: { width: 360, height: 740 } });
    test(title, journey);
  });
}
