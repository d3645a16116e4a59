import { expect, test } from "./support/test.ts";

test.use({ wishes: { settings: { dateIsSet: false } } });

for (const path of ["/", "/Check_Visa"]) {
  test(`${path} of a site that nobody has given a date claims none`, async ({ visitor, page }) => {
    await visitor.opens(path);
    await expect(visitor.box).toBeVisible();
    await expect(page.getByText("Records checked up to")).toHaveCount(0);
  });
}
