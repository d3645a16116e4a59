import { z } from "zod";
import { languages } from "../settings/languages.ts";
import { checkInput, requiredParagraph, requiredText } from "../fields.ts";

/** The pages whose text an operator may say in their own words; each stands at an address of its name. */
export const textPages = [
  "about",
  "contact",
  "how-it-works",
  "privacy",
  "terms",
  "copyright",
  "disclaimer",
  "accessibility",
  "freedom-of-information",
] as const;
export type TextPage = (typeof textPages)[number];

export const isTextPage = (text: string): text is TextPage => textPages.some((page) => page === text);

export const longestTitle = 120;
/** With three bytes a letter it still fits into a form of 64 kB. */
export const longestBody = 12_000;

const pageTextSchema = z.object({
  title: requiredText(longestTitle),
  /** In the markup of markup.ts. */
  body: requiredParagraph(longestBody),
});
export type PageText = z.output<typeof pageTextSchema>;

export const parsePageText = (input: unknown): PageText => checkInput(pageTextSchema, input);

/** What the operator says differently. What is not in here is said as it was delivered. */
export const textsSchema = z.partialRecord(z.enum(textPages), z.partialRecord(z.enum(languages), pageTextSchema));
export type Texts = z.output<typeof textsSchema>;
