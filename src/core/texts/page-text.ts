import { z } from "zod";
import { languages } from "../settings/languages.ts";
import { checkInput, requiredParagraph, requiredText } from "../fields.ts";

/** The pages whose text the operator can replace. The address of each page is its name. */
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

export const maxTitleLength = 120;
/** Even with three bytes a letter, the body fits into a form of 64 kB. */
export const maxBodyLength = 12_000;

const pageTextSchema = z.object({
  title: requiredText(maxTitleLength),
  /** Written in the markup of markup.ts. */
  body: requiredParagraph(maxBodyLength),
});
export type PageText = z.output<typeof pageTextSchema>;

export const parsePageText = (input: unknown): PageText => checkInput(pageTextSchema, input);

/** The texts that the operator has replaced. All other texts are shown as delivered. */
export const textsSchema = z.partialRecord(z.enum(textPages), z.partialRecord(z.enum(languages), pageTextSchema));
export type Texts = z.output<typeof textsSchema>;
