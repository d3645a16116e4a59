import { PlainBrowser } from "#test/support/browser/plain-browser.ts";
import { freshAdmin, openSession } from "#test/support/accounts/staff.ts";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test.use({ settings: { registration: "invite" } });

test("registration says that one needs an invitation, which becomes an account, once", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/register");
  await expect(member.heading).toHaveText("You need an invitation");
  await expect(page.locator("#main").getByRole("textbox")).toHaveCount(0);

  const { id } = await freshAdmin(portal.office);
  const admin = new PlainBrowser(portal.url, (await openSession(portal.office, id)).cookie);
  await admin.opens("/dashboard/invite");
  admin.types({ Email: member.email });
  await admin.presses("Send the invitation");
  const link = await member.linkMailed("invitation");
  await page.goto(link);
  await expect(member.heading).toHaveText("Welcome to Shapla Overseas");
  await expect(page.locator("#main")).toContainText("You are invited as Moderator.");
  await expect(member.field("Email")).toHaveValue(member.email);
  await member.field("Password").fill(member.password);
  await member.field("Confirm password").fill("something else entirely");
  await member.button("Make my account").click();
  await member.isTold("Confirm password", "Password did not match");
  await expect(member.field("Email")).toHaveValue(member.email);
  await member.field("Name").fill("Mitu Sarker");
  await member.field("Password").fill(member.password);
  await member.field("Confirm password").fill(member.password);
  await member.button("Make my account").click();
  await member.isSignedIn();
  await expect(page.locator("#main")).toContainText("Moderator");
  await page.goto(link);
  await expect(member.heading).toHaveText("This link has ended");
});
