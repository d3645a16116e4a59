import type { Menus } from "./menus.ts";
import { officialLinks as official } from "./official-links.ts";

/** The specification's eleven categories, each leading to what helps somebody who goes from Bangladesh to Australia or Canada. */
const categories: Menus["categories"] = [
  {
    title: "Job and the workplace",
    links: [
      official.fairWork,
      official.safeWork,
      official.workforceAustralia,
      official.workInCanada,
      official.jobBank,
      official.nonCompliant,
      official.bmet,
      official.ilo,
    ],
  },
  {
    title: "Immigration and citizenship",
    links: [
      official.vevo,
      official.irccStatus,
      official.australianVisas,
      official.canadaImmigration,
      official.migrationAgents,
      official.representatives,
      official.homeAffairs,
      official.biometrics,
    ],
  },
  {
    title: "Travel and tourism",
    links: [
      official.passports,
      official.iom,
      official.australianBorder,
      official.canadianBorder,
      official.smartraveller,
      official.travelCanada,
    ],
  },
  {
    title: "Business and industry",
    links: [official.businessRegister, official.corporations, official.positiveLmia, official.business],
  },
  {
    title: "Benefits",
    links: [official.expatriates, official.welfareBoard, official.servicesAustralia, official.canadaBenefits],
  },
  {
    title: "Health",
    links: [
      official.healthForAustralia,
      official.medicalExam,
      official.healthAustralia,
      official.healthCanada,
      official.healthBangladesh,
    ],
  },
  { title: "Taxes", links: [official.taxAustralia, official.taxCanada, official.taxBangladesh] },
  {
    title: "Environment and natural resources",
    links: [
      official.environmentAustralia,
      official.environmentCanada,
      official.weatherAustralia,
      official.weatherCanada,
    ],
  },
  {
    title: "National security and defence",
    links: [official.nationalSecurity, official.publicSafety, official.defenceAustralia, official.defenceCanada],
  },
  {
    title: "Culture, history and sport",
    links: [official.artsAustralia, official.heritageCanada, official.museumAustralia, official.discoverCanada],
  },
  {
    title: "Policing, justice and emergencies",
    links: [
      official.scamwatch,
      official.antiFraud,
      official.federalPolice,
      official.mountedPolice,
      official.emergencies,
      official.policeBangladesh,
    ],
  },
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
  {
    title: "Official information elsewhere",
    links: [official.vevo, official.irccStatus, official.bmet, official.expatriates],
  },
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

/** As it is delivered. Every text of it is known in every language (web/frame/official-words.ts). */
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
