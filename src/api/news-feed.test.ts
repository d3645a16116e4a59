import { expect, test } from "vitest";
import type { PublicPost } from "#core/posts/post.ts";
import { newsFeed } from "./news-feed.ts";

const image = { image: `${"a".repeat(32)}-1`, width: 4, height: 3, placeholder: "", description: "" };
const post = (different: Partial<PublicPost>): PublicPost => ({
  id: "5d0a3e2e-7d3c-4c56-9df5-3a4f3a1b2c3d",
  title: "A new office",
  text: "We moved.",
  banglaTitle: "",
  banglaText: "",
  images: [image, image],
  addedAt: Date.parse("2026-03-03T10:00:00Z"),
  changedAt: Date.parse("2026-03-04T10:00:00Z"),
  ...different,
});
const feed = (posts: PublicPost[]) =>
  newsFeed({ title: "Shapla & Sons", publicOrigin: "https://shapla.example", posts });

test("a feed contains each post with its page, its image and its dates", () => {
  const written = feed([post({})]);
  expect(written).toContain("<title>Shapla &amp; Sons</title>");
  expect(written).toContain("<updated>2026-03-04T10:00:00.000Z</updated>");
  expect(written).toContain(`href="https://shapla.example/news/5d0a3e2e-7d3c-4c56-9df5-3a4f3a1b2c3d"`);
  expect(written).toContain(`href="https://shapla.example/images/${image.image}/2000"`);
  expect(written).toContain("<published>2026-03-03T10:00:00.000Z</published>");
});

test("the feed contains both languages of a post", () => {
  expect(feed([post({ banglaTitle: "নতুন অফিস", banglaText: "আমরা জায়গা বদলেছি।" })])).toContain(
    `<content type="text">We moved.\n\nনতুন অফিস\n\nআমরা জায়গা বদলেছি।</content>`,
  );
});

test("the text of a post is escaped, never used as markup", () => {
  const written = feed([post({ title: `</title><script>"&`, text: "]]><b>\u0000\u0008\ud800\uFFFE ভিসা" })]);
  expect(written).toContain("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>");
  expect(written).toContain(`<content type="text">]]&gt;&lt;b&gt;\uFFFD ভিসা</content>`);
});

test("a feed without posts is complete, and always has the same date", () => {
  expect(feed([])).toMatch(/<updated>1970.*<\/feed>$/s);
});
