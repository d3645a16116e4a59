import type { Page } from "@playwright/test";
import { Member } from "./support/member.ts";
import { withoutTable } from "./support/outage.ts";
import { expect, test } from "./support/test.ts";

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

const turns = (page: Page, theme: string) => page.getByRole("button", { name: `Use the ${theme} theme` }).click();

test("the first theme is that of the device, and a choice stays, for the pages of staff and of the API too", async ({
  admin,
  visitor,
  page,
}) => {
  const root = page.locator("html");
  await page.emulateMedia({ colorScheme: "light" });
  for (const path of ["/api/docs", "/"]) {
    await visitor.opens(path);
    await expect(root).toHaveAttribute("data-theme", "light");
  }
  await turns(page, "dark");
  await visitor.opens("/report");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.evaluate(() => localStorage.clear());
  await page.emulateMedia({ colorScheme: "dark" });
  await visitor.opens("/");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await turns(page, "light");
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await frameColour(page)).toBe(frames.light);
  const later = await page.context().newPage();
  await later.goto("/Check_Visa");
  await expect(later.locator("html")).toHaveAttribute("data-theme", "light");
  await later.close();
  await turns(page, "dark");
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await frameColour(page)).toBe(frames.dark);

  await page.setViewportSize({ width: 360, height: 740 });
  await admin.opens("/dashboard/update");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await turns(page, "light");
  await expect(root).toHaveAttribute("data-theme", "light");
  await notesFirstTheme(page);
  await page.goto("/");
  await expectTheme(page, "light");

  await visitor.opens("/api/docs");
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.getByRole("link", { name: "Dark" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await visitor.opens("/");
  await expect(root).toHaveAttribute("data-theme", "dark");

  // Printed pages are black on white, whatever the theme.
  await page.context().clearCookies();
  await page.emulateMedia({ media: "print" });
  for (const path of ["/", "/report", "/login", "/offline", "/api/docs"]) {
    await visitor.opens(path);
    await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  }
});

// The first test shows the dark theme, which a page has by default.
test.describe("in the light theme", () => {
  test.use({ theme: "light" });

  test("pages have the theme from their first paint on, and keep it after hydration", async ({
    visitor,
    page,
    portal,
    startsPortal,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (404|500)/);
    await notesFirstTheme(page);
    for (const path of ["/", "/Work_Permit", "/report", "/login", "/register", "/offline", "/api/docs", "/no/page"]) {
      await visitor.opens(path);
      await expectTheme(page, "light");
    }
    const admin = await Member.signedIn(portal, page, "admin");
    await page.goto("/account");
    await expectTheme(page, "light");
    await admin.opens("/dashboard/update");
    await expectTheme(page, "light");
    await page.getByRole("link", { name: "People", exact: true }).click();
    await expect(page).toHaveURL(/Admin_Control/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect(await frameColour(page)).toBe(frames.light);

    const broken = await startsPortal();
    using _outage = withoutTable(broken, "settings");
    await page.goto(broken.url);
    await expect(page.getByRole("heading")).toHaveText("This page cannot be shown right now");
    await expectTheme(page, "light");
  });
});
