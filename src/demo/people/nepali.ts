import type { People, Word } from "../agency.ts";
import { between, pick, pickEarly, type Random } from "../random.ts";

// In every list the common names come first. Names that could form a widely known person's name are left out.

const hillSurnames: readonly Word[] = [
  ["Adhikari", "अधिकारी"],
  ["Karki", "कार्की"],
  ["Khadka", "खड्का"],
  ["Basnet", "बस्नेत"],
  ["Khatri", "खत्री"],
  ["Ghimire", "घिमिरे"],
  ["Acharya", "आचार्य"],
];

const hillMen: readonly Word[] = [
  ["Ram Prasad", "राम प्रसाद"],
  ["Krishna Bahadur", "कृष्ण बहादुर"],
  ["Hari Bahadur", "हरि बहादुर"],
  ["Santosh", "सन्तोष"],
  ["Suresh", "सुरेश"],
  ["Dipak", "दीपक"],
  ["Gopal", "गोपाल"],
  ["Dil Bahadur", "दिल बहादुर"],
];

const hillWomen: readonly Word[] = [
  ["Sita Devi", "सीता देवी"],
  ["Gita Kumari", "गीता कुमारी"],
  ["Sarita", "सरिता"],
  ["Maya Devi", "माया देवी"],
  ["Radhika", "राधिका"],
  ["Kamala Devi", "कमला देवी"],
];

const mountainSurnames: readonly Word[] = [
  ["Tamang", "तामाङ"],
  ["Gurung", "गुरुङ"],
  ["Magar", "मगर"],
  ["Rai", "राई"],
  ["Limbu", "लिम्बू"],
];

const mountainMen: readonly Word[] = [
  ["Man Bahadur", "मान बहादुर"],
  ["Suk Bahadur", "सुक बहादुर"],
  ["Dhan Bahadur", "धन बहादुर"],
  ["Kumar", "कुमार"],
  ["Bir Bahadur", "बीर बहादुर"],
];

const mountainWomen: readonly Word[] = [
  ["Maya", "माया"],
  ["Phulmaya", "फूलमाया"],
  ["Suntali", "सुन्तली"],
  ["Dil Maya", "दिल माया"],
];

const plainSurnames: readonly Word[] = [
  ["Yadav", "यादव"],
  ["Sah", "साह"],
  ["Chaudhary", "चौधरी"],
  ["Mandal", "मण्डल"],
];

const plainMen: readonly Word[] = [
  ["Ram Babu", "राम बाबु"],
  ["Shiv Narayan", "शिव नारायण"],
  ["Dinesh", "दिनेश"],
  ["Bechan", "बेचन"],
];

const plainWomen: readonly Word[] = [
  ["Sunaina", "सुनैना"],
  ["Sangita", "सङ्गीता"],
  ["Phulo Devi", "फूलो देवी"],
];

// The districts are real. Places are composed of a tree and a kind of place.

const districts: readonly Word[] = [
  ["Jhapa", "झापा"],
  ["Morang", "मोरङ"],
  ["Dhanusha", "धनुषा"],
  ["Chitwan", "चितवन"],
  ["Rupandehi", "रुपन्देही"],
  ["Sindhuli", "सिन्धुली"],
  ["Nuwakot", "नुवाकोट"],
];

const places: readonly Word[] = [
  ["Simalchaur,", "सिमलचौर,"],
  ["Kaphalgaun,", "काफलगाउँ,"],
  ["Guransdanda,", "गुराँसडाँडा,"],
  ["Pipalbot,", "पीपलबोट,"],
  ["Chilaunebesi,", "चिलाउनेबेसी,"],
];

const digits = "०१२३४५६७८९";

function address(random: Random): readonly Word[] {
  const ward = between(1, 9, random);
  const words: Word[] = [["Ward", "वडा"], [`${ward},`, `${digits[ward]},`], pick(places, random)];
  return [...words, ["District", "जिल्ला"], pickEarly(districts, random)];
}

export const nepalis: People = {
  nationality: "NEPAL",
  families: [
    { share: 0.5, surnames: hillSurnames, men: { given: hillMen }, women: { given: hillWomen } },
    { share: 0.35, surnames: mountainSurnames, men: { given: mountainMen }, women: { given: mountainWomen } },
    { share: 0.15, surnames: plainSurnames, men: { given: plainMen }, women: { given: plainWomen } },
  ],
  address,
  // As far as is known, nobody was given a number that begins like this.
  passports: "PZ",
  memorable: ["PA1234567", "PA2345678", "PA3456789"],
};
