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

const permit = "Work permit certificate, page 1 of 2";

test.beforeEach(async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
});

const isLoaded = (viewer: Locator) => expect(viewer.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);

async function middleOf(viewer: Locator): Promise<{ x: number; y: number }> {
  const stage = await viewer.locator(".viewer-stage").boundingBox();
  if (!stage) throw new Error("there is no stage");
  return { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
}

test("the viewer works with the keyboard alone: it keeps the focus and gives it back, zooms, moves and turns pages", async ({
  visitor,
  page,
}) => {
  const { viewer } = visitor;
  const link = visitor.pageLink(permit);
  await link.press("Enter");
  await expect(viewer).toHaveAccessibleName(permit);
  await isLoaded(viewer);
  await visitor.findsNoBarrier();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.localName)).toMatch(
      /dialog|body/,
    );
    expect(await page.evaluate(() => document.activeElement?.closest("main, header, footer"))).toBeNull();
  }
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(link).toBeFocused();

  await link.press("Enter");
  await isLoaded(viewer);
  expect(await scaleOf(viewer)).toBe(1);
  for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
  // As if the rest of the image arrived late.
  await viewer.getByRole("img").dispatchEvent("load");
  expect(await scaleOf(viewer)).toBeCloseTo(3.375);
  await expect(viewer.getByRole("status")).toHaveText("338%");
  await page.keyboard.press("ArrowDown");
  expect((await placeOf(viewer)).y).toBe(-80);
  await page.keyboard.press("-");
  expect(await scaleOf(viewer)).toBeCloseTo(2.25);
  await page.keyboard.press("0");
  expect(await scaleOf(viewer)).toBe(1);
  await page.keyboard.press("ArrowRight");
  await expect(viewer).toHaveAccessibleName("Work permit certificate, page 2 of 2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(viewer).toHaveAccessibleName("Visa approval letter");
  await page.keyboard.press("Escape");
  await expect(visitor.pageLink("Visa approval letter")).toBeFocused();
});

test("a page is zoomed by wheel and double click where the pointer is, with two fingers, dragged, and fills the screen", async ({
  visitor,
  page,
}) => {
  const { viewer } = visitor;
  await visitor.pageLink("Job offer letter").click();
  await isLoaded(viewer);
  const { x: middle, y } = await middleOf(viewer);
  const x = middle + 50;
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => scaleOf(viewer)).toBeCloseTo(Math.exp(0.8), 2);
  await page.mouse.dblclick(x, y);
  expect(await scaleOf(viewer)).toBe(1);
  await page.mouse.dblclick(x, y);
  expect(await scaleOf(viewer)).toBe(2.5);
  const before = await placeOf(viewer);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 90, { steps: 5 });
  await page.mouse.up();
  expect((await placeOf(viewer)).y).toBeCloseTo(before.y - 90, 0);

  await page.keyboard.press("0");
  expect(await scaleOf(viewer)).toBe(1);
  const browser = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [-1, 1].map((side) => ({ x: middle + (side * apart) / 2, y, id: side + 2 }));
  await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(100) });
  for (const apart of [150, 200, 250, 300]) {
    await browser.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
  }
  await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => scaleOf(viewer)).toBeCloseTo(3, 1);

  await viewer.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("viewer-room");
  await viewer.getByRole("button", { name: "Full screen" }).click();
  const downloading = page.waitForEvent("download");
  await viewer.getByRole("link", { name: "Download this page" }).click();
  expect((await downloading).suggestedFilename()).toBe("job-offer-1.jpg");
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(viewer).toHaveCount(0);
});

test("the viewer is loaded and opened once, and is a step of the history, unless its button or Escape closes it", async ({
  visitor,
  page,
}) => {
  const { viewer } = visitor;
  const address = page.url();
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const ofPapers = async () => (await loaded()).filter((name) => /open-viewer|of-sheet/.test(name));
  await expect.poll(ofPapers).toEqual([expect.stringContaining("of-sheet")]);
  const letGo = await delays(page, "**/open-viewer*.js");
  const link = visitor.pageLink("Job offer letter");
  await visitor.box.fill("typed since");
  await link.click();
  await link.click();
  await letGo();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await visitor.readsThatItIsPublished();
  await expect(visitor.box).toHaveValue("typed since");
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(viewer).toHaveAccessibleName("Job offer letter");
  expect(page.url()).toBe(address);
  // Opened again before the history has gone back from the page that was closed.
  await page.goForward();
  await expect(viewer).toHaveAccessibleName("Job offer letter");
  await link.evaluate(async (opener: HTMLElement) => {
    const dialog = document.querySelector("dialog");
    dialog?.addEventListener("close", () => opener.click());
    dialog?.close();
    await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  });
  await isLoaded(viewer);
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await visitor.readsThatItIsPublished();

  await page.setViewportSize({ width: 320, height: 640 });
  for (const [title, close] of [
    ["Application form", () => viewer.getByRole("button", { name: "Close" }).click()],
    ["LMIA", () => viewer.press("Escape")],
  ] as const) {
    await visitor.pageLink(title).click();
    await expect(viewer).toBeVisible();
    // All buttons are within reach at 320 px.
    const tools = viewer.locator(".tool");
    await expect(tools).toHaveCount(7);
    for (const tool of await tools.all()) {
      await expect(tool).toBeInViewport({ ratio: 1 });
      expect((await tool.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await close();
    await expect(viewer).toHaveCount(0);
    await expect(visitor.pageLink(title)).toBeFocused();
    await expect(visitor.pageLink(title)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => history.state)).not.toHaveProperty("page");
  }
  await visitor.readsThatItIsPublished();
  await page.goBack();
  await expect(visitor.answer).toBeEmpty();
});
