import { ofCanadaAndAustralia, type OfficeOfSet, onBothPages, type StartingSet } from "./starting-set.ts";

// Read on 30 November 2026 in stored copies. Not found on a page of a government's own domain, and so not here: GDRFA and
// ICP of the United Arab Emirates, and who answers in Saudi Arabia, Qatar, Kuwait and Oman. Wafid is no government's domain.

const mohre: OfficeOfSet = {
  names: {
    en: "Ministry of Human Resources and Emiratisation (MOHRE), United Arab Emirates",
    bn: "মানবসম্পদ ও এমিরাতাইজেশন মন্ত্রণালয় (MOHRE), সংযুক্ত আরব আমিরাত",
    ar: "وزارة الموارد البشرية والتوطين، الإمارات العربية المتحدة",
  },
  to: "https://www.mohre.gov.ae",
  // It says that offers are made on the ministry's forms, and that whoever gets one has to find out whether it is valid.
  source: "https://www.mohre.gov.ae/en/eparticipate/blogs.aspx?cid=828",
  readOn: "2026-11-30",
  dated: null,
};

const lmra: OfficeOfSet = {
  names: {
    en: "Labour Market Regulatory Authority (LMRA), Bahrain",
    bn: "শ্রমবাজার নিয়ন্ত্রণ কর্তৃপক্ষ (LMRA), বাহরাইন",
    ar: "هيئة تنظيم سوق العمل، البحرين",
  },
  to: "https://lmra.gov.bh",
  // It answers how to follow an application for a work permit, and whom to call.
  source: "https://lmra.gov.bh/en/faq/category/1",
  readOn: "2026-11-30",
  dated: "2024-05-20",
};

/** Work in the Gulf. */
export const gulfSet: StartingSet = {
  papers: [
    {
      // A report about somebody's health says more than a check needs.
      names: { en: "Wafid report", bn: "ওয়াফিদ মেডিকেল রিপোর্ট" },
      audience: "staff",
      hasLastDay: true,
      icon: "medical",
      onPages: onBothPages,
      offices: [],
    },
    {
      names: { en: "Visa or entry permit", bn: "ভিসা বা প্রবেশের অনুমতি", ar: "تأشيرة أو إذن دخول" },
      audience: "visitors",
      hasLastDay: true,
      icon: "visaPaper",
      onPages: onBothPages,
      offices: [lmra],
    },
    {
      names: { en: "MOHRE offer letter", bn: "MOHRE অফার লেটার", ar: "عرض عمل" },
      audience: "visitors",
      hasLastDay: false,
      icon: "jobOffer",
      onPages: onBothPages,
      offices: [mohre],
    },
    {
      // It names the employer's wages and numbers of workers, and belongs to many people.
      names: { en: "Demand letter", bn: "ডিমান্ড লেটার" },
      audience: "staff",
      hasLastDay: false,
      isForMany: true,
      onPages: onBothPages,
      offices: [],
    },
    {
      names: { en: "Labour permit", bn: "শ্রম অনুমতিপত্র", ar: "تصريح عمل" },
      audience: "visitors",
      hasLastDay: true,
      icon: "workPermit",
      onPages: onBothPages,
      offices: [mohre, lmra],
    },
  ],
  kindsOff: ofCanadaAndAustralia,
  secondNumber: {
    names: { en: "Visa or entry permit number", bn: "ভিসা বা প্রবেশের অনুমতির নম্বর", ar: "رقم التأشيرة أو إذن الدخول" },
    hints: {
      en: "It stands on the visa or entry permit. Type slashes as they are printed.",
      bn: "ভিসা বা প্রবেশের অনুমতিতে লেখা থাকে। স্ল্যাশ যেভাবে ছাপা আছে, সেভাবেই লিখুন।",
      ar: "مكتوب على التأشيرة أو إذن الدخول. اكتب الشرطات المائلة كما هي مطبوعة.",
    },
    example: "201/2024/2/0123456",
    form: ["slash"],
    isOptional: true,
  },
};
