/** Domains that only a government gives out: the end of a host name shows who owns the host. */
const governments = [
  ".gov.au",
  ".gc.ca",
  ".canada.ca",
  ".gov.bd",
  // The same below the domains of other countries: each registry gives them to offices of its government alone.
  ".gov.ae",
  ".gov.bh",
  ".gov.sg",
  // Of the United States: the registry is an office of the Department of Homeland Security.
  ".dhs.gov",
];

export const isOfGovernment = (host: string): boolean => governments.some((end) => host.endsWith(end));

/** Official hosts outside these domains: two of the United Nations, and one of Canada's police. */
const named = ["www.ilo.org", "www.iom.int", "antifraudcentre-centreantifraude.ca"];

/** The hosts of the default links, each in the one spelling under which its office answers. */
const known = [
  "www.fairwork.gov.au",
  "www.safeworkaustralia.gov.au",
  "www.workforceaustralia.gov.au",
  "www.homeaffairs.gov.au",
  "immi.homeaffairs.gov.au",
  "www.mara.gov.au",
  "www.smartraveller.gov.au",
  "www.abf.gov.au",
  "business.gov.au",
  "abr.business.gov.au",
  "www.servicesaustralia.gov.au",
  "www.health.gov.au",
  "www.ato.gov.au",
  "www.dcceew.gov.au",
  "www.bom.gov.au",
  "www.nationalsecurity.gov.au",
  "www.defence.gov.au",
  "www.arts.gov.au",
  "www.nma.gov.au",
  "www.scamwatch.gov.au",
  "www.afp.gov.au",
  "www.triplezero.gov.au",

  "www.canada.ca",
  "open.canada.ca",
  "ised-isde.canada.ca",
  "www.jobbank.gc.ca",
  "www.cbsa-asfc.gc.ca",
  "travel.gc.ca",
  "weather.gc.ca",
  "www.publicsafety.gc.ca",
  "www.rcmp-grc.gc.ca",

  "bmet.gov.bd",
  "probashi.gov.bd",
  "wewb.gov.bd",
  "www.epassport.gov.bd",
  "dghs.gov.bd",
  "nbr.gov.bd",
  "pcc.police.gov.bd",

  "www.mohre.gov.ae",
  "lmra.gov.bh",
  "www.mom.gov.sg",
  "studyinthestates.dhs.gov",
  "www.asqa.gov.au",
];

export const officialHosts: ReadonlySet<string> = new Set([...known.filter(isOfGovernment), ...named]);
