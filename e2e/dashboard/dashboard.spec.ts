import { watchForReload } from "../support/dashboard.ts";
import { Member, waitForHydration } from "../support/member.ts";
import { withoutTable } from "../support/outage.ts";
import { expect, test, withoutScripts } from "../support/test.ts";

test("a user must sign in first, also if the session ended; the drawer shows who is signed in and where they may go", async ({
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
  const drawer = page.getByRole("complementary", { name: "Dashboard" });
  await expect(drawer).toContainText("Sadia Islam");
  await expect(drawer.getByRole("link", { name: "Records", exact: true })).toHaveAttribute("aria-current", "page");
  await drawer.getByRole("button", { name: "বাংলা" }).click();
  await expect(admin.heading).toHaveText("রেকর্ড");
  await page.getByRole("button", { name: "English" }).click();
  await expect(admin.heading).toHaveText("Records");
  await waitForHydration(page);
  await context.clearCookies();
  await page.getByRole("link", { name: "Newest first" }).click();
  await expect(admin.heading).toHaveText("Sign in");
  await expect(page.locator("[name=from]").first()).toHaveValue("/dashboard/update?state=hidden&sort=added");
});

withoutScripts("a bar opens the drawer on a narrow screen", async ({ student, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await student.opens("/dashboard");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
  await student.button("Dashboard").click();
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
});

test("a link of the drawer does not reload the page; a page that cannot load its records offers another try and keeps the drawer", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 50[03]/);
  const headers = (await page.goto("/dashboard/BAD_Request"))?.headers() ?? {};
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+' 'nonce-[^']+';/);
  const { stayed } = await watchForReload(page);
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Records" })).toBeFocused();
  {
    using _ = withoutTable(portal, "candidate");
    await page.getByRole("link", { name: "Newest first" }).click();
    await expect(admin.heading).toHaveText("This page cannot be shown right now");
    await expect(page.getByRole("complementary", { name: "Dashboard" })).toContainText("Sadia Islam");
  }
  expect(await stayed()).toBe(true);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(admin.heading).toHaveText("Records");
});

test("keys lead to every page, work as soon as the dialog is closed, and can be turned off", async ({
  admin,
  page,
}) => {
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
  await page.setViewportSize({ width: 1280, height: 720 });
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
