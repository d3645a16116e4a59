import { z } from "zod";
import { checkInput, paragraphText, requiredText } from "../fields.ts";

/** A news post: a title, a text and exactly two images. */
const postSchema = z.object({
  title: requiredText(150),
  text: paragraphText(10_000),
  images: z.tuple([requiredText(100), requiredText(100)], { error: "required" }),
});
export type Post = z.output<typeof postSchema>;

export const parsePost = (input: unknown): Post => checkInput(postSchema, input);
