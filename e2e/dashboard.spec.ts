import type { Page } from "@playwright/test";
import type { Role } from "#core/staff/roles.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { isAlive, Member } from "./support/member.ts";
import { withoutTable } from "./support/outage.ts";
import type { StartedPortal } from "./support/portal.ts";
import { watchesThePage } from "./support/same-page.ts";
import { expect, test } from "./support/test.ts";

/** Somebody in this role at a page that they may see. */
async function sitsDown(portal: StartedPortal, page: Page, role: Role, path = "/dashboard"): Promise<Member> {
  const member = await Member.joins(portal, page, role);
  await member.comesIn(path);
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  return member;
}

async function asksForKeys(page: Page): Promise<void> {
  await isAlive(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
}

test("whoever is not signed in does so first, and comes back", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await page.goto("/dashboard/update?state=hidden");
  await expect(admin.heading).toHaveText("Sign in");
  await admin.field("Email").fill(admin.email);
  await admin.field("Password").fill(admin.password);
  await admin.button("Sign in").click();
  await expect(admin.heading).toHaveText("Manage User Data");
  expect(new URL(page.url()).search).toBe("?state=hidden");
});

test("the wrong role is told so, on the first page", async ({ portal, page }) => {
  const moderator = await Member.joins(portal, page, "moderator");
  await moderator.comesIn("/dashboard/update");
  await moderator.reads("You are not Admin");
  expect(new URL(page.url()).pathname).toBe("/");
});

test(
  "the drawer shows who one is and where one may go",
  { tag: "@also-without-javascript" },
  async ({ portal, page }) => {
    const admin = await sitsDown(portal, page, "admin", "/dashboard/update");
    const drawer = page.getByRole("complementary", { name: "Dashboard" });
    await expect(drawer).toContainText("Sadia Islam");
    await expect(drawer.getByRole("link", { name: "Manage User Data" })).toHaveAttribute("aria-current", "page");
    await drawer.getByRole("button", { name: "বাংলা" }).click();
    await expect(admin.heading).toHaveText("প্রার্থীদের তথ্য");
    await page.getByRole("button", { name: "English" }).click();
    await drawer.getByRole("link", { name: "Home" }).click();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.goto("/dashboard");
    await admin.button("Sign out").click();
    await admin.reads("Logout Successful");
    await page.goto("/dashboard");
    await expect(admin.heading).toHaveText("Sign in");
  },
);

test("on a narrow screen a bar opens the drawer", { tag: "@also-without-javascript" }, async ({ portal, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const student = await sitsDown(portal, page, "student");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
  await student.button("Dashboard").click();
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Home" })).toBeHidden();
});

test.describe("when the session ends", () => {
  // Pictures that are still on their way are not for strangers.
  test.use({ expectedComplaint: /status of 404/ });

  test("each role begins at its own page", async ({ portal, page, context }) => {
    for (const [role, heading] of [
      ["admin", "Entry"],
      ["moderator", "My records"],
      ["student", "What you can do here"],
    ] as const) {
      const member = await sitsDown(portal, page, role);
      await expect(member.heading).toHaveText(heading);
      await context.clearCookies();
    }
  });

  test("a session that ended elsewhere leads to the sign-in, whatever one presses", async ({
    portal,
    page,
    context,
  }) => {
    const admin = await sitsDown(portal, page, "admin", "/dashboard/update");
    await context.clearCookies();
    await page.getByRole("link", { name: "Newest first" }).click();
    await expect(admin.heading).toHaveText("Sign in");
    await expect(page.locator("[name=from]").first()).toHaveValue("/dashboard/update?sort=added");
  });
});

test.describe("while the records cannot be read", () => {
  test.use({ expectedComplaint: /status of 50[03]/ });

  test("a screen says what to do, and the drawer stays", async ({ portal, page }) => {
    const admin = await sitsDown(portal, page, "admin", "/dashboard/update");
    {
      using _ = withoutTable(portal, "candidate");
      await page.getByRole("link", { name: "Newest first" }).click();
      await expect(admin.heading).toHaveText("This page cannot be shown right now");
      await expect(page.getByRole("complementary", { name: "Dashboard" })).toContainText("Sadia Islam");
    }
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(admin.heading).toHaveText("Manage User Data");
  });
});

test.describe("scripts", () => {
  test("React comes to staff, in at most 180 kB, and to nobody else", async ({ portal, page }) => {
    const scripts: { name: string; bytes: Promise<number> }[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      const name = new URL(request.url()).pathname;
      scripts.push({ name, bytes: request.sizes().then(({ responseBodySize }) => responseBodySize) });
    });
    const admin = await Member.joins(portal, page, "admin");
    for (const path of ["/", "/Check_Visa", "/login"]) await page.goto(path);
    expect(scripts.map(({ name }) => name)).not.toContainEqual(expect.stringContaining("entry.client"));
    expect(await page.content()).not.toContain("__reactRouter");
    scripts.length = 0;

    await admin.comesIn("/dashboard");
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
    await page.waitForLoadState("networkidle");
    expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringContaining("entry.client"));
    const sizes = await Promise.all(scripts.map(({ bytes }) => bytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(180_000);
  });

  test("run under a policy that allows no others", async ({ portal, page }) => {
    await sitsDown(portal, page, "admin");
    const answer = await page.goto("/dashboard/update");
    const headers = answer?.headers() ?? {};
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'sha256-[^']+' 'nonce-[^']+';/);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  });

  test("a link of the drawer loads no page anew, and the heading has the focus", async ({ portal, page }) => {
    await sitsDown(portal, page, "admin", "/dashboard/BAD_Request");
    const { stayed } = await watchesThePage(page);
    await page.getByRole("link", { name: "Manage User Data" }).click();
    await expect(page.getByRole("heading", { name: "Manage User Data" })).toBeFocused();
    expect(await stayed()).toBe(true);
  });

  test("keys lead everywhere, and can be turned off", async ({ portal, page }) => {
    const admin = await sitsDown(portal, page, "admin", "/dashboard/BAD_Request");
    const help = page.getByRole("dialog", { name: "Keys" });
    await asksForKeys(page);
    await expect(help).toContainText("Manage User Data");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await expect(admin.heading).toHaveText("Manage User Data");
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

  test("keys are heard as soon as the dialog is closed", async ({ portal, page }) => {
    const admin = await sitsDown(portal, page, "admin", "/dashboard/BAD_Request");
    await asksForKeys(page);
    // At once, before the browser has taken the focus from the box in the dialog.
    await page.getByRole("dialog").evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      for (const key of ["g", "u"]) {
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
    });
    await expect(admin.heading).toHaveText("Manage User Data");
  });
});

inBothLooks("the list, its keys and its questions have no barrier", async ({ portal, visitor, page }) => {
  await (await Member.joins(portal, page, "admin")).comesIn("/dashboard/update");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await expect(page.locator("[data-notice]")).toBeHidden();
  await visitor.fitsAndHasNoBarrier();
  // Keys are told where there is room for a keyboard.
  await page.setViewportSize({ width: 1280, height: 800 });
  await asksForKeys(page);
  await visitor.findsNoBarrier();
  await page.keyboard.press("Escape");
  await page.locator("[data-key=x]").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await visitor.findsNoBarrier();
  await page.goto("/dashboard/BAD_Request");
  await visitor.fitsAndHasNoBarrier();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator(".top-bar button").click();
  await visitor.fitsAndHasNoBarrier();
});
