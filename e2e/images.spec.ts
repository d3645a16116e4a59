import { delays } from "./support/delays.ts";
import { shown } from "./support/records.ts";
import { expect, test, withoutScripts } from "./support/test.ts";

test("the portrait and each page are shown in their places, with the office that can say more", async ({ visitor }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  const images = visitor.answer.getByRole("img");
  await expect(images).toHaveCount(7);
  await expect(visitor.answer.getByRole("img", { name: `Photo of ${shown.name}` })).toBeVisible();
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveAttribute("width", /^\d+$/);
    await expect(image).toHaveAttribute("height", /^\d+$/);
    await expect(image).toHaveJSProperty("complete", true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }
  // Each office is listed once, with the documents that it can be asked about.
  const ircc = visitor.answer.locator("#offices li").filter({ hasText: "Check a Canadian application (IRCC)" });
  await expect(ircc).toHaveCount(1);
  await expect(ircc).toContainText("Application form · Visa approval letter · Work permit certificate");
  await expect(ircc.getByRole("link")).toHaveAttribute("href", /^https:\/\/www\.canada\.ca\//);
});

withoutScripts("a page of a document opens by its link, which contains no number", async ({ visitor, context }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  const opening = context.waitForEvent("page");
  await visitor.pageLink("Work permit certificate, page 2").click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(opened.url()).toMatch(/\/images\/[0-9a-f]{32}-2\/2000\?until=\d+&signature=[\w-]+$/);
  expect(opened.url()).not.toContain(shown.passport);
});

test("an image that is loading has a blurred placeholder, and nothing moves when it arrives", async ({
  visitor,
  page,
}) => {
  const letGo = await delays(page, "**/images/**");
  await page.goto("/", { waitUntil: "commit" });
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  const portrait = visitor.answer.locator(".page-image").first();
  await expect(portrait.getByText("Please Wait Few Moment")).toBeVisible();
  await expect(portrait.locator("img.haze")).toHaveJSProperty("naturalWidth", 5);
  const before = await visitor.answer.boundingBox();
  letGo();
  const photo = visitor.answer.getByRole("img", { name: `Photo of ${shown.name}` });
  await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  expect(await visitor.answer.boundingBox()).toEqual(before);
});

test("an image that does not load, or whose link has expired, is offered again", async ({
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.route("**/images/**", (route) => route.abort());
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  const portrait = visitor.answer.locator(".page-image").first();
  await expect(portrait).toContainText("This page did not load.");
  await visitor.findsNoBarrier();
  await page.unroute("**/images/**");
  await portrait.getByRole("button", { name: "Try again" }).click();
  await expect(portrait.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(portrait.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(portrait.getByRole("link")).toBeFocused();

  await page.route("**/images/**", (route) => route.fulfill({ status: 403, body: "" }));
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await expect(portrait).toContainText("This link has expired.");
  await page.unroute("**/images/**");
  await visitor.box.fill("Z0000000");
  await portrait.getByRole("button", { name: "Show again" }).click();
  await expect(portrait.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(visitor.box).toHaveValue(shown.passport);
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
});

withoutScripts("the answer to a lookup says what to do when its links have expired", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await expect(visitor.answer).toContainText("The pages open for half an hour.");
  await page.getByRole("button", { name: "Show again" }).click();
  await visitor.readsThatItIsPublished();
});
