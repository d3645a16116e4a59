import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("the portrait and each page of each paper are shown, in places that are kept free", async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  const images = visitor.answer.getByRole("img");
  await expect(images).toHaveCount(7);
  await expect(visitor.answer.getByRole("img", { name: `Photo of ${shown.name}` })).toBeVisible();
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveAttribute("width", /^\d+$/);
    await expect(image).toHaveAttribute("height", /^\d+$/);
    await expect(image).toHaveJSProperty("complete", true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }
});

test("a page opens in full by its link, without a word of what it is in the address", async ({ visitor, context }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  const opening = context.waitForEvent("page");
  await visitor.answer.getByRole("link", { name: "Work permit certificate, page 2" }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(opened.url()).toMatch(/\/images\/[0-9a-f]{32}-2\/2000\?until=\d+&signature=[\w-]+$/);
  expect(opened.url()).not.toContain(shown.passport);
});
