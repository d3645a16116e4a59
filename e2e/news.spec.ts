import { textPages } from "#core/texts/page-text.ts";
import { listNews } from "#operations/posts/read-posts.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import { banglaPost, officePost } from "./support/news.ts";
import type { StartedPortal } from "./support/portal.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

declare global {
  // The layout shift of the page so far.
  var moved: number;
}

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

const fitOnPhones = async (visitor: Visitor, paths: readonly string[]) => {
  for (const path of paths) {
    await visitor.opens(`/${path}`);
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
};

onAPhone(
  "texts, the report form, the page about the API and a missing page have no barrier",
  async ({ visitor, allowConsoleErrors }) => {
    allowConsoleErrors(/status of 404/);
    await fitOnPhones(visitor, [...textPages, "report", "api/docs?theme=light", "no/such/page"]);
  },
);

onAPhone("news and search answers have no barrier", async ({ portal, visitor, page }) => {
  const { id } = await postCalled(portal, banglaPost.title);
  const queries = ["?q=office", "?q=ভিসা", "?q=xylophone", "?q=a", "?without=number", ""];
  const searches = queries.map((query) => `search${query}`);
  await fitOnPhones(visitor, ["news", `news/${id}`, ...searches]);
  await page.getByRole("searchbox").fill(shown.passport);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").locator("form input[type=hidden]")).toHaveValue(shown.passport);
  await visitor.fitsAndHasNoBarrier();
});
