import { z } from "zod";
import { checkInput, optionalText, optionalParagraph, requiredParagraph, requiredText } from "../fields.ts";

const words = {
  title: requiredText(150),
  text: requiredParagraph(10_000),
  /** Title and text in Bangla. Both are empty if the post is in one language. */
  banglaTitle: optionalText(150).default(""),
  banglaText: optionalParagraph(10_000).default(""),
};

type Bangla = { banglaTitle: string; banglaText: string };

/** Requires both Bangla fields or neither: if only one is filled, the empty one is reported as required. */
const wholeInBangla = <Words extends z.ZodType<Bangla>>(schema: Words) =>
  schema
    .refine((post) => post.banglaText === "" || post.banglaTitle !== "", { error: "required", path: ["banglaTitle"] })
    .refine((post) => post.banglaTitle === "" || post.banglaText !== "", { error: "required", path: ["banglaText"] });

const chosenImage = requiredText(100);
/** Descriptions of the images for visitors who cannot see them. */
const descriptions = z.tuple([optionalText(200), optionalText(200)]);

const postSchema = wholeInBangla(
  z.object({
    ...words,
    images: z.tuple([chosenImage, chosenImage], { error: "required" }),
    descriptions: descriptions.default(["", ""]),
  }),
);

/** Null for an image that was not chosen again: the post keeps the present one. */
const keptImage = z.union([z.literal("").transform(() => null), chosenImage], { error: "required" }).nullable();

const postUpdateSchema = wholeInBangla(
  z.object({
    ...words,
    images: z.tuple([keptImage, keptImage], { error: "required" }).default([null, null]),
    /** If omitted, the present descriptions stay. */
    descriptions: descriptions.optional(),
  }),
);

/** A post as typed into the form. Its images are uploads. */
export type Post = z.output<typeof postSchema>;
export type PostUpdate = z.output<typeof postUpdateSchema>;

export const parsePost = (input: unknown): Post => checkInput(postSchema, input);
export const parsePostUpdate = (input: unknown): PostUpdate => checkInput(postUpdateSchema, input);

const postImageSchema = z.object({
  image: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  description: z.string(),
});

const publicPostSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  banglaTitle: z.string(),
  banglaText: z.string(),
  images: z.tuple([postImageSchema, postImageSchema]),
  addedAt: z.number(),
  changedAt: z.number(),
});
export type PublicPost = z.output<typeof publicPostSchema>;

/**
 * Returns the post in the reader's language if it has a text in that language. Otherwise in the language in which it was
 * written.
 */
export const postIn = (post: PublicPost, language: string): PublicPost =>
  language === "bn" && post.banglaTitle !== "" ? { ...post, title: post.banglaTitle, text: post.banglaText } : post;

const postAddressSchema = publicPostSchema.pick({ id: true, changedAt: true });
export type PostAddress = z.output<typeof postAddressSchema>;

export const toPostAddress = (post: PostAddress): PostAddress => postAddressSchema.parse(post);

export type StoredPost = PublicPost & { addedBy: string; changedBy: string; version: number };

export const toPublicPost = (post: StoredPost): PublicPost => publicPostSchema.parse(post);
