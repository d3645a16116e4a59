import { expect, test } from "vitest";
import { parsePost, parsePostUpdate } from "./post.ts";

const post = { title: "New office", text: "We moved.\nCome in.", images: ["a-1", "b-1"] };

test("a post has a title, a text and exactly two images", () => {
  expect(parsePost(post)).toEqual({ ...post, descriptions: ["", ""], banglaTitle: "", banglaText: "" });
  for (const images of [[], ["a-1"], ["a-1", "b-1", "c-1"], ["a-1", ""], "a-1", undefined]) {
    expect(() => parsePost({ ...post, images })).toThrow(expect.objectContaining({ id: "invalid" }));
  }
  expect(() => parsePost({ ...post, images: ["a-1", ""] })).toThrow(
    expect.objectContaining({ fields: { "images.1": "required" } }),
  );
  expect(() => parsePost({ ...post, title: " ", text: "" })).toThrow(
    expect.objectContaining({ fields: { title: "required", text: "required" } }),
  );
});

test("a post is in Bangla as a whole or not at all", () => {
  const bangla = { banglaTitle: "নতুন অফিস", banglaText: "আসুন।" };
  expect(parsePost({ ...post, ...bangla })).toMatchObject(bangla);
  for (const missing of ["banglaTitle", "banglaText"]) {
    for (const parse of [parsePost, parsePostUpdate]) {
      expect(() => parse({ ...post, ...bangla, [missing]: " " })).toThrow(
        expect.objectContaining({ fields: { [missing]: "required" } }),
      );
    }
  }
});

test("an edited post keeps the images that were not chosen again", () => {
  expect(parsePostUpdate({ ...post, images: ["", "c-1"] }).images).toEqual([null, "c-1"]);
  expect(parsePostUpdate({ title: "New office", text: "We moved." }).images).toEqual([null, null]);
  expect(() => parsePostUpdate({ ...post, images: ["a-1"] })).toThrow(expect.objectContaining({ id: "invalid" }));
});
