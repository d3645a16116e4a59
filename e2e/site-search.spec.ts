import { inBothThemes } from "./support/in-both-themes.ts";
import { banglaPost, newsSite, officePost } from "./support/news.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: newsSite });

test("pages and news are found by the beginnings of words, and the matches are marked", async ({ page }) => {
  await page.goto("/news");
  await page.getByRole("searchbox", { name: "Search this site" }).fill("OFF thurs");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=OFF\+thurs$/);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("Found for “OFF thurs”: 1");
  await expect(page.getByRole("main").locator("li mark")).toHaveText(["office", "Thursday"]);
  await page.getByRole("link", { name: officePost.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(officePost.title);
});

test("a page is found by its words, and a search that finds nothing or is too short says so", async ({ page }) => {
  await page.goto("/search?q=cookies");
  await page.getByRole("main").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "Cookies" })).toBeVisible();
  await page.goto("/search?q=a");
  await expect(page.getByRole("status")).toHaveText("Type a word of at least two letters.");
  await page.goto("/search?q=xylophone");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("Nothing found for “xylophone”");
  await page.getByRole("main").getByRole("link", { name: "Ask us" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact us");
});

test("the number of a document gets into no URL, and leads to the lookup", async ({ visitor, page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/search");
  await page.getByRole("searchbox", { name: "Search this site" }).fill(` ${shown.passport} `);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(
    "This looks like the number of a paper",
  );
  await page.getByRole("button", { name: "Look this number up" }).click();
  await visitor.readsThatItIsPublished();
  expect(asked.filter((url) => url.includes(shown.passport))).toEqual([]);
  expect(page.url()).toMatch(/\/Check_Visa$/);
});

test("a number in the URL is removed from it", async ({ page }) => {
  await page.goto(`/search?q=${shown.passport}`);
  await expect(page).toHaveURL(/\/search\?without=number$/);
  await expect(page.getByRole("main")).toContainText("There was a number in the address.");
});

test("the question stays when the language changes", async ({ page }) => {
  await page.goto("/search?q=cookies");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("cookies");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText("cookies");
  await page.getByRole("searchbox").fill("কুকি");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: "আপনার তথ্যের গোপনীয়তা" })).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText(/^কুকি/);
});

test.describe("in Bangla", () => {
  test.use({ locale: "bn" });

  test("news are found despite the endings of words", async ({ page }) => {
    await page.goto("/search");
    await page.getByRole("searchbox", { name: "এই সাইটে খুঁজুন" }).fill("ভিসা নিয়ম");
    await page.getByRole("button", { name: "খুঁজুন" }).click();
    await page.getByRole("main").getByRole("link", { name: banglaPost.title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(banglaPost.title);
  });
});

inBothThemes("search answers have no barrier", async ({ visitor, page }) => {
  for (const query of ["", "?q=office", "?q=ভিসা", "?q=xylophone", "?q=a", "?without=number"]) {
    await page.goto(`/search${query}`);
    await visitor.fitsAndHasNoBarrier();
  }
  await page.getByRole("searchbox").fill(shown.passport);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").locator("form input[type=hidden]")).toHaveValue(shown.passport);
  await visitor.fitsAndHasNoBarrier();
});
