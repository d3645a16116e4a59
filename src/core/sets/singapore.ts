import { ofCanadaAndAustralia, type OfficeOfSet, onBothPages, type StartingSet } from "./starting-set.ts";

const reading = { readOn: "2026-11-30", dated: null } as const;

const mom: OfficeOfSet = {
  names: { en: "Ministry of Manpower (MOM), Singapore", bn: "জনশক্তি মন্ত্রণালয় (MOM), সিঙ্গাপুর" },
  to: "https://www.mom.gov.sg",
  // A date of birth with a FIN or a passport number shows the state of an application and of a pass.
  source: "https://mom.gov.sg/maintenance/eservices/services/check-work-pass-and-application-status",
  ...reading,
};

const sgWorkPass: OfficeOfSet = {
  names: { en: "Check a work pass of Singapore (SGWorkPass)", bn: "সিঙ্গাপুরের ওয়ার্ক পাস যাচাই (SGWorkPass)" },
  to: "https://www.mom.gov.sg/eservices/sgworkpass",
  // Anyone with the app reads from the card's code whether the pass is valid.
  source: "https://www.mom.gov.sg/eservices/sgworkpass",
  ...reading,
};

/** Work in Singapore. */
export const singaporeSet: StartingSet = {
  papers: [
    {
      names: { en: "In-principle approval (IPA)", bn: "ইন-প্রিন্সিপল অ্যাপ্রুভাল (IPA)" },
      audience: "visitors",
      hasLastDay: true,
      icon: "visaApproval",
      onPages: onBothPages,
      offices: [mom],
    },
    {
      names: { en: "Work Permit or S Pass", bn: "ওয়ার্ক পারমিট বা এস পাস" },
      audience: "visitors",
      hasLastDay: true,
      icon: "workPermit",
      onPages: onBothPages,
      offices: [sgWorkPass, mom],
    },
  ],
  kindsOff: ofCanadaAndAustralia,
  secondNumber: {
    names: { en: "FIN", bn: "FIN নম্বর" },
    hints: {
      en: "It stands on the letter of approval (IPA): a letter, seven digits, a letter.",
      bn: "অনুমোদনের চিঠিতে (IPA) লেখা থাকে: একটি অক্ষর, সাতটি অঙ্ক, একটি অক্ষর।",
    },
    // Its last letter does not fit its digits, so that it is nobody's.
    example: "G1234567P",
    form: [],
    isOptional: true,
  },
};
