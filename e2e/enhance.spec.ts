import type { Page } from "@playwright/test";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

/** Holds the answers to lookups back until the test lets them go. */
async function holdAnswers(page: Page) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("/", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    asked += 1;
    await promise;
    return route.continue();
  });
  return { letGo, timesAsked: () => asked };
}

const stays = (page: Page) => page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
const isSamePage = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-same-page"));

test.describe("what the script adds", () => {
  test("the answer comes without leaving the page", async ({ visitor, page }) => {
    await visitor.opens("/");
    await stays(page);
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    await visitor.looksUp(missing.passport);
    await visitor.readsThatNothingWasFound();
    expect(await isSamePage(page)).toBe(true);
  });

  test("while it searches it says so, to eyes and to ears, and asks once however often one presses", async ({
    visitor,
    page,
  }) => {
    await visitor.opens("/");
    const { letGo, timesAsked } = await holdAnswers(page);
    await visitor.looksUp(shown.passport);
    await expect(visitor.answer).toHaveText("Searching the records…");
    await expect(page.getByRole("status")).toHaveText("Searching the records…");
    await page.getByRole("button", { name: "Search" }).click({ force: true });
    await visitor.box.press("Enter");
    letGo();
    await visitor.readsThatItIsPublished();
    await expect(page.getByRole("status")).toBeEmpty();
    expect(timesAsked()).toBe(1);
  });

  test("nothing moves when the answer comes", async ({ visitor, page }) => {
    await visitor.opens("/");
    const { letGo } = await holdAnswers(page);
    await visitor.looksUp(missing.passport);
    await expect(visitor.answer).toHaveText("Searching the records…");
    const before = await visitor.box.boundingBox();
    const answerBefore = await visitor.answer.boundingBox();
    letGo();
    await visitor.readsThatNothingWasFound();
    expect(await visitor.box.boundingBox()).toEqual(before);
    expect(await visitor.answer.boundingBox()).toMatchObject({ x: answerBefore?.x, y: answerBefore?.y });
  });

  test("Back leads to the empty box, Forward to the answer again", async ({ visitor, page }) => {
    await visitor.opens("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    await visitor.looksUp(missing.passport);
    await visitor.readsThatNothingWasFound();
    await page.goBack();
    await expect(visitor.box).toHaveValue("");
    await expect(visitor.answer).toBeEmpty();
    await page.goForward();
    await visitor.readsThatNothingWasFound();
  });

  test("the link past the header leaves the answer alone", async ({ visitor, page }) => {
    await visitor.opens("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    await page.getByRole("link", { name: "Go to the main part" }).press("Enter");
    await visitor.readsThatItIsPublished();
  });

  test.describe("when the site cannot be reached", () => {
    test.use({ expectedComplaint: /Failed to load resource/ });

    test("it says so and offers to try again", async ({ visitor, page }) => {
      await visitor.opens("/");
      await page.route("/", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
      await visitor.looksUp(shown.passport);
      await expect(visitor.answer.getByRole("heading")).toHaveText("--- No Result Found ---");
      await expect(visitor.answer.getByRole("heading")).toBeFocused();
      await expect(visitor.answer).toContainText("No answer came from this site.");
      await expect(visitor.box).toHaveValue(shown.passport);
      await page.unroute("/");
      await page.getByRole("button", { name: "Try again" }).click();
      await visitor.readsThatItIsPublished();
    });

    test("an answer that is no page of ours counts as none", async ({ visitor, page }) => {
      await visitor.opens("/");
      await page.route("/", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
      await visitor.looksUp(shown.passport);
      await expect(visitor.answer).toContainText("No answer came from this site.");
    });
  });
});
