import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("the home page has eight links to official sites, each marked, and four on a small screen", async ({
  visitor,
  page,
}) => {
  await visitor.opens("/");
  const tiles = page.locator("main li > a:has(> strong)");
  await expect(tiles).toHaveCount(8);
  await expect(page.getByRole("complementary").locator("svg")).toHaveCount(1);
  for (const tile of await tiles.all()) {
    await expect(tile).toHaveAttribute("rel", "external noopener");
    await expect(tile).toHaveAccessibleName(/\(another site, new tab\)$/);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tiles.filter({ visible: true })).toHaveCount(4);
});

test("every button has a press transition of 300 ms", async ({ admin, visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  const stiff = () =>
    page.locator("button:visible").evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const { transitionProperty, transitionDuration } = getComputedStyle(button);
          const at = transitionProperty.split(", ").findIndex((property) => /^(all|scale)$/.test(property));
          return transitionDuration.split(", ").at(at) !== "0.3s" || at < 0;
        })
        .map((button) => button.textContent),
    );
  expect(await stiff()).toEqual([]);
  await admin.opens("/dashboard/update");
  expect(await stiff()).toEqual([]);
});

test("a page that leaves documents out leads to all of them", async ({ visitor, page }) => {
  await visitor.opens("/Lima");
  await visitor.looksUp(shown.passport);
  await page.getByRole("button", { name: "Show all papers" }).click();
  await visitor.readsThatItIsPublished();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await visitor.documents()).toHaveLength(5);
  await expect(visitor.answer).not.toContainText("does not show");
  // The home page accepts no IRCC number, and a visitor who did not type the passport number must not see it.
  await visitor.opens("/Check_Visa");
  await visitor.looksUp(shown.ircc);
  await expect(page.getByRole("link", { name: "See them by passport number" })).toHaveAttribute("href", "/");
  expect(await visitor.answer.innerHTML()).not.toContain(shown.passport);
});

test("a visitor can send the site to somebody without the number", async ({ visitor, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await page.getByText("Send", { exact: true }).click();
  const { text } = await page
    .getByRole("link", { name: "By WhatsApp" })
    .evaluate((link: HTMLAnchorElement) => Object.fromEntries(new URL(link.href).searchParams));
  expect(text).toMatch(
    /^Check a visa or work paper of Shapla Overseas: open http:\/\/localhost:\d+ and type the number/,
  );
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  // Plain HTTP has no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText(`Select this text and copy it: ${text}`)).toBeVisible();
});
