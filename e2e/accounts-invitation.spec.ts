import { PlainBrowser } from "#test/support/plain-browser.ts";
import { cookieFor } from "#test/support/signed-in.ts";
import { Member } from "./support/member.ts";
import { freshEmail, giveAccount } from "./support/people.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { settings: { registration: "invite" } }, expectedComplaint: /status of 4\d\d/ });

test("registration says that one needs an invitation", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You need an invitation");
  await expect(page.locator("#main").getByRole("textbox")).toHaveCount(0);
});

/** An admin invites, on the page for it. */
async function invites({ office, url }: StartedPortal, email: string): Promise<void> {
  const own = freshEmail();
  await giveAccount(office, "admin", own, "Amina Admin");
  const admin = new PlainBrowser(url, await cookieFor(url, own));
  await admin.opens("/dashboard/invite");
  admin.types({ Email: email });
  await admin.presses("Send the invitation");
}

test("an invitation becomes an account, once", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await invites(portal, member.email);
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
