import { type OfficeOfSet, onBothPages, type PaperOfSet, type StartingSet } from "./starting-set.ts";

// Read on 30 November 2026 in stored copies. The register of the United Kingdom's sponsors was only found elsewhere than on
// gov.uk, and so it is not here. Nobody but the school answers for one letter: these registers answer for the schools.

const readOn = "2026-11-30";

const studyInTheStates: OfficeOfSet = {
  names: {
    en: "Schools that may issue a Form I-20 (Study in the States)",
    bn: "যেসব প্রতিষ্ঠান ফর্ম I-20 দিতে পারে (Study in the States)",
  },
  to: "https://studyinthestates.dhs.gov",
  source:
    "https://studyinthestates.dhs.gov/2016/05/reminder-for-students-attend-only-the-sevp-certified-school-that-issued-you-a-form-i-20",
  readOn,
  dated: "2016-05",
};

const cricosPage = "https://www.asqa.gov.au/cricos/overview";
const cricos: OfficeOfSet = {
  names: {
    en: "Schools that may teach overseas students in Australia (CRICOS)",
    bn: "যেসব প্রতিষ্ঠান অস্ট্রেলিয়ায় বিদেশি শিক্ষার্থী পড়াতে পারে (CRICOS)",
  },
  to: cricosPage,
  source: cricosPage,
  readOn,
  dated: null,
};

const learningInstitutionsPage =
  "https://www.canada.ca/en/immigration-refugees-citizenship/corporate/publications-manuals/operational-bulletins-manuals/temporary-residents/study-permits/designated-learning-institutions.html";
const learningInstitutions: OfficeOfSet = {
  names: {
    en: "Schools that may admit students from abroad in Canada (IRCC)",
    bn: "যেসব প্রতিষ্ঠান কানাডায় বিদেশি শিক্ষার্থী নিতে পারে (IRCC)",
  },
  to: learningInstitutionsPage,
  source: learningInstitutionsPage,
  readOn,
  dated: null,
};

/** The letter of a school. */
const letter = (
  names: PaperOfSet["names"],
  offices: readonly OfficeOfSet[],
  hasLastDay: boolean = false,
): PaperOfSet => ({ names, audience: "visitors", hasLastDay, onPages: onBothPages, offices });

/** Students of the United Kingdom, the United States, Australia and Canada. Visa papers and applications stay. */
export const studentsSet: StartingSet = {
  papers: [
    letter({ en: "Confirmation of Acceptance for Studies (CAS)", bn: "ভর্তি নিশ্চিতকরণ (CAS), যুক্তরাজ্য" }, []),
    letter({ en: "Form I-20", bn: "ফর্ম I-20" }, [studyInTheStates]),
    letter({ en: "Confirmation of Enrolment (CoE)", bn: "ভর্তি নিশ্চিতকরণ (CoE), অস্ট্রেলিয়া" }, [cricos]),
    // Canada asks schools to print until when it is valid.
    letter({ en: "Letter of Acceptance (LOA)", bn: "ভর্তির চিঠি (LOA)" }, [learningInstitutions], true),
  ],
  kindsOff: ["workPermit", "jobOffer", "lmia"],
  secondNumber: {
    names: { en: "CAS or SEVIS number", bn: "CAS বা SEVIS নম্বর" },
    hints: {
      en: "CAS: 14 letters and digits. SEVIS: N and ten digits. Students of other countries have none.",
      bn: "CAS: ১৪টি অক্ষর ও অঙ্ক। SEVIS: N ও দশটি অঙ্ক। অন্য দেশের শিক্ষার্থীদের এটি থাকে না।",
    },
    example: "N0012345678",
    form: [],
    isOptional: true,
  },
};
