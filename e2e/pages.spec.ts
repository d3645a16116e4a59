import { bare, missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a page for one document takes the passport number alone, and shows that document", async ({ visitor, page }) => {
  await visitor.opens("/Lima");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(1);
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  expect(await visitor.documents()).toEqual(["LMIA certificate\n1 page"]);
  await visitor.looksUp(shown.ircc);
  await visitor.readsThatNothingWasFound();
});

test("pages are found in any letters, and say nothing of the day", async ({ visitor, page }) => {
  await visitor.opens("/work_permit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Work permit checking");
  await expect(page.getByText("Records checked up to")).toHaveCount(0);
  await visitor.looksUp(bare.passport);
  await expect(visitor.answer).toContainText("This record has no papers to show here.");
});

test("home has eight ways to official sites, each marked; on a small screen four", async ({ visitor, page }) => {
  await visitor.opens("/");
  const tiles = page.locator("main li > a:has(> strong)");
  await expect(tiles).toHaveCount(8);
  await expect(page.getByRole("complementary").locator("svg")).toHaveCount(1);
  for (const tile of await tiles.all()) {
    await expect(tile).toHaveAttribute("rel", "external noopener");
    await expect(tile).toHaveAccessibleName(/\(another site, new tab\)$/);
    expect((await tile.boundingBox())?.height).toBe(235);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tiles.filter({ visible: true })).toHaveCount(4);
});

test("every button gives way for 300 ms when it is pressed", async ({ admin, visitor, page }) => {
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
  for (const path of ["/dashboard/update", "/dashboard/Entry", "/dashboard/Menus"]) {
    await admin.opens(path);
    expect(await stiff(), path).toEqual([]);
  }
  await page.context().clearCookies();
  await page.goto("/login");
  expect(await stiff()).toEqual([]);
});
