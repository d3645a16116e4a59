import { expect, test } from "vitest";
import { parsePost } from "./post.ts";

test("a post has a title, a text and exactly two images", () => {
  const post = { title: "New office", text: "We moved.\nCome in.", images: ["a-1", "b-1"] };
  expect(parsePost(post)).toEqual(post);
  for (const images of [[], ["a-1"], ["a-1", "b-1", "c-1"], "a-1", undefined]) {
    expect(() => parsePost({ ...post, images })).toThrow(expect.objectContaining({ id: "invalid" }));
  }
});
