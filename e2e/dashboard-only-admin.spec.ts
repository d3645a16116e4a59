import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { withAdmin: false } });

test("the only admin cannot give the role away, and is asked before it is tried", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn("/dashboard/Admin_Control");
  const row = page.getByRole("row").filter({ hasText: admin.email });
  await expect(row).toContainText("you");
  await row.getByRole("link", { name: "Make Moderator" }).click();
  await expect(page.locator("form", { hasText: "This is your own account." })).toContainText("Sadia Islam");
  await page.getByRole("button", { name: "Yes, change my role" }).click();
  await expect(page.getByRole("alert")).toHaveText("The last admin has to stay. Make someone else admin first.");
  await expect(row.getByRole("button", { name: "Make Admin" })).toBeDisabled();
});
