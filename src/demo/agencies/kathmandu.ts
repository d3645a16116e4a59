import { gulfSet } from "#core/sets/gulf.ts";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { allFeatures } from "#core/settings/features.ts";
import type { MenuLink } from "#core/settings/menus.ts";
import type { Agency, Destination } from "../agency.ts";
import { nepalis } from "../people/nepali.ts";
import { gulfPapers, ofSet } from "./gulf-papers.ts";

const offices = gulfSet.papers
  .flatMap((paper) => paper.offices)
  .flatMap(({ names: { en: label, ...labels }, to }) => (to === null ? [] : [{ label, labels, to }]));

/** The pages of kinds that are off here. */
const pagesOff = ["/Work_Permit", "/Visa", "/Application_Stts", "/Lima"];
const withoutPagesOff = (links: readonly MenuLink[]) => links.filter(({ to }) => !pagesOff.includes(to));

const emirates: Destination = {
  country: "AE",
  employers: [
    {
      name: "Example Palm Contracting",
      ofOffice: "شركة نخلة المثال للمقاولات",
      town: "Sample Creek",
      airport: "SMC",
      trades: ["mason", "scaffolder", "electrician"],
    },
    {
      name: "Specimen Towers Hotel",
      ofOffice: "فندق أبراج النموذج",
      town: "Demo Marina",
      airport: "DMA",
      trades: ["room attendant", "cook", "waiter"],
    },
    {
      name: "Trial Sands Transport",
      ofOffice: "رمال التجربة للنقل",
      town: "Sample Creek",
      airport: "SMC",
      trades: ["bus driver", "mechanic"],
    },
  ],
  hours: [48],
  pay: { sign: "AED", low: 1200, high: 2600 },
  // No emirate is number 9 and no year is 0: the permits are of three years.
  secondNumber: {
    on: ofSet.permit,
    of: (digits, index) => `901/0000/2/${["0123456", "", "0234567"][index] ?? digits}`,
  },
  papers: [
    ofSet.demandLetter,
    ofSet.offerLetter,
    ofSet.wafidReport,
    "policeClearance",
    ofSet.labourPermit,
    ofSet.permit,
    "idCard",
    "ticket",
  ],
};

/** Bahrain has no offer letter of the Emirates' ministry. */
const bahrain: Destination = {
  country: "BH",
  employers: [
    {
      name: "Pattern Pearl Foods",
      ofOffice: "لؤلؤة النمط للأغذية",
      town: "Model Island",
      airport: "MDI",
      trades: ["baker", "packer"],
    },
    {
      name: "Draft Bay Cleaning",
      ofOffice: "خليج المسودة للتنظيف",
      town: "Model Island",
      airport: "MDI",
      trades: ["cleaner", "gardener"],
    },
  ],
  hours: [48],
  pay: { sign: "BHD", low: 100, high: 250 },
  secondNumber: { on: ofSet.permit, of: (digits, index) => (index === 1 ? "990123456" : `99${digits}`) },
  papers: [
    ofSet.demandLetter,
    ofSet.wafidReport,
    "policeClearance",
    ofSet.labourPermit,
    ofSet.permit,
    "idCard",
    "ticket",
  ],
};

const field = { hints: {}, isNeeded: false, choices: [], isRemoved: false };

/** Kathmandu to the Gulf, with the set that such an agency begins with. */
export const kathmandu: Agency = {
  set: "gulf",
  registry: "Demo_Gulf",
  settings: {
    operator: {
      name: "Attestry Demo Gulf Agency",
      about: "Recruitment agency in Kathmandu",
      aboutBangla: "কাঠমান্ডুর রিক্রুটিং এজেন্সি",
      licence: "DEMO-0002, not a real licence",
      licenceBangla: "DEMO-0002, আসল লাইসেন্স নয়",
      licenceRegister: "https://register.example/DEMO-0002",
      address: "2 Example Road\nKathmandu",
      phone: "+977 1 000 0000",
      email: "office@agency.example",
      page: "",
    },
    timeZone: "Asia/Kathmandu",
    features: allFeatures,
    defaultNationality: "NEPAL",
    languages: { ne: { isOn: true, confirmed: "" }, ar: { isOn: true, confirmed: "" } },
    // Those of the set are added once its admin has looked at them.
    officialPlaces: {},
    menus: {
      ...defaultMenus,
      categories: [
        { title: "Offices in the Gulf", links: [...new Map(offices.map((office) => [office.to, office])).values()] },
      ],
      tiles: [],
      navbar: withoutPagesOff(defaultMenus.navbar),
      footer: defaultMenus.footer
        .filter(({ title }) => title !== "Official information elsewhere")
        .map(({ title, links }) => ({ title, links: withoutPagesOff(links) })),
    },
    ownFields: [
      {
        ...field,
        id: "f1",
        type: "country",
        isSearched: true,
        audience: "visitors",
        labels: { en: "Country of work", bn: "কাজের দেশ", ar: "بلد العمل" },
      },
      {
        ...field,
        id: "f2",
        type: "text",
        isSearched: true,
        audience: "visitors",
        labels: { en: "Employer", bn: "নিয়োগকর্তা", ar: "صاحب العمل" },
      },
      {
        ...field,
        id: "f3",
        type: "text",
        isSearched: true,
        audience: "staff",
        labels: { en: "Agent", bn: "এজেন্ট", ar: "الوسيط" },
      },
    ],
  },
  home: { town: "Kathmandu", airport: "KTM" },
  classroom: { place: "Room 1, 2 Example Road, Kathmandu", currency: "NPR" },
  staff: { admin: "Sunita Karki", moderator: "Nima Tamang", organisation: "Omar Example", student: "Dipak Rai" },
  organisation: { name: "Specimen Towers Hotel", country: "United Arab Emirates" },
  people: nepalis,
  destinations: [emirates, bahrain, emirates, emirates, bahrain],
  papers: gulfPapers,
  agents: ["Sarita Khadka, Ilam", "Lower Valley Travels, Butwal", "Gopal Yadav, Janakpur"],
  ownOf: ({ destination, employer, agent }) => ({
    f1: destination.country,
    f2: [employer.name, employer.ofOffice].filter(Boolean).join(" · "),
    f3: agent,
  }),
};
