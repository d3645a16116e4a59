import { inviteStaff } from "#operations/staff/invitations.ts";
import { Member } from "./support/member.ts";
import { journeys } from "./support/own-records.ts";
import { expect, test } from "./support/test.ts";

test.use({ settings: { registration: "invite" } });

test("registration says that one needs an invitation, which becomes an account, once", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/register");
  await expect(member.heading).toHaveText("You need an invitation");
  await expect(page.locator("#main").getByRole("textbox")).toHaveCount(0);

  await inviteStaff(portal.office, journeys, { email: member.email, role: "moderator" });
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
