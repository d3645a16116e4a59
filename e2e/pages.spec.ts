import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("the home page has eight marked links to official sites, four on a small screen; every button has a transition; the site is sent without the number", async ({
  admin,
  visitor,
  page,
  context,
}) => {
  await visitor.opens("/");
  const tiles = page.locator("main li > a:has(> strong)");
  await expect(tiles).toHaveCount(8);
  await expect(page.getByRole("complementary").locator("svg")).toHaveCount(2);
  for (const tile of await tiles.all()) {
    await expect(tile).toHaveAttribute("rel", "external noopener");
    await expect(tile).toHaveAccessibleName(/\(another site, new tab\)$/);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tiles.filter({ visible: true })).toHaveCount(4);
  await page.setViewportSize({ width: 1280, height: 720 });

  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
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

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
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

  await admin.opens("/dashboard/update");
  expect(await stiff()).toEqual([]);
});
