import type { Locator, Page } from "@playwright/test";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import { alsoWithoutScripts, expect, test } from "./support/test.ts";

const menuOf = (page: Page) => page.getByRole("navigation", { name: "MENU" });
const subjectsOf = (page: Page) => menuOf(page).locator(".subjects");
const opener = (page: Page) => page.getByRole("button", { name: "MENU" });
const barOf = (page: Page) => page.getByRole("navigation", { name: "This site" });
const visibleLinks = (part: Locator) => part.getByRole("link").filter({ visible: true });

test("the bar and a box for an IRCC number are on every page; no URL contains the number", async ({
  visitor,
  page,
}) => {
  const box = page.getByRole("textbox", { name: "IRCC number", exact: true });
  for (const path of ["/", "/Work_Permit", "/report", "/login"]) {
    await visitor.opens(path);
    await expect(barOf(page).getByRole("link")).toHaveText(defaultMenus.navbar.map(({ label }) => label));
    await box.fill("w123 4567");
    if (path === "/") await box.press("Enter");
    else await page.getByRole("button", { name: "Look it up" }).click();
    await visitor.readsThatItIsPublished();
    await expect(page).toHaveURL(/\/Check_Visa$/);
    await expect(visitor.box).toHaveValue("w123 4567");
  }
  await expect(barOf(page).locator("[aria-current=page]")).toHaveText("Check a visa");
});

alsoWithoutScripts("the menu closes in four ways, and opens one subject at a time", async ({ visitor, page }) => {
  await visitor.opens("/report");
  const menu = menuOf(page);
  const closings = [
    () => opener(page).click(),
    () => page.keyboard.press("Escape"),
    () => menu.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(5, 5),
  ];
  for (const close of closings) {
    await expect(menu).toBeHidden();
    await opener(page).click();
    await expect(menu).toBeVisible();
    await close();
  }
  await expect(menu).toBeHidden();
  await opener(page).click();
  for (const [title, first] of [
    ["Tax", "Australian Taxation Office"],
    ["Support for workers and families", "Services Australia"],
  ] as const) {
    await menu.getByText(title, { exact: true }).click();
    await page.mouse.move(5, 5);
    await page.keyboard.press("Shift+Tab");
    await expect(menu.getByRole("link", { name: first })).toBeVisible();
  }
  await expect(menu.getByRole("link", { name: "Australian Taxation Office" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();
});

test("the menu works under the pointer, and with the keyboard alone", async ({ visitor, page }) => {
  await visitor.opens("/Visa");
  const menu = menuOf(page);
  await opener(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
  // Links to this site's own pages come first.
  const own = ["Check a paper", "Open a share code", "Check a slip by its QR code", "My record"];
  for (const label of [...own, ...defaultMenus.navbar.map((link) => link.label)]) {
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: label, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(menu.locator("summary").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: defaultMenus.categories[0]?.links[0]?.label ?? "" })).toBeFocused();
  await menu.locator("summary").first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
  const [first = "", second = ""] = defaultMenus.categories[1]?.links.map(({ label }) => label) ?? [];
  await expect(menu.getByRole("link", { name: first })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("link", { name: second })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(menu.locator("summary").nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();

  const subjects = subjectsOf(page);
  for (const [width, height] of [
    [1280, 720],
    [1024, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await opener(page).click();
    await expect(subjects.locator("summary")).toHaveText(defaultMenus.categories.map(({ title }) => title));
    for (const { title, links } of defaultMenus.categories) {
      await subjects.locator("summary", { hasText: title }).hover();
      await expect(visibleLinks(subjects)).toHaveText(
        links.map(({ label }) => `${label}(another site, new tab)`),
        { useInnerText: false },
      );
      await expect(visibleLinks(subjects).first(), title).toBeInViewport({ ratio: 1 });
      const lefts = await visibleLinks(subjects).evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().left),
      );
      if (width === 1280) expect(new Set(lefts).size, `columns of ${title}`).toBe(2);
    }
    await page.mouse.move(5, 5);
    await expect(visibleLinks(subjects)).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  alsoWithoutScripts("menu and footer are lists that open by touch", async ({ visitor, page, javaScriptEnabled }) => {
    await visitor.opens("/");
    await opener(page).tap();
    const menu = menuOf(page);
    const subjects = subjectsOf(page);
    await expect(barOf(page)).toBeHidden();
    for (const { label } of defaultMenus.navbar) await expect(menu.getByRole("link", { name: label })).toBeVisible();
    const boxes = await subjects
      .locator("summary")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [at, box] of boxes.entries()) {
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.top).toBeGreaterThanOrEqual(boxes[at - 1]?.bottom ?? 0);
    }
    await expect(visibleLinks(subjects)).toHaveCount(0);
    if (javaScriptEnabled) {
      // A subject that is opened at the lower edge scrolls into view.
      const last = menu.locator("summary").last();
      await last.evaluate((subject: HTMLElement) => {
        subject.scrollIntoView({ block: "end" });
        subject.click();
      });
      await expect(visibleLinks(subjects).last()).toBeInViewport();
    }
    const health = menu.getByText("Medical checks and health");
    await health.tap();
    await expect(visibleLinks(subjects)).toHaveCount(5);
    expect(await gapBelow(health, visibleLinks(subjects).first())).toBeGreaterThan(-1);
    await menu.getByText("Fraud, police and emergencies").tap();
    await expect(visibleLinks(subjects)).toHaveCount(6);
    await expect(visibleLinks(subjects).last()).toBeInViewport();
    await visitor.fitsInto(360);
    await menu.getByRole("button", { name: "Close" }).tap();
    await expect(menu).toBeHidden();

    const foot = page.getByRole("contentinfo");
    const terms = foot.getByRole("link", { name: "Terms of use" });
    await expect(terms).toBeHidden();
    await foot.getByText("Legal").filter({ visible: true }).tap();
    await expect(terms).toBeVisible();
    await expect(foot.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", "/privacy");
    await foot.getByText("Check a paper").filter({ visible: true }).tap();
    await expect(foot.getByRole("link", { name: "Check Visa Status" })).toHaveAttribute("href", "/Check_Visa");
    await visitor.fitsInto(360);
  });
});

/** The distance between two elements, measured at one moment: an opened subject scrolls into view. */
async function gapBelow(upper: Locator, lower: Locator): Promise<number> {
  const above = await upper.elementHandle();
  return lower.evaluate(
    (below, other) => below.getBoundingClientRect().top - (other?.getBoundingClientRect().bottom ?? Number.NaN),
    above,
  );
}

onAPhone(
  "menu, bar and footer have no accessibility barrier, and the open menu fits every screen",
  async ({ visitor, page }) => {
    await visitor.opens("/");
    for (const closed of await page.locator(".collapsible > summary").filter({ visible: true }).all())
      await closed.click();
    await visitor.fitsAndHasNoBarrier();
    await page.locator(".menu-button").click();
    await page.locator(".mega-menu summary").first().click();
    await expect(page.locator(".mega-menu a").first()).toBeVisible();
    await visitor.fitsAndHasNoBarrier();
    for (const width of [320, 768]) await visitor.fitsInto(width);
  },
);
