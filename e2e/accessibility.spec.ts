import { inBothLooks } from "./support/both-looks.ts";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

for (const path of ["/", "/Check_Visa", "/Work_Permit"]) {
  inBothLooks(`${path} has no barrier: empty, found, not found`, async ({ visitor }) => {
    await visitor.opens(path);
    await visitor.fitsAndHasNoBarrier();
    for (const { passport } of [shown, missing]) {
      await visitor.box.fill(passport);
      await visitor.box.press("Enter");
      await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
      await visitor.fitsAndHasNoBarrier();
    }
  });
}

for (const theme of ["dark", "light"]) {
  test(`the page of the interface has no barrier, ${theme}`, async ({ visitor, page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await visitor.opens(`/api/docs?theme=${theme}`);
    await visitor.fitsAndHasNoBarrier();
  });
}

test("everything can be done with the keyboard", { tag: "@also-without-javascript" }, async ({ visitor, page }) => {
  await visitor.opens("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Go to the main part" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(visitor.box).toBeFocused();
  await page.keyboard.type(shown.passport);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Enter");
  await visitor.readsThatItIsPublished();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(visitor.box).toBeFocused();
});

for (const width of [320]) {
  test(`nothing hangs over the edge at ${width} px`, async ({ visitor, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await visitor.opens("/Check_Visa");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
