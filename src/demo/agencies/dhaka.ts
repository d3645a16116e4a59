import { allFeatures } from "#core/settings/features.ts";
import type { Agency, Destination } from "../agency.ts";
import { bangladeshis } from "../people/bangladeshi.ts";
import { papersAsSpecified } from "./papers-as-specified.ts";

const easyToType = ["W123456789", "W234567890", "W345678901"];

const canada: Destination = {
  country: "CA",
  employers: [
    { name: "Specimen Hill Dairy", town: "Maple Crossing", airport: "MPX", trades: ["dairy worker", "herd keeper"] },
    {
      name: "Example Bay Builders",
      town: "Spruce Landing",
      airport: "SPL",
      trades: ["carpenter", "electrician", "roofer"],
    },
    { name: "Demo Harbour Kitchens", town: "Birch Harbour", airport: "BHR", trades: ["cook", "kitchen helper"] },
    { name: "Sample Road Haulage", town: "Cedar Flats", airport: "CDF", trades: ["truck driver", "mechanic"] },
  ],
  hours: [36, 38, 40],
  pay: { sign: "CA$", low: 19, high: 33 },
  secondNumber: { on: "application", of: (digits, index) => easyToType[index] ?? `W99${digits}` },
  papers: [
    "lmia",
    "jobOffer",
    "application",
    "policeClearance",
    "medical",
    "fingerprint",
    "visaApproval",
    "workPermit",
    "visaPaper",
    "idCard",
    "ticket",
  ],
};

/** In Australia the visa is the permit, and neither an LMIA nor a number of IRCC exists. */
const australia: Destination = {
  country: "AU",
  employers: [
    { name: "Sample Valley Farms", town: "Wattle Bend", airport: "WTB", trades: ["fruit picker", "farm hand"] },
    { name: "Pattern Creek Joinery", town: "Gum Creek", airport: "GMC", trades: ["cabinet maker", "carpenter"] },
    { name: "Trial Point Steel", town: "Banksia Point", airport: "BKP", trades: ["welder", "fitter"] },
  ],
  hours: [36, 38],
  pay: { sign: "A$", low: 25, high: 38 },
  secondNumber: null,
  papers: ["jobOffer", "application", "policeClearance", "medical", "visaApproval", "visaPaper", "idCard", "ticket"],
};

const field = { hints: {}, isNeeded: false, choices: [], isRemoved: false };

/** Dhaka to Canada and Australia, as specified. */
export const dhaka: Agency = {
  set: "as-specified",
  registry: "My_Aust",
  settings: {
    operator: {
      name: "Attestry Demo Agency",
      about: "Recruitment agency in Dhaka",
      aboutBangla: "ঢাকার রিক্রুটিং এজেন্সি",
      licence: "DEMO-0001, not a real licence",
      licenceBangla: "DEMO-0001, আসল লাইসেন্স নয়",
      licenceRegister: "https://register.example/DEMO-0001",
      address: "1 Example Road\nDhaka",
      phone: "+880 2 0000 0000",
      email: "office@agency.example",
      page: "",
    },
    timeZone: "Asia/Dhaka",
    features: allFeatures,
    defaultNationality: "BANGLADESH",
    irccNumberIsOptional: true,
    ownFields: [
      {
        ...field,
        id: "f1",
        type: "country",
        isSearched: true,
        audience: "visitors",
        labels: { en: "Country of work", bn: "কাজের দেশ" },
      },
      {
        ...field,
        id: "f2",
        type: "text",
        isSearched: true,
        audience: "staff",
        labels: { en: "Agent", bn: "এজেন্ট" },
      },
    ],
  },
  home: { town: "Dhaka", airport: "DAC" },
  classroom: { place: "Room 2, 1 Example Road, Dhaka", currency: "BDT" },
  staff: { admin: "Amina Rahman", moderator: "Mitu Sarker", organisation: "Erin Walsh", student: "Shuvo Das" },
  organisation: { name: "Example Bay Builders", country: "Canada" },
  people: bangladeshis,
  destinations: [canada, australia, canada, canada, australia],
  papers: papersAsSpecified,
  agents: ["Salma Akter, Sylhet", "Nurul Islam, Cumilla", "Padma Travels, Faridpur"],
  ownOf: ({ destination, agent }) => ({ f1: destination.country, f2: agent }),
};
