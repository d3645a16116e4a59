import type { ResultPage } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";

type PageTexts = {
  title: () => string;
  /** The heading, when it is not the title. */
  question?: () => string;
  welcome: (names: { operator: string }) => string;
};

/** What each search page calls itself and promises. */
export const pageTexts: Record<ResultPage, PageTexts> = {
  "/": { title: m.home_title, question: m.home_question, welcome: m.home_welcome },
  "/Check_Visa": { title: m.check_visa_title, welcome: m.check_visa_welcome },
  "/Work_Permit": { title: m.work_permit_title, welcome: m.work_permit_welcome },
  "/Visa": { title: m.visa_title, welcome: m.visa_welcome },
  "/Application_Stts": { title: m.application_title, welcome: m.application_welcome },
  "/Lima": { title: m.lmia_title, welcome: m.lmia_welcome },
};
