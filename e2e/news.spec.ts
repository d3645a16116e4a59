import { listNews } from "#operations/posts/read-posts.ts";
import { inBothThemes } from "./support/in-both-themes.ts";
import { banglaPost, newsSite, officePost } from "./support/news.ts";
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
