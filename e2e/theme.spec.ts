import type { Page } from "@playwright/test";
import { withoutTable } from "./support/outage.ts";
import { expect, test, withoutScripts } from "./support/test.ts";

/** Makes every page note its theme when its body begins, before anything is painted. */
const notesFirstTheme = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.dataset["firstTheme"] = document.documentElement.dataset["theme"];
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

/** The colour that the browser draws around the page. */
const frameColour = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
    return metas.find(({ media }) => matchMedia(media || "all").matches)?.content;
  });

async function expectTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-first-theme", theme);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  if (!page.url().includes("/api/docs")) expect(await frameColour(page)).toBe(frames[theme]);
}

const frames = { dark: "#0f1012", light: "#fbfaf8" };

test("the first theme is dark, and a choice stays, also in a new window", async ({ visitor, page }) => {
  await visitor.opens("/");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await frameColour(page)).toBe(frames.light);
  const later = await page.context().newPage();
  await later.goto("/Check_Visa");
  await expect(later.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await frameColour(page)).toBe(frames.dark);
});

test.describe("on a device that prefers light pages,", () => {
  test.use({ colorScheme: "light" });

  test("pages are light, unless the visitor chose otherwise", async ({ visitor, page }) => {
    for (const path of ["/", "/api/docs"]) {
      await visitor.opens(path);
      await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    }
    await visitor.opens("/");
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await visitor.opens("/report");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  withoutScripts("the home page is light", async ({ visitor, page }) => {
    await visitor.opens("/");
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(251, 250, 248)");
  });
});

// The first test shows the dark theme, which a page has by default.
test.describe("in the light theme", () => {
  test.use({ theme: "light" });

  test("public pages have the theme from their first paint on", async ({
    visitor,
    page,
    startsPortal,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (404|500)/);
    await notesFirstTheme(page);
    for (const path of ["/", "/Work_Permit", "/report", "/login", "/register", "/offline", "/api/docs", "/no/page"]) {
      await visitor.opens(path);
      await expectTheme(page, "light");
    }
    const portal = await startsPortal();
    using _outage = withoutTable(portal, "settings");
    await page.goto(portal.url);
    await expect(page.getByRole("heading")).toHaveText("This page cannot be shown right now");
    await expectTheme(page, "light");
  });

  test("account and dashboard pages still have the theme after hydration", async ({ admin, page }) => {
    await notesFirstTheme(page);
    await page.goto("/account");
    await expectTheme(page, "light");
    await admin.opens("/dashboard/update");
    await expectTheme(page, "light");
    await page.getByRole("link", { name: "People", exact: true }).click();
    await expect(page).toHaveURL(/Admin_Control/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect(await frameColour(page)).toBe(frames.light);
  });
});

test("the switch in the dashboard's drawer changes the theme, also for other pages", async ({ admin, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await admin.opens("/dashboard/update");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await notesFirstTheme(page);
  await page.goto("/");
  await expectTheme(page, "light");
});

test("the page about the API takes over the theme of the visit, and passes its own on", async ({ visitor, page }) => {
  await visitor.opens("/");
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await visitor.opens("/api/docs");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("link", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await visitor.opens("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("printed pages are black on white, whatever the theme", async ({ visitor, page }) => {
  for (const path of ["/", "/report", "/login", "/offline", "/api/docs"]) {
    await visitor.opens(path);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  }
});

withoutScripts("the home page is dark, and no button offers another theme", async ({ visitor, page }) => {
  await visitor.opens("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: /theme/ })).toBeHidden();
});
