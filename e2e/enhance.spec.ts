import type { Route } from "@playwright/test";
import { delays } from "./support/delays.ts";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("an answer appears without leaving the page, and Back and Forward work", async ({ visitor, page }) => {
  await visitor.opens("/");
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await expect(page.locator("html[data-same-page]")).toBeAttached();
  await page.goBack();
  await expect(visitor.box).toHaveValue("");
  await expect(visitor.answer).toBeEmpty();
  await page.goForward();
  await visitor.readsThatNothingWasFound();
  await page.getByRole("link", { name: "Go to the main part" }).press("Enter");
  await visitor.readsThatNothingWasFound();
});

test("Back ends a search that is under way, and its answer does not come later", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  const asked = Promise.withResolvers<Route>();
  await page.route("**", (route) => asked.resolve(route), { times: 1 });
  await visitor.looksUp(shown.passport);
  const search = await asked.promise;
  await page.goBack();
  await expect(visitor.answer).toBeEmpty();
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await search.continue();
  await (await search.request().response())?.finished();
  await visitor.readsThatNothingWasFound();
});

test("a search says that it runs, asks once, and then nothing moves", async ({ visitor, page }) => {
  await visitor.opens("/");
  let asked = 0;
  page.on("request", (sent) => (asked += sent.method() === "POST" ? 1 : 0));
  const letGo = await delays(page, "/", { only: (sent) => sent.method() === "POST" });
  await visitor.looksUp(missing.passport);
  await expect(visitor.answer).toHaveText("Searching the records…");
  await expect(page.getByRole("status")).toHaveText("Searching the records…");
  await page.getByRole("button", { name: "Search" }).click({ force: true });
  await visitor.box.press("Enter");
  const before = await visitor.box.boundingBox();
  const answerBefore = await visitor.answer.boundingBox();
  letGo();
  await visitor.readsThatNothingWasFound();
  await expect(page.getByRole("status")).toBeEmpty();
  expect(asked).toBe(1);
  expect(await visitor.box.boundingBox()).toEqual(before);
  expect(await visitor.answer.boundingBox()).toMatchObject({ x: answerBefore?.x, y: answerBefore?.y });
});

test("a search that cannot reach the site says so and offers to try again", async ({
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  await visitor.opens("/");
  await page.route("/", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await visitor.looksUp(shown.passport);
  await expect(visitor.answer.getByRole("heading")).toHaveText("Not searched: no connection");
  await expect(visitor.answer.getByRole("heading")).toBeFocused();
  await expect(visitor.answer).toContainText("This site did not answer.");
  await expect(visitor.box).toHaveValue(shown.passport);
  await page.unroute("/");
  await page.getByRole("button", { name: "Try again" }).click();
  await visitor.readsThatItIsPublished();
});

test("an answer that is no page of this site counts as no answer", async ({ visitor, page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  await visitor.opens("/");
  await page.route("/", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
  await visitor.looksUp(shown.passport);
  await expect(visitor.answer).toContainText("This site did not answer.");
});

test("the drawn paper becomes the sheet of an answer that comes in place, unless motion is reduced", async ({
  visitor,
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener("animationstart", ({ pseudoElement }) => {
      if (pseudoElement.includes("group")) document.documentElement.dataset["moved"] = pseudoElement;
    }),
  );
  for (const [reducedMotion, moved] of [
    ["no-preference", "::view-transition-group(sheet)"],
    ["reduce", ""],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await visitor.opens("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    // It would begin in the next frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await page.evaluate(() => document.documentElement.dataset["moved"] ?? "")).toBe(moved);
  }
});
