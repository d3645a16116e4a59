import { bare, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a page for one document takes the passport number alone, and shows that document", async ({ visitor, page }) => {
  await visitor.opens("/Lima");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(2);
  const nameBox = page.getByRole("textbox", { name: "Name" });
  await expect(nameBox).not.toHaveAttribute("required");
  await expect(nameBox).toHaveAccessibleDescription(/Nobody compares the name here/);
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await expect(visitor.answer).not.toContainText("was not compared");
  expect(await visitor.documents()).toEqual(["LMIA certificate\n1 page"]);
  await visitor.looksUp(shown.ircc);
  await visitor.readsThatNothingWasFound();
  await visitor.looksUp(shown.passport, "Somebody Else");
  await visitor.readsThatItIsPublished();
  await expect(visitor.particular("Candidate name")).toHaveText(shown.name);
  await expect(visitor.answer).toContainText("The name that you typed was not compared with this record.");
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
    await expect(tile).toHaveAccessibleName(/\(another site\)$/);
    expect((await tile.boundingBox())?.height).toBe(235);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tiles.filter({ visible: true })).toHaveCount(4);
});
