import { describe, expect, test } from "vitest";
import { documentKinds, kindsOnPage, type ResultPage } from "#core/records/document-kinds.ts";
import { type Locale, overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { documentTitle } from "./document-titles.ts";

const home = {
  bn: "আবেদনপত্র · ভিসা অনুমোদনের চিঠি · ওয়ার্ক পারমিট সনদ · চাকরির অফার লেটার · LMIA · ভিসার কাগজ · পুলিশ ক্লিয়ারেন্স · আঙুলের ছাপের কাগজ · মেডিকেল ফরম · টিকিট · পরিচয়পত্র",
  "en-x-spec":
    "Application From · VISA Approval Latter · Work Permit Certificate · Job Offer Latter · LMIA · VISA PAPER · POLICE CLRARENCE · FINGERPRINT PAPER · MEDICAL FORM · MAN POWER · ID card",
};

const checkVisa = {
  bn: "ওয়ার্ক পারমিট সনদ · ভিসার কাগজ · আবেদনপত্র · LMIA",
  "en-x-spec": "Work Permit Certificate · Visa Paper · Application Status · LIMA",
};

/** Each of these pages shows one kind alone, under its title on Check_Visa. */
const ownPages = ["/Work_Permit", "/Visa", "/Application_Stts", "/Lima"] as const;

/** test/server/lookup-pages.test.ts checks the English titles. */
describe.each(["bn", "en-x-spec"] as const satisfies Locale[])("the documents of a full record, in %s", (locale) => {
  const titlesOn = (page: ResultPage) => {
    overwriteGetLocale(() => locale);
    return kindsOnPage(page, new Set(documentKinds)).map((kind) => documentTitle(kind, page));
  };

  test("have the right titles on the home page and on Check_Visa, in the order of the page", () => {
    expect(titlesOn("/").join(" · ")).toBe(home[locale]);
    expect(titlesOn("/Check_Visa").join(" · ")).toBe(checkVisa[locale]);
  });

  test("have their Check_Visa titles on the pages that show one kind alone", () => {
    expect(ownPages.flatMap(titlesOn).join(" · ")).toBe(checkVisa[locale]);
  });
});
