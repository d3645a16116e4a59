import { watchForReload } from "../support/dashboard.ts";
import { Member, waitForHydration } from "../support/member.ts";
import { withoutTable } from "../support/outage.ts";
import { alsoWithoutScripts, expect, test } from "../support/test.ts";

test("a user who is not signed in, or no longer, must sign in first", async ({
  portal,
  page,
  context,
  allowConsoleErrors,
}) => {
  // Pictures that are still loading are refused to a user who is signed out.
  allowConsoleErrors(/status of 404/);
  const admin = await Member.joins(portal, page, "admin");
  await admin.signsIn("/dashboard/update?state=hidden");
  await expect(admin.heading).toHaveText("Records");
  expect(new URL(page.url()).search).toBe("?state=hidden");
  await waitForHydration(page);
  await context.clearCookies();
  await page.getByRole("link", { name: "Newest first" }).click();
  await expect(admin.heading).toHaveText("Sign in");
  await expect(page.locator("[name=from]").first()).toHaveValue("/dashboard/update?state=hidden&sort=added");
});

test("the drawer shows who is signed in and where they may go", async ({ admin, page }) => {
  await admin.opens("/dashboard/update");
  const drawer = page.getByRole("complementary", { name: "Dashboard" });
  await expect(drawer).toContainText("Sadia Islam");
  await expect(drawer.getByRole("link", { name: "Records", exact: true })).toHaveAttribute("aria-current", "page");
  await drawer.getByRole("button", { name: "বাংলা" }).click();
  await expect(admin.heading).toHaveText("রেকর্ড");
  await page.getByRole("button", { name: "English" }).click();
  await drawer.getByRole("link", { name: "Home" }).click();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.goto("/dashboard");
  await admin.button("Sign out").click();
  await admin.reads("Logout Successful");
  await page.goto("/dashboard");
  await expect(admin.heading).toHaveText("Sign in");
});

alsoWithoutScripts("a bar opens the drawer on a narrow screen", async ({ student, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await student.opens("/dashboard");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
  await student.button("Dashboard").click();
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
});

test("a page that cannot load its records offers another try and keeps the drawer", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 50[03]/);
  await admin.opens("/dashboard/update");
  {
    using _ = withoutTable(portal, "candidate");
    await page.getByRole("link", { name: "Newest first" }).click();
    await expect(admin.heading).toHaveText("This page cannot be shown right now");
    await expect(page.getByRole("complementary", { name: "Dashboard" })).toContainText("Sadia Islam");
  }
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(admin.heading).toHaveText("Records");
});

test("only pages of staff load React, in at most 180 kB", async ({ portal, page }) => {
  const scripts: { name: string; bytes: Promise<number> }[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    const name = new URL(request.url()).pathname;
    scripts.push({ name, bytes: request.sizes().then(({ responseBodySize }) => responseBodySize) });
  });
  for (const path of ["/", "/Check_Visa", "/login"]) await page.goto(path);
  expect(scripts.map(({ name }) => name)).not.toContainEqual(expect.stringContaining("entry.client"));
  expect(await page.content()).not.toContain("__reactRouter");
  scripts.length = 0;

  const admin = await Member.signedIn(portal, page, "admin");
  await admin.opens("/dashboard");
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  await page.waitForLoadState("networkidle");
  expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringContaining("entry.client"));
  const sizes = await Promise.all(scripts.map(({ bytes }) => bytes));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(180_000);
});

test("scripts run under a strict policy, and a link of the drawer does not reload the page", async ({
  admin,
  page,
}) => {
  const headers = (await admin.page.goto("/dashboard/BAD_Request"))?.headers() ?? {};
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+' 'nonce-[^']+';/);
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  const { stayed } = await watchForReload(page);
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Records" })).toBeFocused();
  expect(await stayed()).toBe(true);
});

test("keys lead to every page, and can be turned off", async ({ admin, page }) => {
  await admin.opens("/dashboard/BAD_Request");
  const help = page.getByRole("dialog", { name: "Keys" });
  await page.keyboard.press("?");
  await expect(help).toContainText("Records");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(admin.heading).toHaveText("Records");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("g?");
  await expect(page.getByRole("searchbox")).toHaveValue("g?");
  await page.getByRole("button", { name: "Keys" }).click();
  await help.getByRole("checkbox").click();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
});

test("keys work as soon as the dialog is closed, also on a small screen", async ({ admin, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await admin.opens("/dashboard/BAD_Request");
  await page.keyboard.press("?");
  // Runs at once, before the browser has moved the focus out of the dialog.
  await page.getByRole("dialog").evaluate((dialog: HTMLDialogElement) => {
    dialog.close();
    for (const key of ["g", "u"]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  await expect(admin.heading).toHaveText("Records");
});
