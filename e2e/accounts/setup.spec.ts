import { readFile } from "node:fs/promises";
import path from "node:path";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test("a new site is set up by the link of its start, which works once, and has no news yet", async ({
  startsPortal,
  page,
  visitor,
}) => {
  const portal = await startsPortal({ withAdmin: false });
  const member = new Member(portal, page);
  const link = (await readFile(path.join(portal.folder, "setup-link"), "utf8")).trim();
  await page.goto(`${portal.url}/setup?token=made-up`);
  await expect(member.heading).toHaveText("This link has expired");
  await page.goto(link);
  await member.button("Open the site").click();
  await member.seesProblems({
    "Name of your agency or centre": "Type the name of your agency or centre",
    Name: "Name is required",
    Email: "Email is required",
    Password: "Password is required",
  });
  await expect(member.field("Name of your agency or centre")).toBeFocused();

  await expect(member.field("the number and the name")).toBeChecked();
  await expect(member.field("a second step: a code or a passkey")).toBeChecked();
  for (const kind of ["Medical form", "Police clearance", "Fingerprint paper"]) {
    await expect(member.field(kind)).not.toBeChecked();
  }
  await expect(member.field("Visa paper")).toBeChecked();
  await member.fills({
    "Name of your agency or centre": "Padma Overseas",
    "Licence number": "RL-0042",
    "Public register of licences": "register.example",
    "Phone for visitors": "+880 2 5550 1234",
    "Email for visitors": "office at padma",
  });
  await member.field("Visa paper").uncheck();
  await member.fills({
    Name: "Amina Rahman",
    Email: member.email,
    Password: member.password,
    "Confirm password": member.password,
  });
  await member.button("Open the site").click();
  await member.seesProblems({
    "Public register of licences": "Use a link that starts with https://",
    "Email for visitors": "Please input valid email",
  });
  await expect(member.field("Phone for visitors")).toHaveValue("+880 2 5550 1234");
  await member.field("Email for visitors").fill(" office@padma.example ");
  await expect(member.field("Visa paper")).not.toBeChecked();
  await member.fills({
    "Public register of licences": "https://register.example",
    Password: member.password,
    "Confirm password": member.password,
  });
  await member.button("Open the site").click();
  await member.isSignedIn();
  await expect(page.locator("#main")).toContainText("Admin");
  await expect(page.locator("#main")).toContainText("Your role asks for a second step.");
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText("Padma Overseas");
  await expect(foot.getByRole("link", { name: "+880 2 5550 1234" })).toHaveAttribute("href", "tel:+880255501234");
  await expect(foot.getByRole("link", { name: "office@padma.example" })).toBeVisible();
  await page.goto(link);
  await expect(member.heading).toHaveText("This link has expired");

  await page.goto(`${portal.url}/news`);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("No news yet");
  await visitor.findsNoBarrier();
  await page.getByRole("main").getByRole("link", { name: "Ask us" }).click();
  await expect(member.heading).toHaveText("Contact us");
});
