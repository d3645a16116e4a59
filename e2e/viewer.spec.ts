import type { Locator } from "@playwright/test";
import { delays } from "./support/delays.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const scaleOf = (viewer: Locator) =>
  viewer.locator(".viewer-stage > img").evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
const placeOf = (viewer: Locator) =>
  viewer.locator(".viewer-stage > img").evaluate((image) => {
    const { e, f } = new DOMMatrix(getComputedStyle(image).transform);
    return { x: e, y: f };
  });

test.describe("the viewer of a page", () => {
  test.beforeEach(async ({ visitor }) => {
    await visitor.opens("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
  });

  test("opens with a key, keeps the focus, and gives it back", async ({ visitor, page }) => {
    const link = visitor.pageLink("Work permit certificate, page 1 of 2");
    await link.press("Enter");
    await expect(visitor.viewer).toHaveAccessibleName("Work permit certificate, page 1 of 2");
    await expect(visitor.viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    await visitor.findsNoBarrier();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.localName)).toMatch(
        /dialog|body/,
      );
      expect(await page.evaluate(() => document.activeElement?.closest("main, header, footer"))).toBeNull();
    }
    await page.keyboard.press("Escape");
    await expect(visitor.viewer).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test("opens once if a page is pressed twice while its script loads", async ({ visitor, page }) => {
    const letGo = await delays(page, "**/open-viewer*.js");
    const link = visitor.pageLink("Work permit certificate, page 1 of 2");
    await link.click();
    await link.click();
    letGo();
    await expect(visitor.viewer).toBeVisible();
    await page.goBack();
    await expect(visitor.viewer).toHaveCount(0);
    await visitor.readsThatItIsPublished();
  });

  test("zooms and moves with keys, and turns pages", async ({ visitor, page }) => {
    await visitor.pageLink("Work permit certificate, page 1 of 2").click();
    await expect(visitor.viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    expect(await scaleOf(visitor.viewer)).toBe(1);
    for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
    // As if the rest of the image arrived late.
    await visitor.viewer.getByRole("img").dispatchEvent("load");
    expect(await scaleOf(visitor.viewer)).toBeCloseTo(3.375);
    await expect(visitor.viewer.getByRole("status")).toHaveText("338%");
    await page.keyboard.press("ArrowDown");
    expect((await placeOf(visitor.viewer)).y).toBe(-80);
    await page.keyboard.press("-");
    expect(await scaleOf(visitor.viewer)).toBeCloseTo(2.25);
    await page.keyboard.press("0");
    expect(await scaleOf(visitor.viewer)).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect(visitor.viewer).toHaveAccessibleName("Work permit certificate, page 2 of 2");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(visitor.viewer).toHaveAccessibleName("Visa approval letter");
    await page.keyboard.press("Escape");
    await expect(visitor.pageLink("Visa approval letter")).toBeFocused();
  });

  test("zooms by wheel and double click where the pointer is, and can be dragged", async ({ visitor, page }) => {
    await visitor.pageLink("Job offer letter").click();
    await expect(visitor.viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    const stage = await visitor.viewer.locator(".viewer-stage").boundingBox();
    if (!stage) throw new Error("there is no stage");
    const [x, y] = [stage.x + stage.width / 2 + 50, stage.y + stage.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => scaleOf(visitor.viewer)).toBeCloseTo(Math.exp(0.8), 2);
    await page.mouse.dblclick(x, y);
    expect(await scaleOf(visitor.viewer)).toBe(1);
    await page.mouse.dblclick(x, y);
    expect(await scaleOf(visitor.viewer)).toBe(2.5);
    const before = await placeOf(visitor.viewer);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 90, { steps: 5 });
    await page.mouse.up();
    expect((await placeOf(visitor.viewer)).y).toBeCloseTo(before.y - 90, 0);
  });

  test("zooms with two fingers", async ({ visitor, page }) => {
    await visitor.pageLink("LMIA").click();
    await expect(visitor.viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    const stage = await visitor.viewer.locator(".viewer-stage").boundingBox();
    if (!stage) throw new Error("there is no stage");
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    const browser = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
      { x: x - apart / 2, y, id: 1 },
      { x: x + apart / 2, y, id: 2 },
    ];
    await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(100) });
    for (const apart of [150, 200, 250, 300]) {
      await browser.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
    }
    await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(() => scaleOf(visitor.viewer)).toBeCloseTo(3, 1);
  });

  test("fills the screen, and downloads a page under a name that says what it is", async ({ visitor, page }) => {
    await visitor.pageLink("LMIA").click();
    await visitor.viewer.getByRole("button", { name: "Full screen" }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("viewer-room");
    await visitor.viewer.getByRole("button", { name: "Full screen" }).click();
    const downloading = page.waitForEvent("download");
    await visitor.viewer.getByRole("link", { name: "Download this page" }).click();
    expect((await downloading).suggestedFilename()).toBe("lmia-1.jpg");
    await visitor.viewer.getByRole("button", { name: "Close" }).click();
    await expect(visitor.viewer).toHaveCount(0);
  });

  test("is a step of the history: Back closes the viewer, Forward opens it again", async ({ visitor, page }) => {
    const address = page.url();
    const link = visitor.pageLink("Job offer letter");
    await visitor.box.fill("typed since");
    await link.click();
    await expect(visitor.viewer).toBeVisible();
    await page.goBack();
    await expect(visitor.viewer).toHaveCount(0);
    await visitor.readsThatItIsPublished();
    await expect(visitor.box).toHaveValue("typed since");
    await expect(link).toBeFocused();
    await page.goForward();
    await expect(visitor.viewer).toHaveAccessibleName("Job offer letter");
    expect(page.url()).toBe(address);
    await page.goBack();
    await expect(visitor.viewer).toHaveCount(0);
    await page.goBack();
    await expect(visitor.answer).toBeEmpty();
  });

  test("leaves no step behind when it is closed by its button or Escape", async ({ visitor, page }) => {
    for (const [document, close] of [
      ["Application form", () => visitor.viewer.getByRole("button", { name: "Close" }).click()],
      ["LMIA", () => visitor.viewer.press("Escape")],
    ] as const) {
      await visitor.pageLink(document).click();
      await expect(visitor.viewer).toBeVisible();
      await close();
      await expect(visitor.viewer).toHaveCount(0);
      await expect(visitor.pageLink(document)).toBeFocused();
      await expect(visitor.pageLink(document)).toBeInViewport();
      await expect.poll(() => page.evaluate(() => history.state)).not.toHaveProperty("page");
    }
    await visitor.readsThatItIsPublished();
    await page.goBack();
    await expect(visitor.answer).toBeEmpty();
  });

  test("has all its buttons within reach at 320 px", async ({ visitor, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visitor.pageLink("LMIA").click();
    const tools = visitor.viewer.locator(".tool");
    await expect(tools).toHaveCount(7);
    for (const tool of await tools.all()) {
      await expect(tool).toBeInViewport({ ratio: 1 });
      expect((await tool.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test("offers to show a page again when its link has expired", async ({ visitor, page, allowConsoleErrors }) => {
    allowConsoleErrors(/Failed to load resource/);
    await page.route("**/2000?*", (route) => route.fulfill({ status: 403, body: "" }));
    await visitor.pageLink("LMIA").click();
    await visitor.viewer.getByRole("button", { name: "Show again" }).click();
    await expect(visitor.viewer).toHaveCount(0);
    await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
  });
});

test("a visitor who opens no page does not load the viewer", async ({ visitor, page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  expect(scripts).toHaveLength(1);
});
