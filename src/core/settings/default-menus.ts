import type { MenuGroup, Menus } from "./menus.ts";
import { officialLinks as official } from "./official-links.ts";

type Office = keyof typeof official;

const offices = (title: string, names: readonly Office[]): MenuGroup => ({
  title,
  links: names.map((name) => official[name]),
});

/**
 * The specification's eleven categories in its order, in our own words. Each leads to offices that help people who go from
 * Bangladesh to Australia or Canada, those that help most first.
 */
const categories: Menus["categories"] = [
  offices("Work and pay", [
    "fairWork",
    "safeWork",
    "workforceAustralia",
    "workInCanada",
    "jobBank",
    "nonCompliant",
    "bmet",
    "ilo",
  ]),
  offices("Visas and permits", [
    "vevo",
    "irccStatus",
    "australianVisas",
    "canadaImmigration",
    "migrationAgents",
    "representatives",
    "homeAffairs",
    "biometrics",
  ]),
  offices("The journey", ["passports", "iom", "australianBorder", "canadianBorder", "smartraveller", "travelCanada"]),
  offices("Employers", ["businessRegister", "corporations", "positiveLmia", "business"]),
  offices("Support for workers and families", ["expatriates", "welfareBoard", "servicesAustralia", "canadaBenefits"]),
  offices("Medical checks and health", [
    "healthForAustralia",
    "medicalExam",
    "healthAustralia",
    "healthCanada",
    "healthBangladesh",
  ]),
  offices("Tax", ["taxAustralia", "taxCanada", "taxBangladesh"]),
  offices("Weather and nature", ["environmentAustralia", "environmentCanada", "weatherAustralia", "weatherCanada"]),
  offices("Public safety", ["nationalSecurity", "publicSafety", "defenceAustralia", "defenceCanada"]),
  offices("Museums, arts and sport", ["artsAustralia", "heritageCanada", "museumAustralia", "discoverCanada"]),
  offices("Fraud, police and emergencies", [
    "scamwatch",
    "antiFraud",
    "federalPolice",
    "mountedPolice",
    "emergencies",
    "policeBangladesh",
  ]),
];

const footer: Menus["footer"] = [
  {
    title: "Check a paper",
    links: [
      { label: "Check by passport number", to: "/" },
      { label: "Check Visa Status", to: "/Check_Visa" },
      { label: "Work permit", to: "/Work_Permit" },
      { label: "Visa", to: "/Visa" },
      { label: "Application status", to: "/Application_Stts" },
      { label: "LMIA check", to: "/Lima" },
      { label: "Check a slip by its QR code", to: "/check" },
    ],
  },
  {
    title: "About this site",
    links: [
      { label: "About us", to: "/about" },
      { label: "How checking works", to: "/how-it-works" },
      { label: "News and media", to: "/news" },
      { label: "Contact us", to: "/contact" },
      { label: "Report a mistake or ask for removal", to: "/report" },
      { label: "Search this site", to: "/search" },
    ],
  },
  offices("Official information elsewhere", ["vevo", "irccStatus", "bmet", "expatriates"]),
  {
    title: "Legal",
    links: [
      { label: "Terms of use", to: "/terms" },
      { label: "Privacy", to: "/privacy" },
      { label: "Copyright", to: "/copyright" },
      { label: "What an answer means", to: "/disclaimer" },
      { label: "Accessibility", to: "/accessibility" },
      { label: "Freedom of information", to: "/freedom-of-information" },
    ],
  },
];

/** The menus of a new site. Each of their texts is translated into every language (web/frame/menus/official-words.ts). */
export const defaultMenus: Menus = {
  categories,
  navbar: [
    { label: "About us", to: "/about" },
    { label: "How checking works", to: "/how-it-works" },
    { label: "Check a visa", to: "/Check_Visa" },
    { label: "Check a work permit", to: "/Work_Permit" },
    { label: "News and media", to: "/news" },
    { label: "Report a mistake", to: "/report" },
    { label: "Contact us", to: "/contact" },
  ],
  tiles: [
    { ...official.vevo, text: "Ask Australia itself whether a visa is in force." },
    { ...official.irccStatus, text: "Ask Canada itself where an application stands." },
    { ...official.bmet, text: "Clearance and licensed agencies in Bangladesh." },
    { ...official.scamwatch, text: "How job and visa scams work, and how to report one." },
    { ...official.fairWork, text: "Pay and rights at work in Australia." },
    { ...official.antiFraud, text: "Report immigration fraud in Canada." },
    { ...official.ilo, text: "Fair recruitment: workers do not pay for a job." },
    { ...official.iom, text: "Help and advice for people on the move." },
  ],
  footer,
};
