import { listNews } from "#operations/posts/read-posts.ts";
import { deletePost } from "#operations/posts/publish-post.ts";
import { inBothThemes } from "./support/in-both-themes.ts";
import { banglaPost, newsSite, officePost } from "./support/news.ts";
import { journeys } from "./support/own-records.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

declare global {
  // The layout shift of the page so far.
  var moved: number;
}

test.use({ wishes: newsSite });

const postCalled = async ({ office }: StartedPortal, title: string) => {
  const { posts } = await listNews(office, { limit: 100 });
  const post = posts.find((one) => one.title === title);
  if (!post) throw new Error(`no post is called ${title}`);
  return post;
};

test("the newest posts are listed first, a link leads to older ones, and keys alone lead to a post", async ({
  page,
}) => {
  await page.goto("/news");
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles).toHaveCount(10);
  await expect(titles.first()).toHaveText(officePost.title);
  await expect(page.locator("time").first()).toHaveText("12 March 2026");
  await page.getByRole("link", { name: "Older news" }).click();
  await expect(titles.first()).toHaveText("Notice 2");
  await expect(titles).toHaveCount(2);
  await page.getByRole("link", { name: "The newest news" }).click();
  await expect(titles.first()).toHaveText(officePost.title);
  await page.getByRole("link", { name: officePost.title }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(officePost.title);
  await page.getByRole("link", { name: "All news" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("News and media");
});

test("a post has its title, date, paragraphs and two described pictures", async ({ portal, page }) => {
  await page.goto("/news");
  await page.getByRole("link", { name: officePost.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(officePost.title);
  await expect(page.locator("article time")).toHaveText("12 March 2026");
  await expect(page.locator("article > [lang] p")).toHaveText(["We moved.", /^Come in .*Thursday\.\s+Bring/]);
  for (const name of officePost.descriptions) {
    const picture = page.getByRole("img", { name, exact: true });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  }
  await expect(page.getByRole("img", { name: officePost.descriptions[1] })).toHaveAttribute("loading", "lazy");
  await expect(page).toHaveTitle(`${officePost.title} – Shapla Overseas`);
  await expect(page.locator(`meta[property="og:title"]`)).toHaveAttribute("content", officePost.title);
  await page.getByRole("link", { name: "All news" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("News and media");
  await page.goto(`/news/${(await postCalled(portal, banglaPost.title)).id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "bn");
  await expect(page.getByRole("img", { name: `Picture 1 of “${banglaPost.title}”` })).toBeVisible();
});

test("a deleted post is gone, and a search is offered", async ({ portal, page, allowConsoleErrors }) => {
  allowConsoleErrors(/status of 404/);
  const { id } = await postCalled(portal, "Notice 3");
  await page.goto(`/news/${id}`);
  await deletePost(portal.office, journeys, { id });
  await page.goto(`/news/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await page.getByRole("searchbox", { name: "Search this site" }).fill("mirpur");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("link", { name: officePost.title })).toBeVisible();
});

test("nothing moves while pictures load", async ({ portal, page }) => {
  const { id } = await postCalled(portal, officePost.title);
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) globalThis.moved += Number(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/news", `/news/${id}`]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => globalThis.moved)).toBe(0);
  }
});

inBothThemes("news pages have no barrier", async ({ portal, visitor, page }) => {
  const { id } = await postCalled(portal, banglaPost.title);
  for (const path of ["/news", `/news/${id}`]) {
    await page.goto(path);
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});
