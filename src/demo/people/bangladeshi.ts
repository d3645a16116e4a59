import type { People, Word } from "../agency.ts";
import { pick, pickEarly, type Random } from "../random.ts";

// In every list the common names come first. Names that could form a widely known person's name are left out.

export const muslimMen: readonly Word[] = [
  ["Rafiqul Alam", "রফিকুল আলম"],
  ["Abdul Karim", "আব্দুল করিম"],
  ["Hafizur Rahman", "হাফিজুর রহমান"],
  ["Jahangir Alam", "জাহাঙ্গীর আলম"],
  ["Shafiqul Islam", "শফিকুল ইসলাম"],
  ["Sohel", "সোহেল"],
  ["Aminul Haque", "আমিনুল হক"],
  ["Delwar Hossain", "দেলোয়ার হোসেন"],
  ["Mizanur Rahman", "মিজানুর রহমান"],
  ["Monir", "মনির"],
  ["Ariful Islam", "আরিফুল ইসলাম"],
  ["Abdul Jabbar", "আব্দুল জব্বার"],
  ["Anwar Hossain", "আনোয়ার হোসেন"],
  ["Shahin Alam", "শাহীন আলম"],
  ["Kabir", "কবির"],
  ["Nurul Alam", "নুরুল আলম"],
  ["Masud Rana", "মাসুদ রানা"],
  ["Belal Uddin", "বেলাল উদ্দিন"],
  ["Ashraful Alam", "আশরাফুল আলম"],
  ["Selim", "সেলিম"],
];

export const muslimSurnames: readonly Word[] = [
  ["Miah", "মিয়া"],
  ["Mollah", "মোল্লা"],
  ["Sarker", "সরকার"],
  ["Talukder", "তালুকদার"],
  ["Sheikh", "শেখ"],
  ["Howlader", "হাওলাদার"],
  ["Bhuiyan", "ভূঁইয়া"],
  ["Sikder", "সিকদার"],
  ["Mondal", "মণ্ডল"],
  ["Pramanik", "প্রামাণিক"],
  ["Gazi", "গাজী"],
  ["Akanda", "আকন্দ"],
  ["Majumder", "মজুমদার"],
  ["Mridha", "মৃধা"],
];

export const muslimWomen: readonly Word[] = [
  ["Fatema", "ফাতেমা"],
  ["Rahima", "রহিমা"],
  ["Ayesha", "আয়েশা"],
  ["Nasima", "নাসিমা"],
  ["Khadija", "খাদিজা"],
  ["Rehana", "রেহানা"],
  ["Morjina", "মর্জিনা"],
  ["Halima", "হালিমা"],
  ["Jesmin", "জেসমিন"],
  ["Saleha", "সালেহা"],
  ["Shirin", "শিরিন"],
  ["Moriom", "মরিয়ম"],
  ["Rabeya", "রাবেয়া"],
  ["Shahnaz", "শাহনাজ"],
  ["Dilruba", "দিলরুবা"],
];

const womensSecondNames: readonly Word[] = [
  ["Begum", "বেগম"],
  ["Khatun", "খাতুন"],
  ["Akter", "আক্তার"],
  ["Bibi", "বিবি"],
  ["Sultana", "সুলতানা"],
  ["Nahar", "নাহার"],
];

const hinduMen: readonly Word[] = [
  ["Ratan Kumar", "রতন কুমার"],
  ["Swapan Kumar", "স্বপন কুমার"],
  ["Tapan Kumar", "তপন কুমার"],
  ["Gopal Kumar", "গোপাল কুমার"],
  ["Bimal Kumar", "বিমল কুমার"],
  ["Sujit Kumar", "সুজিত কুমার"],
];

const hinduWomen: readonly Word[] = [
  ["Lakshmi Rani", "লক্ষ্মী রানী"],
  ["Kalpana Rani", "কল্পনা রানী"],
  ["Sabita Rani", "সবিতা রানী"],
  ["Anita Rani", "অনিতা রানী"],
  ["Gita Rani", "গীতা রানী"],
  ["Mala Rani", "মালা রানী"],
];

export const hinduSurnames: readonly Word[] = [
  ["Das", "দাস"],
  ["Roy", "রায়"],
  ["Sarker", "সরকার"],
  ["Saha", "সাহা"],
  ["Mondal", "মণ্ডল"],
  ["Debnath", "দেবনাথ"],
];

// The districts are real. Villages and upazilas are composed of a tree or bird and a kind of place.

const districts: readonly Word[] = [
  ["Cumilla", "কুমিল্লা"],
  ["Tangail", "টাঙ্গাইল"],
  ["Noakhali", "নোয়াখালী"],
  ["Brahmanbaria", "ব্রাহ্মণবাড়িয়া"],
  ["Mymensingh", "ময়মনসিংহ"],
  ["Chandpur", "চাঁদপুর"],
  ["Chattogram", "চট্টগ্রাম"],
  ["Narsingdi", "নরসিংদী"],
  ["Sylhet", "সিলেট"],
  ["Faridpur", "ফরিদপুর"],
  ["Munshiganj", "মুন্সীগঞ্জ"],
  ["Barishal", "বরিশাল"],
];

const places: readonly Word[] = [
  ["Shimuldanga", "শিমুলডাঙ্গা"],
  ["Bokulhati", "বকুলহাটি"],
  ["Hijolkandi", "হিজলকান্দি"],
  ["Kodompara", "কদমপাড়া"],
  ["Jaruldighi", "জারুলদিঘি"],
  ["Shaplagaon", "শাপলাগাঁও"],
  ["Doyelkhali", "দোয়েলখালী"],
  ["Tetulnagar", "তেঁতুলনগর"],
];

const inPlace = ([inLatin, inBangla]: Word): Word => [`${inLatin},`, `${inBangla},`];

const address = (random: Random): readonly Word[] => [
  ["Village", "গ্রাম"],
  inPlace(pick(places, random)),
  ["Upazila", "উপজেলা"],
  inPlace(pick(places, random)),
  ["District", "জেলা"],
  pickEarly(districts, random),
];

export const bangladeshis: People = {
  nationality: "BANGLADESH",
  families: [
    {
      share: 0.9,
      surnames: muslimSurnames,
      rare: ["Sandwipi", "সন্দ্বীপী"],
      men: {
        titles: [
          [["Md.", "মোঃ"], 0.55],
          [["Mohammad", "মোহাম্মদ"], 0.13],
        ],
        given: muslimMen,
      },
      women: { titles: [[["Mst.", "মোছাঃ"], 0.2]], given: muslimWomen, last: womensSecondNames },
    },
    { share: 0.1, surnames: hinduSurnames, men: { given: hinduMen }, women: { given: hinduWomen } },
  ],
  address,
  // As far as is known, nobody was given a number that begins like this.
  passports: "A9",
  memorable: ["A12345678", "A23456789", "A34567890"],
};
