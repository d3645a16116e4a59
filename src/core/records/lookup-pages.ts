import type { ResultPage } from "./document-kinds.ts";
import type { NumberKind } from "./numbers.ts";

type PageFacts = {
  /** Which number it takes; `either`: an IRCC number first, then a passport number. */
  by: NumberKind | "either";
  /** Where a name is typed: `guarded`, only when the policy demands one. */
  nameBox: "always" | "guarded";
  hasTiles: boolean;
  saysDate: boolean;
};

const ownDocument = { by: "passport", nameBox: "always", hasTiles: false, saysDate: false } as const;

export const lookupPages: Record<ResultPage, PageFacts> = {
  "/": { by: "passport", nameBox: "guarded", hasTiles: true, saysDate: true },
  "/Check_Visa": { by: "either", nameBox: "guarded", hasTiles: true, saysDate: true },
  "/Work_Permit": ownDocument,
  "/Visa": ownDocument,
  "/Application_Stts": ownDocument,
  "/Lima": ownDocument,
};
