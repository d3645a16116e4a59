import type { Locator, Page } from "@playwright/test";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Official information elsewhere" });
const opener = (page: Page) => page.getByRole("button", { name: "MENU" });
const barOf = (page: Page) => page.getByRole("navigation", { name: "This site" });
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** How far one thing stands below another, at one moment: what opens scrolls into view. */
async function gapBelow(upper: Locator, lower: Locator): Promise<number> {
  const above = await upper.elementHandle();
  return lower.evaluate(
    (below, other) => below.getBoundingClientRect().top - (other?.getBoundingClientRect().bottom ?? Number.NaN),
    above,
  );
}

test.describe("the box in the header", () => {
  for (const path of ["/", "/Work_Permit", "/report", "/login"]) {
    test(`looks an IRCC number up from ${path}, and no address tells it`, async ({ visitor, page }) => {
      await visitor.opens(path);
      await page.getByRole("textbox", { name: "IRCC number", exact: true }).fill(shown.ircc);
      await page.getByRole("button", { name: "Look it up" }).click();
      await visitor.readsThatItIsPublished();
      await expect(page).toHaveURL(/\/Check_Visa$/);
      await expect(visitor.box).toHaveValue(shown.ircc);
    });
  }

  test(
    "is sent with Enter, and knows small letters and spaces",
    { tag: "@also-without-javascript" },
    async ({ visitor, page }) => {
      await visitor.opens("/");
      const box = page.getByRole("textbox", { name: "IRCC number", exact: true });
      await box.fill("w123 4567");
      await box.press("Enter");
      await visitor.readsThatItIsPublished();
    },
  );
});

test.describe("the menu", () => {
  test(
    "opens and closes with MENU, Escape, its button, and a press elsewhere",
    { tag: "@also-without-javascript" },
    async ({ visitor, page }) => {
      await visitor.opens("/report");
      const menu = menuOf(page);
      await expect(menu).toBeHidden();
      await opener(page).click();
      await expect(menu).toBeVisible();
      await opener(page).click();
      await expect(menu).toBeHidden();
      await opener(page).click();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(opener(page)).toBeFocused();
      await opener(page).click();
      await menu.getByRole("button", { name: "Close" }).click();
      await expect(menu).toBeHidden();
      await opener(page).click();
      await page.mouse.click(5, 5);
      await expect(menu).toBeHidden();
    },
  );

  test("has eleven subjects; each shows its links under the pointer, in two columns", async ({ visitor, page }) => {
    await visitor.opens("/");
    await opener(page).click();
    const menu = menuOf(page);
    await expect(menu.locator("summary")).toHaveText(defaultMenus.categories.map(({ title }) => title));
    for (const { title, links } of defaultMenus.categories) {
      await menu.locator("summary", { hasText: title }).hover();
      const visible = menu.getByRole("link").filter({ visible: true });
      await expect(visible).toHaveText(
        links.map(({ label }) => `${label}(another site)`),
        { useInnerText: false },
      );
      const lefts = await visible.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().left));
      expect(new Set(lefts).size, title).toBe(2);
    }
    await page.mouse.move(5, 5);
    await expect(menu.getByRole("link").filter({ visible: true })).toHaveCount(0);
  });

  test(
    "keeps the links of a subject that was pressed, of one at a time",
    { tag: "@also-without-javascript" },
    async ({ visitor, page }) => {
      await visitor.opens("/");
      await opener(page).click();
      const menu = menuOf(page);
      for (const [title, first] of [
        ["Taxes", "Australian Taxation Office"],
        ["Benefits", "Services Australia"],
      ] as const) {
        await menu.getByText(title, { exact: true }).click();
        await page.mouse.move(5, 5);
        await page.keyboard.press("Shift+Tab");
        await expect(menu.getByRole("link", { name: first })).toBeVisible();
      }
      await expect(menu.getByRole("link", { name: "Australian Taxation Office" })).toBeHidden();
    },
  );

  test("leads to official sites only, each marked", async ({ visitor, page }) => {
    await visitor.opens("/Lima");
    const links = await page
      .locator(".mega-menu a")
      .evaluateAll((all) => all.map((link) => [link.getAttribute("href"), link.getAttribute("rel"), link.textContent]));
    expect(links.length).toBeGreaterThan(45);
    for (const [address, rel, text] of links) {
      expect(address).toMatch(/^https:\/\//);
      expect(rel).toBe("external noopener");
      expect(text).toMatch(/\(another site\)$/);
    }
  });

  test("is walked with the keyboard alone", async ({ visitor, page }) => {
    await visitor.opens("/Visa");
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(menuOf(page).locator("summary").first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(menuOf(page).getByRole("link", { name: "Fair Work Ombudsman, Australia" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener(page)).toBeFocused();
  });

  test("its arrows walk among subjects and links", async ({ visitor, page }) => {
    await visitor.opens("/");
    await opener(page).click();
    const menu = menuOf(page);
    await menu.locator("summary").first().focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
    await expect(menu.getByRole("link", { name: "Check an Australian visa (VEVO)" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("link", { name: "Check a Canadian application (IRCC)" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(menu.locator("summary").nth(1)).toBeFocused();
  });
});

test.describe("in a wide, low window", () => {
  test.use({ viewport: { width: 1024, height: 500 } });

  test("every subject shows its links beside it", async ({ visitor, page }) => {
    await visitor.opens("/");
    await opener(page).click();
    const menu = menuOf(page);
    for (const { title, links } of defaultMenus.categories) {
      await menu.locator("summary", { hasText: title }).hover();
      const visible = menu.getByRole("link").filter({ visible: true });
      await expect(visible).toHaveCount(links.length);
      await expect(visible.first(), title).toBeInViewport({ ratio: 1 });
    }
  });
});

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("quick Tabs meet the links of a subject", async ({ visitor, page }) => {
    await visitor.opens("/Visa");
    await opener(page).click();
    await menuOf(page).locator("summary").first().focus();
    await page.keyboard.press("Tab");
    await expect(menuOf(page).getByRole("link", { name: "Fair Work Ombudsman, Australia" })).toBeFocused();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a subject opened at the lower edge comes into view", async ({ visitor, page }) => {
    await visitor.opens("/");
    await opener(page).tap();
    const last = menuOf(page).locator("summary").last();
    await last.evaluate((subject: HTMLElement) => {
      subject.scrollIntoView({ block: "end" });
      subject.click();
    });
    await expect(menuOf(page).getByRole("link").filter({ visible: true }).last()).toBeInViewport();
  });

  test(
    "the menu is a plain list that opens under the finger",
    { tag: "@also-without-javascript" },
    async ({ visitor, page }) => {
      await visitor.opens("/");
      await opener(page).tap();
      const menu = menuOf(page);
      const subjects = menu.locator("summary");
      const tops = await subjects.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      for (const [at, box] of tops.entries()) {
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.top).toBeGreaterThanOrEqual(tops[at - 1]?.bottom ?? 0);
      }
      await expect(menu.getByRole("link").filter({ visible: true })).toHaveCount(0);
      await menu.getByText("Health", { exact: true }).tap();
      const links = menu.getByRole("link").filter({ visible: true });
      await expect(links).toHaveCount(5);
      expect(await gapBelow(menu.getByText("Health", { exact: true }), links.first())).toBeGreaterThan(-1);
      await menu.getByText("Policing, justice and emergencies").tap();
      await expect(links).toHaveCount(6);
      await expect(links.last()).toBeInViewport();
      expect(await widthOf(page)).toBe(360);
      await menu.getByRole("button", { name: "Close" }).tap();
      await expect(menu).toBeHidden();
    },
  );

  test(
    "the bar and the groups of the foot wait behind their names",
    { tag: "@also-without-javascript" },
    async ({ visitor, page }) => {
      await visitor.opens("/");
      await expect(barOf(page).getByRole("link").filter({ visible: true })).toHaveCount(0);
      await barOf(page).getByText("This site").tap();
      await expect(barOf(page).getByRole("link")).toHaveCount(7);
      const foot = page.getByRole("contentinfo");
      const terms = foot.getByRole("link", { name: "Terms of use" });
      await expect(terms).toBeHidden();
      await foot.getByText("Legal").filter({ visible: true }).tap();
      await expect(terms).toBeVisible();
      expect(await widthOf(page)).toBe(360);
    },
  );
});

test("the bar of seven is on the first page and on Check_Visa, and says where one is", async ({ visitor, page }) => {
  for (const path of ["/", "/Check_Visa"]) {
    await visitor.opens(path);
    await expect(barOf(page).getByRole("link")).toHaveText(defaultMenus.navbar.map(({ label }) => label));
  }
  await expect(barOf(page).locator("[aria-current=page]")).toHaveText("Check a visa");
  for (const path of ["/Work_Permit", "/report", "/login"]) {
    await visitor.opens(path);
    await expect(barOf(page)).toHaveCount(0);
  }
});

test("the foot says who and where, and on a wide screen shows all of its links", async ({ visitor, page }) => {
  await visitor.opens("/");
  const foot = page.getByRole("contentinfo");
  await expect(foot).toContainText("1 Example Road\nDhaka", { useInnerText: true });
  await expect(foot.getByRole("link", { name: "+880 2 0000 0000" })).toHaveAttribute("href", "tel:+880200000000");
  await expect(foot.getByRole("link", { name: "office@shapla.example" })).toBeVisible();
  for (const { title, links } of defaultMenus.footer) {
    await expect(foot.getByRole("heading", { name: title })).toBeVisible();
    for (const { label } of links) await expect(foot.getByRole("link", { name: label }).first()).toBeVisible();
  }
  await foot.getByRole("link", { name: "Check Visa Status" }).click();
  await expect(page).toHaveURL(/\/Check_Visa$/);
  await page.getByRole("banner").getByRole("link", { name: "Shapla Overseas" }).click();
  await expect(page).toHaveURL(/\/$/);
});

for (const width of [320, 768]) {
  test(`nothing hangs over the edge at ${width} px, with the menu open`, async ({ visitor, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await visitor.opens("/");
    expect(await widthOf(page)).toBe(width);
    await opener(page).click();
    await menuOf(page).getByText("Environment and natural resources").click();
    await expect(menuOf(page).getByRole("link", { name: "Weather in Canada" })).toBeVisible();
    expect(await widthOf(page)).toBe(width);
  });
}

inBothLooks("menu, bar and foot have no barrier", async ({ visitor, page }) => {
  await visitor.opens("/");
  for (const closed of await page.locator(".collapsible > summary").filter({ visible: true }).all())
    await closed.click();
  await visitor.fitsAndHasNoBarrier();
  await page.locator(".menu-button").click();
  await page.locator(".mega-menu summary").first().click();
  await expect(page.locator(".mega-menu a").first()).toBeVisible();
  await visitor.fitsAndHasNoBarrier();
});
