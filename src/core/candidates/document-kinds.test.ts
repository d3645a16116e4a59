import { expect, test } from "vitest";
import { documentKinds, kindsOnAddForm, kindsOnPage, specFieldOf } from "./document-kinds.ts";

const all = new Set(documentKinds);
const fieldsOn = (page: Parameters<typeof kindsOnPage>[0], present = all) =>
  kindsOnPage(page, present).map((kind) => specFieldOf(kind));

test("home shows papers in the order of the specification", () => {
  expect(fieldsOn("/").map((field) => Number(/\d+/.exec(field)?.[0]))).toEqual([
    3, 19, 1, 2, 4, 5, 12, 13, 11, 14, 189,
  ]);
});

test("Check_Visa shows four, with the job offer where there is no visa paper", () => {
  expect(fieldsOn("/Check_Visa")).toEqual(["Doc_1_PC", "Doc_5_PC", "Doc_3_PC", "Doc_4_PC"]);
  const withoutVisaPaper = new Set(documentKinds.filter((kind) => kind !== "visaPaper"));
  expect(fieldsOn("/Check_Visa", withoutVisaPaper)).toEqual(["Doc_1_PC", "Doc_2_PC", "Doc_3_PC", "Doc_4_PC"]);
});

test("the four pages show their own kind only, and nothing a record lacks", () => {
  expect(fieldsOn("/Work_Permit")).toEqual(["Doc_1_PC"]);
  expect(fieldsOn("/Visa")).toEqual(["Doc_5_PC"]);
  expect(fieldsOn("/Application_Stts")).toEqual(["Doc_3_PC"]);
  expect(fieldsOn("/Lima")).toEqual(["Doc_4_PC"]);
  expect(fieldsOn("/Lima", new Set(["photo"]))).toEqual([]);
});

test("an admin adds eleven kinds, a moderator five, nobody the ID card", () => {
  expect(kindsOnAddForm("admin")).toHaveLength(11);
  expect(kindsOnAddForm("moderator")).toEqual(["photo", "workPermit", "application", "lmia", "visaPaper"]);
  expect(kindsOnAddForm("admin")).not.toContain("idCard");
});
