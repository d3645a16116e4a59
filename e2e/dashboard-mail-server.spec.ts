import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// Nobody listens there: mails wait.
test.use({ wishes: { environment: { SMTP_URL: "smtp://localhost:2" } } });

test("where a mail server is set, no page says that mails are files", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn("/dashboard/Settings");
  await expect(page.getByText("Mails go out by the mail server")).toBeVisible();
  for (const path of ["/dashboard/Settings", "/dashboard/Admin_Control", "/dashboard/invite"]) {
    await page.goto(path);
    await expect(admin.heading).toBeVisible();
    await expect(page.getByText("This site has no mail server.")).toHaveCount(0);
  }
});
