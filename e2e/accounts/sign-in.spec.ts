import { goodPassword, otherPassword } from "#test/support/accounts/fresh-accounts.ts";
import { expectToHideAfter } from "../support/dashboard.ts";
import { delays } from "../support/delays.ts";
import { withoutTable } from "../support/outage.ts";
import { expect, test } from "../support/test.ts";

test("a user signs in with the keyboard alone, after missing and wrong values and a look at the password", async ({
  member,
  page,
}) => {
  await page.goto("/login");
  await member.button("Sign in").press("Enter");
  await member.seesProblems({ Email: "Email is required", Password: "Password is required" });
  await expect(member.field("Email")).toBeFocused();
  await page.getByRole("link", { name: "Password is required" }).press("Enter");
  await expect(member.field("Password")).toBeFocused();
  await page.keyboard.type("what I typed");
  const show = member.button("Show password");
  await show.press("Enter");
  await expect(member.field("Password")).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await show.press("Enter");
  await expect(member.field("Password")).toHaveAttribute("type", "password");
  await member.fills({ Email: "not an address" });
  await member.button("Sign in").press("Enter");
  await member.seesProblems({ Email: "Please input valid email" });
  await expect(member.field("Email")).toHaveValue("not an address");
  await expect(member.field("Email")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(member.email);
  await page.keyboard.press("Tab");
  await expect(member.field("Password")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await member.isSignedIn();
});

test("after ten wrong passwords of strangers, the owner's browser does the work for the right one and says so", async ({
  member,
  page,
  request,
}) => {
  const form = { email: member.email, password: otherPassword };
  for (let nth = 0; nth < 10; nth += 1) {
    const headers = { "X-Forwarded-For": `198.51.100.${nth}` };
    expect((await request.post("/api/auth/sign-in/email", { data: form, headers })).status()).toBe(401);
  }
  let asked = 0;
  page.on("request", (sent) => (asked += sent.method() === "POST" ? 1 : 0));
  // Delays the request with the proof, until the test has seen the message.
  const letGo = await delays(page, "/login", { only: (sent) => sent.method() === "POST" && asked === 2 });
  await member.signsIn();
  await expect(page.getByRole("status")).toContainText("Your browser now solves a task");
  await letGo();
  await member.isSignedIn();
  expect(asked).toBe(2);
});

test("on a phone a page for members opens after sign-in, even after a wrong password and another language", async ({
  member,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/account/sessions");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(member.heading).toHaveText("লগইন");
  await page.getByRole("button", { name: "English" }).click();
  for (const password of [otherPassword, goodPassword]) {
    await member.fills({ Email: member.email, Password: password });
    await member.button("Sign in").click();
    if (password === otherPassword) await expect(member.field("Password")).toHaveAttribute("aria-invalid", "true");
  }
  await expect(member.heading).toHaveText("Where you are signed in");
  await member.reads("Login successful!");
  const boxes = [page.getByRole("banner"), page.locator("[data-flash]"), member.heading];
  const [header, message, title] = await Promise.all(boxes.map((part) => part.boundingBox()));
  if (!header || !message || !title) throw new Error("a part of the page is not there");
  expect(message.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(title.y).toBeGreaterThanOrEqual(message.y + message.height);
  await expectToHideAfter(page.locator(":has(> [data-flash])"), 2000);
  await page.reload();
  await expect(page.locator("[data-flash]")).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByRole("banner").getByText("Sadia Islam").filter({ visible: true })).toBeInViewport();
  await page.getByRole("link", { name: "Signed in as Sadia Islam" }).click();
  await member.isSignedIn();
});

test("a sign-in without an answer keeps the typed values; one that runs is sent once, and the last problem disappears", async ({
  member,
  page,
  portal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.goto("/login");
  await page.route("/login", (route) => route.abort());
  await member.fills({ Email: member.email, Password: goodPassword });
  await member.button("Sign in").click();
  await member.seesProblems({ Password: "This site did not answer. Check your connection, then try again." });
  await expect(member.field("Password")).toHaveValue(goodPassword);
  await page.unroute("/login");
  {
    using _outage = withoutTable(portal, "person");
    await member.button("Sign in").click();
    await member.seesProblems({ Password: "Something went wrong on our side. Try again in a minute." });
  }
  await expect(member.field("Email")).toHaveValue(member.email);
  let asked = 0;
  page.on("request", (sent) => (asked += sent.method() === "POST" ? 1 : 0));
  const letGo = await delays(page, "/login");
  await member.field("Password").fill(goodPassword);
  await member.button("Sign in").click();
  await expect(member.field("Password")).not.toHaveAttribute("aria-invalid");
  await expect(member.field("Password")).toHaveAccessibleDescription("");
  await member.field("Password").press("Enter");
  await member.button("Sign in").click({ force: true });
  await letGo();
  await member.isSignedIn();
  expect(asked).toBe(1);
});

test("a mailed link survives a reload, and says so in either language if it expires while the user types", async ({
  member,
  page,
  portal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  await page.goto("/forgot");
  await member.field("Email").fill(member.email);
  await member.button("Send the link").click();
  await expect(page.locator("#main")).toContainText("This site does not send mails yet.");
  await page.goto(await member.linkMailed("reset"));
  await expect(page).toHaveURL(/\/reset$/);
  // What a reload shows must not depend on a script.
  const reloaded = await page.reload({ waitUntil: "commit" });
  expect(await reloaded?.text()).toContain("New password");
  await expect(page).toHaveURL(/\/reset$/);
  await expect(member.field("New password")).toBeVisible();
  await portal.office.database.write((writer) => writer.deleteFrom("mailed_link").execute());
  await member.fills({ "New password": otherPassword, "Confirm password": otherPassword });
  await member.button("Save the password").click();
  await expect(member.heading).toHaveText("This link has expired");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(member.heading).toHaveText("এই লিংকের মেয়াদ শেষ");
});

test("registration opens after half a second, and at once with reduced motion", async ({ member, page }) => {
  await page.clock.install({ time: 0 });
  await page.goto("/login");
  await page.clock.pauseAt(60_000);
  const register = page.getByRole("link", { name: "Register", exact: true });
  await register.click();
  await page.clock.runFor(499);
  await expect(member.heading).toHaveText("Sign in");
  await expect(page.locator("#main")).toHaveCSS("opacity", "0");
  await page.clock.runFor(1);
  await expect(member.heading).toHaveText("Register");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/login");
  await register.click();
  await expect(member.heading).toHaveText("Register");
});
