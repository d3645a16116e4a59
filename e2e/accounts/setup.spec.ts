import { readFile } from "node:fs/promises";
import path from "node:path";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test("a new site is set up by the link of its start, once; it has no news", async ({ startsPortal, page, visitor }) => {
  const portal = await startsPortal({ withAdmin: false });
  const member = new Member(portal, page);
  const link = (await readFile(path.join(portal.folder, "setup-link"), "utf8")).trim();
  await page.goto(`${portal.url}/setup?token=made-up`);
  await expect(member.heading).toHaveText("This link has ended");
  await page.goto(link);
  await member.button("Open the site").click();
  await member.isTold("Name of your agency or centre", "Type the name of your agency or centre");
  await member.isTold("Name", "Name is required");
  await member.isTold("Email", "Email is required");
  await member.isTold("Password", "Password is required");
  await expect(member.field("Name of your agency or centre")).toBeFocused();

  await expect(member.field("the number and the name")).toBeChecked();
  for (const paper of ["Medical form", "Police clearance", "Fingerprint paper"]) {
    await expect(member.field(paper)).not.toBeChecked();
  }
  await expect(member.field("Visa paper")).toBeChecked();
  await member.field("Name of your agency or centre").fill("Padma Overseas");
  await member.field("Licence number").fill("RL-0042");
  await member.field("Public register of licences").fill("register.example");
  await member.field("Phone for visitors").fill("+880 2 5550 1234");
  await member.field("Email for visitors").fill("office at padma");
  await member.field("Visa paper").uncheck();
  await member.field("Name").fill("Amina Rahman");
  await member.field("Email").fill(member.email);
  await member.field("Password").fill(member.password);
  await member.field("Confirm password").fill(member.password);
  await member.button("Open the site").click();
  await member.isTold("Public register of licences", "Use a link that starts with https://");
  await member.isTold("Email for visitors", "Please input valid email");
  await expect(member.field("Phone for visitors")).toHaveValue("+880 2 5550 1234");
  await member.field("Email for visitors").fill(" office@padma.example ");
  await expect(member.field("Visa paper")).not.toBeChecked();
  await member.field("Public register of licences").fill("https://register.example");
  await member.field("Password").fill(member.password);
  await member.field("Confirm password").fill(member.password);
  await member.button("Open the site").click();
  await member.isSignedIn();
  await expect(page.locator("#main")).toContainText("Admin");
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText("Padma Overseas");
  await expect(foot.getByRole("link", { name: "+880 2 5550 1234" })).toHaveAttribute("href", "tel:+880255501234");
  await expect(foot.getByRole("link", { name: "office@padma.example" })).toBeVisible();
  await page.goto(link);
  await expect(member.heading).toHaveText("This link has ended");

  await page.goto(`${portal.url}/news`);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("No news yet");
  await visitor.findsNoBarrier();
  await page.getByRole("main").getByRole("link", { name: "Ask us" }).click();
  await expect(member.heading).toHaveText("Contact us");
});
