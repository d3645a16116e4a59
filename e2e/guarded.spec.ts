import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ settings: { lookupPolicy: "guarded" } });

test("the name is also required after a lookup from the header", async ({ visitor, page }) => {
  await visitor.opens("/Work_Permit");
  await page.getByRole("textbox", { name: "IRCC number", exact: true }).fill(shown.ircc);
  await page.getByRole("button", { name: "Look it up" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveAccessibleDescription("Type the name first.");
  await expect(visitor.box).toHaveValue(shown.ircc);
  await name.fill(shown.name);
  await page.getByRole("button", { name: "Search" }).click();
  await visitor.readsThatItIsPublished();
});
