import { test } from "./test.ts";

/** Between them each language, each theme and each width is seen once. */
const looks = [
  { locale: "en", theme: "light", viewport: { width: 360, height: 740 } },
  { locale: "bn", theme: "dark", viewport: { width: 1440, height: 900 } },
] as const;

/** The same journey in two looks. Its title names the page, because reports name this file. */
export function inBothLooks(title: string, journey: Parameters<typeof test>[2]): void {
  for (const look of looks) {
    test.describe(`in ${look.locale}, ${look.theme}, ${look.viewport.width} px`, () => {
      test.use(look);
      test(title, journey);
    });
  }
}
