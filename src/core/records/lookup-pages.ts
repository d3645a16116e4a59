import type { ResultPage } from "./document-kinds.ts";
import type { NumberKind } from "./numbers.ts";

type PageFacts = {
  /** The number that the page accepts. `either` tries a second number first, then a passport number. */
  by: NumberKind | "either";
  hasTiles: boolean;
  saysDate: boolean;
};

const ownDocument = { by: "passport", hasTiles: false, saysDate: false } as const;

export const lookupPages: Record<ResultPage, PageFacts> = {
  "/": { by: "either", hasTiles: true, saysDate: true },
  "/Check_Visa": { by: "either", hasTiles: true, saysDate: true },
  "/Work_Permit": ownDocument,
  "/Visa": ownDocument,
  "/Application_Stts": ownDocument,
  "/Lima": ownDocument,
};
