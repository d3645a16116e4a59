import type { MenuLink } from "./menus.ts";

/** Offices of governments and of the United Nations, with the names and addresses that they publish themselves. */
const ircc = "https://www.canada.ca/en/immigration-refugees-citizenship";
const immi = "https://immi.homeaffairs.gov.au";

export const officialLinks = {
  fairWork: { label: "Fair Work Ombudsman, Australia", to: "https://www.fairwork.gov.au" },
  safeWork: { label: "Safe Work Australia", to: "https://www.safeworkaustralia.gov.au" },
  workforceAustralia: { label: "Jobs in Australia (Workforce Australia)", to: "https://www.workforceaustralia.gov.au" },
  jobBank: { label: "Jobs in Canada (Job Bank)", to: "https://www.jobbank.gc.ca" },
  workInCanada: { label: "Work permits for Canada (IRCC)", to: `${ircc}/services/work-canada.html` },
  nonCompliant: {
    label: "Canadian employers found non-compliant (IRCC)",
    to: `${ircc}/services/work-canada/employers-non-compliant.html`,
  },
  bmet: { label: "Bureau of Manpower, Employment and Training (BMET)", to: "https://bmet.gov.bd" },
  ilo: { label: "International Labour Organization", to: "https://www.ilo.org" },

  homeAffairs: { label: "Department of Home Affairs, Australia", to: "https://www.homeaffairs.gov.au" },
  australianVisas: { label: "Visas for Australia", to: immi },
  vevo: {
    label: "Check an Australian visa (VEVO)",
    to: `${immi}/visas/already-have-a-visa/check-visa-details-and-conditions/check-conditions-online`,
  },
  migrationAgents: { label: "Registered migration agents, Australia (OMARA)", to: "https://www.mara.gov.au" },
  canadaImmigration: { label: "Immigration, Refugees and Citizenship Canada", to: `${ircc}.html` },
  irccStatus: { label: "Check a Canadian application (IRCC)", to: `${ircc}/services/application/check-status.html` },
  representatives: {
    label: "Who may act for you in Canada (IRCC)",
    to: `${ircc}/services/immigration-citizenship-representative.html`,
  },
  biometrics: { label: "Fingerprints and photo for Canada (IRCC)", to: `${ircc}/campaigns/biometrics.html` },

  passports: { label: "Bangladesh e-passport", to: "https://www.epassport.gov.bd" },
  smartraveller: { label: "Smartraveller, Australia", to: "https://www.smartraveller.gov.au" },
  australianBorder: { label: "Australian Border Force", to: "https://www.abf.gov.au" },
  canadianBorder: { label: "Canada Border Services Agency", to: "https://www.cbsa-asfc.gc.ca" },
  travelCanada: { label: "Travel advice of Canada", to: "https://travel.gc.ca" },
  iom: { label: "International Organization for Migration", to: "https://www.iom.int" },

  business: { label: "business.gov.au", to: "https://business.gov.au" },
  businessRegister: { label: "Does an Australian employer exist? (ABN Lookup)", to: "https://abr.business.gov.au" },
  corporations: {
    label: "Does a Canadian company exist? (federal corporations)",
    to: "https://ised-isde.canada.ca/cc/lgcy/fdrlCrpSrch.html",
  },
  positiveLmia: {
    label: "Employers with a positive LMIA (Government of Canada)",
    to: "https://open.canada.ca/data/en/dataset/90fed587-1364-4f33-a9ee-208181dc0b97",
  },

  servicesAustralia: { label: "Services Australia", to: "https://www.servicesaustralia.gov.au" },
  canadaBenefits: { label: "Benefits in Canada", to: "https://www.canada.ca/en/services/benefits.html" },
  expatriates: { label: "Ministry of Expatriates’ Welfare, Bangladesh", to: "https://probashi.gov.bd" },
  welfareBoard: { label: "Wage Earners’ Welfare Board, Bangladesh", to: "https://wewb.gov.bd" },

  healthAustralia: { label: "Department of Health, Australia", to: "https://www.health.gov.au" },
  healthForAustralia: {
    label: "Health examinations for Australia",
    to: `${immi}/help-support/meeting-our-requirements/health`,
  },
  healthCanada: { label: "Health Canada", to: "https://www.canada.ca/en/health-canada.html" },
  medicalExam: {
    label: "Medical exams and panel physicians (IRCC)",
    to: `${ircc}/services/application/medical-police/medical-exams.html`,
  },
  healthBangladesh: { label: "Directorate General of Health Services, Bangladesh", to: "https://dghs.gov.bd" },

  taxAustralia: { label: "Australian Taxation Office", to: "https://www.ato.gov.au" },
  taxCanada: { label: "Canada Revenue Agency", to: "https://www.canada.ca/en/revenue-agency.html" },
  taxBangladesh: { label: "National Board of Revenue, Bangladesh", to: "https://nbr.gov.bd" },

  environmentAustralia: {
    label: "Department of Climate Change, Energy, the Environment and Water",
    to: "https://www.dcceew.gov.au",
  },
  environmentCanada: {
    label: "Environment and Climate Change Canada",
    to: "https://www.canada.ca/en/environment-climate-change.html",
  },
  weatherAustralia: { label: "Weather in Australia (Bureau of Meteorology)", to: "https://www.bom.gov.au" },
  weatherCanada: { label: "Weather in Canada", to: "https://weather.gc.ca" },

  nationalSecurity: { label: "National Security, Australia", to: "https://www.nationalsecurity.gov.au" },
  defenceAustralia: { label: "Department of Defence, Australia", to: "https://www.defence.gov.au" },
  publicSafety: { label: "Public Safety Canada", to: "https://www.publicsafety.gc.ca" },
  defenceCanada: { label: "National Defence, Canada", to: "https://www.canada.ca/en/department-national-defence.html" },

  artsAustralia: { label: "Office for the Arts, Australia", to: "https://www.arts.gov.au" },
  museumAustralia: { label: "National Museum of Australia", to: "https://www.nma.gov.au" },
  heritageCanada: { label: "Canadian Heritage", to: "https://www.canada.ca/en/canadian-heritage.html" },
  discoverCanada: {
    label: "Discover Canada: its history, rights and duties",
    to: `${ircc}/corporate/publications-manuals/discover-canada.html`,
  },

  scamwatch: { label: "Scamwatch, Australia", to: "https://www.scamwatch.gov.au" },
  federalPolice: { label: "Australian Federal Police", to: "https://www.afp.gov.au" },
  emergencies: { label: "Emergency calls in Australia (Triple Zero)", to: "https://www.triplezero.gov.au" },
  antiFraud: { label: "Canadian Anti-Fraud Centre", to: "https://antifraudcentre-centreantifraude.ca" },
  mountedPolice: { label: "Royal Canadian Mounted Police", to: "https://www.rcmp-grc.gc.ca" },
  policeBangladesh: { label: "Police clearance (Bangladesh Police)", to: "https://pcc.police.gov.bd" },
} satisfies Record<string, MenuLink>;
