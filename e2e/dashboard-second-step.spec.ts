import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { settings: { secondFactor: "required" } } });

test("an admin without the second step that is demanded is led to it", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  for (const path of ["/dashboard", "/dashboard/update"]) {
    if (path === "/dashboard") await admin.comesIn(path);
    else await page.goto(path);
    await expect(admin.heading).toHaveText("Your account");
    await expect(page.locator("#main")).toContainText("Your role asks for a second step.");
  }
});
