import type { Route } from "@playwright/test";
import { delays } from "./support/delays.ts";
import { withoutTable } from "./support/outage.ts";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("an answer appears without leaving the page, and Back and Forward work, also with the keyboard alone", async ({
  visitor,
  page,
}) => {
  await visitor.opens("/");
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Go to the main part" })).toBeFocused();
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
  await page.keyboard.press("Tab");
  await expect(visitor.box).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("a 1234-5678");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Enter");
  await visitor.readsThatItIsPublished();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(visitor.box).toBeFocused();

  await visitor.looksUp("K7P-M2Q-9XR");
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toHaveText("This looks like a share code");
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveTitle("This looks like a share code – Shapla Overseas");
  await page.getByRole("button", { name: "Open it as a share code" }).click();
  await expect(page.getByRole("textbox", { name: "Share code" })).toHaveValue("K7P-M2Q-9XR");
  await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();

  await visitor.opens("/Check_Visa");
  await visitor.looksUp(new URL("/check#AQIDBAUG", page.url()).href);
  await expect(page.getByText("This is an address of this site")).toBeFocused();
  await expect(visitor.box).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("link", { name: "Open it" })).toHaveAttribute("href", "/check#AQIDBAUG");

  await visitor.opens("/Visa");
  await visitor.looksUp("W77776666");
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toHaveText("This looks like an IRCC number");
  await expect(visitor.answer).toContainText(/W\s?7777\s?6666/);
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveTitle("This looks like an IRCC number – Shapla Overseas");
  // Passports of some countries have this form, too.
  await visitor.looksUp(shown.ircc);
  await visitor.readsThatNothingWasFound();
  await page.getByRole("button", { name: "Look for it as an IRCC number" }).click();
  await visitor.readsThatItIsPublished();
  expect(new URL(page.url()).pathname).toBe("/Check_Visa");
});

test("a search says that it runs, asks once, and then nothing moves; Back ends one, and its answer does not come later", async ({
  visitor,
  page,
}) => {
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
  await letGo();
  await visitor.readsThatNothingWasFound();
  await expect(page.getByRole("status")).toBeEmpty();
  expect(asked).toBe(1);
  expect(await visitor.box.boundingBox()).toEqual(before);
  expect(await visitor.answer.boundingBox()).toMatchObject({ x: answerBefore?.x, y: answerBefore?.y });

  const held = Promise.withResolvers<Route>();
  await page.route("/", (route) => held.resolve(route), { times: 1 });
  await visitor.looksUp(shown.passport);
  const search = await held.promise;
  await page.goBack();
  await expect(visitor.answer).toBeEmpty();
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await search.continue();
  await (await search.request().response())?.finished();
  await visitor.readsThatNothingWasFound();
});

test("a search that fails says so, gives the reason, keeps the number and can be tried again", async ({
  visitor,
  page,
  context,
  portal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource|status of 500/);
  await visitor.opens("/");
  const isNotSearched = async (title: string, why: string) => {
    await expect(visitor.answer.getByRole("heading")).toHaveText(title);
    await expect(visitor.answer.getByRole("heading")).toBeFocused();
    await expect(visitor.answer).toContainText(why);
    await expect(visitor.box).toHaveValue(shown.passport);
  };
  const triesAgain = () => page.getByRole("button", { name: "Try again" }).click();
  await context.setOffline(true);
  await visitor.looksUp(shown.passport);
  await isNotSearched("Not searched: you are offline", "Your device has no connection");
  await context.setOffline(false);
  // An answer that is no page of this site counts as no answer.
  await page.route("/", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }), { times: 1 });
  await triesAgain();
  await isNotSearched("Not searched: no connection", "This site did not answer.");
  {
    using _outage = withoutTable(portal, "candidate");
    await triesAgain();
    await isNotSearched("Not searched: something went wrong here", "Something went wrong on our side.");
  }
  await page.route("/", (route) => route.abort(), { times: 1 });
  await triesAgain();
  await isNotSearched("Not searched: no connection", "This site did not answer.");
  await triesAgain();
  await visitor.readsThatItIsPublished();
});

test("the drawn paper becomes the sheet of an answer that comes in place; if motion is reduced, nothing moves at all", async ({
  visitor,
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener("animationstart", ({ pseudoElement }) => {
      if (pseudoElement.includes("group")) document.documentElement.dataset["moved"] = pseudoElement;
    });
    addEventListener("transitionrun", ({ propertyName }) => {
      document.documentElement.dataset["changed"] = propertyName;
    });
  });
  for (const [reducedMotion, sheet] of [
    ["no-preference", "::view-transition-group(sheet)"],
    ["reduce", undefined],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await visitor.opens("/");
    await visitor.looksUp(shown.passport);
    await visitor.readsThatItIsPublished();
    // It would begin in the next frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    });
    const { moved, changed } = await page.locator("html").evaluate(({ dataset }) => ({ ...dataset }));
    expect(moved).toBe(sheet);
    expect(changed === undefined).toBe(reducedMotion === "reduce");
  }
});
