import type { PageText, TextPage } from "#core/texts/page-text.ts";
import { about } from "./about.ts";
import { accessibility } from "./accessibility.ts";
import { contact } from "./contact.ts";
import { copyright } from "./copyright.ts";
import { disclaimer } from "./disclaimer.ts";
import { freedomOfInformation } from "./freedom-of-information.ts";
import { howItWorks } from "./how-it-works.ts";
import { privacy } from "./privacy.ts";
import { terms } from "./terms.ts";

export const english: Readonly<Record<TextPage, PageText>> = {
  about,
  contact,
  "how-it-works": howItWorks,
  privacy,
  terms,
  copyright,
  disclaimer,
  accessibility,
  "freedom-of-information": freedomOfInformation,
};
