import { expect, test } from "vitest";
import { documentKinds, isSpecifiedKind, kindsMask, kindsOnForm, kindsOnPage } from "./document-kinds.ts";

const all = new Set(documentKinds);

test("the home page shows documents in the order of the specification", () => {
  expect(kindsOnPage("/", all)).toEqual([
    "application",
    "visaApproval",
    "workPermit",
    "jobOffer",
    "lmia",
    "visaPaper",
    "policeClearance",
    "fingerprint",
    "medical",
    "ticket",
    "idCard",
  ]);
});

test("Check_Visa shows four documents, with the job offer in place of a missing visa document", () => {
  expect(kindsOnPage("/Check_Visa", all)).toEqual(["workPermit", "visaPaper", "application", "lmia"]);
  const withoutVisa = new Set(documentKinds.filter((kind) => kind !== "visaPaper"));
  expect(kindsOnPage("/Check_Visa", withoutVisa)).toEqual(["workPermit", "jobOffer", "application", "lmia"]);
});

test("the four document pages show only their own kind, and nothing that a record lacks", () => {
  expect(kindsOnPage("/Work_Permit", all)).toEqual(["workPermit"]);
  expect(kindsOnPage("/Visa", all)).toEqual(["visaPaper"]);
  expect(kindsOnPage("/Application_Stts", all)).toEqual(["application"]);
  expect(kindsOnPage("/Lima", all)).toEqual(["lmia"]);
  expect(kindsOnPage("/Lima", new Set(["photo"]))).toEqual([]);
});

test("the forms have their documents in the order of the specification", () => {
  expect(kindsOnForm.admin.filter(isSpecifiedKind).slice(6)).toEqual([
    "policeClearance",
    "fingerprint",
    "medical",
    "visaApproval",
    "ticket",
    "idCard",
  ]);
  expect(new Set(kindsOnForm.admin)).toEqual(all);
  expect(kindsOnForm.moderator).toEqual(["photo", "workPermit", "visaPaper", "application", "lmia"]);
});

test("a slip has a bit for each kind", () => {
  expect(kindsMask(documentKinds)).toBeLessThan(2 ** 16);
});
