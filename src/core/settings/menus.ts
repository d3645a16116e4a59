import { z } from "zod";
import { requiredText } from "../fields.ts";

const link = z.object({
  label: requiredText(120),
  /** A page of this site ("/Check_Visa") or an https address elsewhere. */
  to: z.union([z.string().regex(/^\/(?!\/)[\w\-./]*$/), z.httpUrl({ error: "link-format" })], { error: "link-format" }),
});
export type MenuLink = z.output<typeof link>;

const group = z.object({ title: requiredText(120), links: z.array(link).max(20) });

export const menusSchema = z.object({
  /** "Official information elsewhere", opened by MENU. */
  categories: z.array(group).max(20),
  navbar: z.array(link).max(12),
  tiles: z.array(link.extend({ text: requiredText(200) })).max(12),
  footer: z.array(group).max(8),
});
export type Menus = z.output<typeof menusSchema>;

export const vevo = {
  label: "Check an Australian visa (VEVO)",
  to: "https://immi.homeaffairs.gov.au/visas/already-have-a-visa/check-visa-details-and-conditions/check-conditions-online",
};
export const irccStatus = {
  label: "Check a Canadian application (IRCC)",
  to: "https://www.canada.ca/en/immigration-refugees-citizenship/services/application/check-status.html",
};
export const bmet = { label: "Bureau of Manpower, Employment and Training (BMET)", to: "https://bmet.gov.bd" };
const expatriates = { label: "Ministry of Expatriates’ Welfare, Bangladesh", to: "https://probashi.gov.bd" };
export const fairWork = { label: "Fair Work Ombudsman, Australia", to: "https://www.fairwork.gov.au" };
const scamwatch = { label: "Scamwatch, Australia", to: "https://www.scamwatch.gov.au" };
const antiFraud = { label: "Canadian Anti-Fraud Centre", to: "https://antifraudcentre-centreantifraude.ca" };
const ilo = { label: "International Labour Organization", to: "https://www.ilo.org" };
const iom = { label: "International Organization for Migration", to: "https://www.iom.int" };
const homeAffairs = { label: "Department of Home Affairs, Australia", to: "https://www.homeaffairs.gov.au" };
const canadaImmigration = {
  label: "Immigration, Refugees and Citizenship Canada",
  to: "https://www.canada.ca/en/immigration-refugees-citizenship.html",
};
const smartraveller = { label: "Smartraveller, Australia", to: "https://www.smartraveller.gov.au" };
const australia = (label: string, host: string): MenuLink => ({ label, to: `https://${host}` });

/** The specification's eleven categories, each leading to official sites. */
const categories: Menus["categories"] = [
  { title: "Job and the workplace", links: [fairWork, bmet, ilo] },
  { title: "Immigration and citizenship", links: [homeAffairs, canadaImmigration, vevo, irccStatus] },
  { title: "Travel and tourism", links: [smartraveller, iom] },
  { title: "Business and industry", links: [australia("business.gov.au", "business.gov.au")] },
  { title: "Benefits", links: [australia("Services Australia", "www.servicesaustralia.gov.au"), expatriates] },
  { title: "Health", links: [australia("Department of Health, Australia", "www.health.gov.au")] },
  { title: "Taxes", links: [australia("Australian Taxation Office", "www.ato.gov.au")] },
  {
    title: "Environment and natural resources",
    links: [australia("Department of Climate Change, Energy, the Environment and Water", "www.dcceew.gov.au")],
  },
  {
    title: "National security and defence",
    links: [australia("National Security, Australia", "www.nationalsecurity.gov.au")],
  },
  { title: "Culture, history and sport", links: [australia("Office for the Arts, Australia", "www.arts.gov.au")] },
  { title: "Policing, justice and emergencies", links: [scamwatch, antiFraud] },
];

export const defaultMenus: Menus = {
  categories,
  navbar: [
    { label: "About this operator", to: "/about" },
    { label: "How checking works", to: "/how-it-works" },
    { label: "Check a visa", to: "/Check_Visa" },
    { label: "Check a work permit", to: "/Work_Permit" },
    { label: "News and media", to: "/news" },
    { label: "Report a mistake", to: "/report" },
    { label: "Contact us", to: "/contact" },
  ],
  tiles: [
    { ...vevo, text: "Ask Australia itself whether a visa is in force." },
    { ...irccStatus, text: "Ask Canada itself where an application stands." },
    { ...bmet, text: "Clearance and licensed agencies in Bangladesh." },
    { ...scamwatch, text: "How job and visa scams work, and how to report one." },
    { ...fairWork, text: "Pay and rights at work in Australia." },
    { ...antiFraud, text: "Report immigration fraud in Canada." },
    { ...ilo, text: "Fair recruitment: workers do not pay for a job." },
    { ...iom, text: "Help and advice for people on the move." },
  ],
  footer: [
    {
      title: "Check a paper",
      links: [
        { label: "Check Visa Status", to: "/Check_Visa" },
        { label: "Work permit", to: "/Work_Permit" },
        { label: "Visa", to: "/Visa" },
        { label: "Application status", to: "/Application_Stts" },
        { label: "LMIA", to: "/Lima" },
      ],
    },
    { title: "Official information elsewhere", links: [vevo, irccStatus, bmet, expatriates] },
    {
      title: "Legal",
      links: [
        { label: "Copyright", to: "/copyright" },
        { label: "Privacy", to: "/privacy" },
        { label: "Disclaimer", to: "/disclaimer" },
        { label: "Accessibility", to: "/accessibility" },
        { label: "Freedom of information", to: "/freedom-of-information" },
      ],
    },
  ],
};
